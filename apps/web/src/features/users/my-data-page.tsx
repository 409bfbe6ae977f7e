import { BRAND } from '@agres/domain/brand';
import { slugOf } from '@agres/domain/slug';
import type { ExportData } from '@agres/domain/users.schema';
import { formatMoment } from '@agres/i18n/moment-formats';
import type { StoredData } from '@agres/legal/stored-data';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { ChevronDown } from 'lucide';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { Alert } from '../../ui/alert.tsx';
import { CodeAlert } from '../../ui/code-alert.tsx';
import { focusElement } from '../../ui/focus.ts';
import { Form } from '../../ui/form.tsx';
import { ProfileLink } from '../../ui/profile-link.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useFormError } from '../../ui/use-form-error.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { ForgottenOwnPassword } from './forgotten-own-password.tsx';

const LINK = 'font-medium text-accent-strong underline underline-offset-4';

/** Lists the stored personal data with purposes and retention periods, and offers a download of it. */
export function MyDataPage({ kept }: { kept: readonly StoredData[] }) {
  return (
    <div className="mx-auto max-w-page px-gutter pt-8 pb-section menu:pt-12">
      <ProfileLink>
        <Trans>My profile</Trans>
      </ProfileLink>
      <div className="mt-4 grid items-start gap-x-12 gap-y-8 menu:grid-cols-[5fr_7fr]">
        <div>
          <h1 className="font-display text-title-l font-bold">
            <Trans>My data</Trans>
          </h1>
          <p className="mt-4 max-w-text text-ink-soft">
            <Trans>
              Everything we keep about you. Download a copy here. To correct it or delete your
              account, go to{' '}
              <Link to="/profile/edit" className={LINK}>
                Edit my account
              </Link>
              .
            </Trans>
          </p>
        </div>
        <section className="rounded-panel bg-surface p-6 shadow-card sm:p-10">
          <h2 className="font-display text-title-s font-bold">
            <Trans>Download a copy</Trans>
          </h2>
          <Download />
        </section>
      </div>
      <section className="mt-12">
        <h2 className="font-display text-title-m font-bold">
          <Trans>What we keep, why and for how long</Trans>
        </h2>
        <div className="mt-6 divide-y divide-line rounded-card bg-surface px-5 shadow-card sm:px-8">
          {STORED_PARTS.map((part) => (
            <StoredDataGroup key={part} part={part} kept={kept} />
          ))}
        </div>
      </section>
    </div>
  );
}

const STORED_PARTS: readonly StoredData['part'][] = [
  'account',
  'purchases',
  'subscription',
  'safety',
];

const STORED_PART_TITLES = {
  account: msg`Your account and our messages`,
  purchases: msg`Your purchases`,
  subscription: msg`Your subscription`,
  safety: msg`Account security`,
} as const satisfies Record<StoredData['part'], unknown>;

function StoredDataGroup({
  part,
  kept,
}: {
  part: StoredData['part'];
  kept: readonly StoredData[];
}) {
  const { i18n } = useRouteContext({ from: '__root__' });
  const stored = kept.filter((data) => data.part === part);
  return (
    <details className="group">
      <summary className="flex list-none items-center justify-between gap-4 py-5">
        <div>
          <h3 className="font-display text-title-s font-bold">
            {i18n._(STORED_PART_TITLES[part])}
          </h3>
          <p className="mt-1 text-small text-ink-soft group-open:hidden">{sentenceOf(stored)}</p>
        </div>
        <Icon of={ChevronDown} className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <ul className="divide-y divide-line border-t border-line text-small">
        {stored.map(({ what, why, until }) => (
          <li key={what} className="grid gap-x-6 gap-y-2 py-4 lg:grid-cols-[3fr_9fr]">
            <h4 className="font-semibold">{what}</h4>
            <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
              <StoredDataRow name={<Trans>What for</Trans>}>{why}</StoredDataRow>
              <StoredDataRow name={<Trans>How long</Trans>}>{until}</StoredDataRow>
            </dl>
          </li>
        ))}
      </ul>
    </details>
  );
}

function sentenceOf(stored: readonly StoredData[]): string {
  const [first = '', ...others] = stored.map(({ what }) => what);
  const decapitalized = others.map((what) => what.charAt(0).toLowerCase() + what.slice(1));
  return `${[first, ...decapitalized].join(', ')}.`;
}

function StoredDataRow({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-caption text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type Outcome = 'none' | 'downloaded' | 'too_many';

function Download() {
  const copying = api.users.export.useMutation();
  const [outcome, setOutcome] = useState<Outcome>('none');
  const [againAt, setAgainAt] = useState<Date | null>(null);
  const form = useForm<ExportData>({ defaultValues: { currentMdp: '' } });
  const { handleSubmit, formState, reset } = form;
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
        const { status, retryAfterMs = 0 } = callErrorOf(error);
        if (status !== 429) throw error;
        setAgainAt(retryAfterMs > 0 ? new Date(Date.now() + retryAfterMs) : null);
        setOutcome('too_many');
      }
    });
  };

  if (outcome === 'downloaded') {
    return (
      <div ref={focusElement} className="mt-4 flex flex-col items-start gap-6">
        <Alert kind="success">
          <Trans>The file is in your downloads. We’ve also emailed you to confirm.</Trans>
        </Alert>
        <button type="button" onClick={() => setOutcome('none')} className={BUTTON.secondary}>
          <Trans>Download again</Trans>
        </button>
      </div>
    );
  }
  if (outcome === 'too_many') {
    return (
      <div ref={focusElement} className="mt-4">
        <Alert kind="error">
          <RateLimitNote againAt={againAt} />
        </Alert>
      </div>
    );
  }
  const isAboutPassword = errorCode === 'incorrect_password';
  return (
    <Form onSubmit={handleSubmit(download)}>
      <p className="mt-3">
        <Trans>
          You’ll get a text file (JSON) with your account, orders, messages and everything else. It
          includes your addresses, so keep it somewhere private.
        </Trans>
      </p>
      {errorCode !== null && !isAboutPassword && (
        <CodeAlert id={alertId} kind="error" code={errorCode} />
      )}
      <CurrentPasswordField
        form={form}
        isWrong={isAboutPassword}
        errorId={errorId}
        hint={<Trans>So we know it’s really you.</Trans>}
      />
      <SubmitButton isPending={formState.isSubmitting} busy={<Trans>Preparing your file…</Trans>}>
        <Trans>Download my data</Trans>
      </SubmitButton>
      <div className="-mt-2">
        <ForgottenOwnPassword />
      </div>
    </Form>
  );
}

/** The server may not say when the next download is possible. */
function RateLimitNote({ againAt }: { againAt: Date | null }) {
  const { locale } = useRouteContext({ from: '__root__' });
  if (againAt === null) {
    return <Trans>You’ve reached today’s limit. Try again in a few hours.</Trans>;
  }
  const moment = formatMoment(locale, againAt);
  return <Trans>You’ve reached today’s limit. You can have another copy from {moment}.</Trans>;
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not immediately: the browser may still be reading the object URL.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
