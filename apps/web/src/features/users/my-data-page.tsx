import { Trans } from '@lingui/react/macro';
import { BRAND } from '@shop/domain/brand';
import { slugOf } from '@shop/domain/slug';
import type { ExportData } from '@shop/domain/users.schema';
import type { KeptData } from '@shop/legal/kept-data';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { Alert, CodeAlert } from '../../ui/alert.tsx';
import { focusElement } from '../../ui/focus.ts';
import { fieldStateOf } from '../../ui/form-state.ts';
import { Form } from '../../ui/form.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { breaksRule, useFormError } from '../../ui/use-form-error.ts';
import { PasswordField } from './password-field.tsx';

const LINK = 'font-medium text-accent-strong underline underline-offset-4';

/** What is kept about a member, why and until when, and a copy of it. */
export function MyDataPage({ kept }: { kept: readonly KeptData[] }) {
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <h1 className="font-display text-title-l font-bold">
        <Trans>My data</Trans>
      </h1>
      <p className="mt-4 max-w-text text-pretty text-ink-soft">
        <Trans>
          Everything that we keep about you, and how to have it: a copy here, corrections and the
          deletion of your account on the page{' '}
          <Link to="/profile/edit" className={LINK}>
            Edit my account
          </Link>
          .
        </Trans>
      </p>
      <div className="mt-10 grid items-start gap-12 menu:grid-cols-[7fr_5fr]">
        <div className="rounded-card bg-surface p-7 shadow-card menu:sticky menu:top-28 menu:col-start-2 menu:row-start-1">
          <Section title={<Trans>Download a copy</Trans>}>
            <Download />
          </Section>
        </div>
        <div className="menu:col-start-1 menu:row-start-1">
          <Section title={<Trans>What we keep, why, and until when</Trans>}>
            <ul className="mt-2 divide-y divide-line">
              {kept.map(({ what, why, until }) => (
                <li key={what} className="py-5">
                  <h3 className="font-semibold">{what}</h3>
                  <p className="mt-1 text-pretty">{why}</p>
                  <p className="mt-1 text-small text-pretty text-ink-soft">{until}</p>
                </li>
              ))}
            </ul>
          </Section>
        </div>
      </div>
    </div>
  );
}

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h2 className="font-display text-title-s font-bold">{title}</h2>
      {children}
    </section>
  );
}

/** What came of the last try. */
type Outcome = 'none' | 'downloaded' | 'too_many';

function Download() {
  const copying = api.users.export.useMutation();
  const [outcome, setOutcome] = useState<Outcome>('none');
  const form = useForm<ExportData>({ defaultValues: { currentMdp: '' } });
  const { register, handleSubmit, formState, reset } = form;
  const { errorCode, alertId, errorId, submit } = useFormError(form, {
    incorrect_password: 'currentMdp',
  });

  const download = ({ currentMdp }: ExportData) => {
    setOutcome('none');
    return submit(async () => {
      try {
        const copied = await copying.mutateAsync({ currentMdp });
        const name = `${slugOf(BRAND.name)}-${copied.copiedAt.slice(0, 10)}.json`;
        saveFile(name, JSON.stringify(copied, null, 2));
        reset();
        setOutcome('downloaded');
      } catch (error) {
        if (callErrorOf(error).status !== 429) throw error;
        setOutcome('too_many');
      }
    });
  };

  return (
    <Form onSubmit={handleSubmit(download)}>
      <p className="mt-3 text-pretty">
        <Trans>
          A file of your account, orders, messages, sessions and all the rest, for you and for
          programs to read (JSON). It holds your addresses: keep it where only you can open it.
        </Trans>
      </p>
      {errorCode !== null && <CodeAlert id={alertId} kind="error" code={errorCode} />}
      {outcome === 'too_many' && (
        <div ref={focusElement}>
          <Alert kind="error">
            <Trans>You have had all the copies of today. Try again in a few hours.</Trans>
          </Alert>
        </div>
      )}
      {outcome === 'downloaded' && (
        <div ref={focusElement}>
          <Alert kind="success">
            <Trans>
              The file is among your downloads. We have written to you that it was made.
            </Trans>
          </Alert>
        </div>
      )}
      <PasswordField
        label={<Trans>Current password</Trans>}
        autoComplete="current-password"
        required
        hint={<Trans>It proves that it is you, and not somebody at your screen.</Trans>}
        state={fieldStateOf(form, 'currentMdp')}
        error={breaksRule(formState.errors.currentMdp) && <Trans>Enter your password.</Trans>}
        errorId={errorId}
        {...register('currentMdp', { required: true })}
      />
      <SubmitButton isPending={formState.isSubmitting}>
        <Trans>Download my data</Trans>
      </SubmitButton>
    </Form>
  );
}

/** Has the browser save a text as a file. */
function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: the browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
