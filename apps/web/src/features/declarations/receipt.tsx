import type { DeclarationKind } from '@agres/domain/declaration';
import { formatZonedMoment } from '@agres/i18n/moment-formats';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { CircleCheck } from 'lucide';

import { EmailAddress } from '../../ui/email-address.tsx';
import { focusElement } from '../../ui/focus.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Statement } from './statement.tsx';
import type { DeclarationState } from './use-declaration.ts';

const WhatComesNext = lazyPart(async () => (await import('./later-parts.ts')).WhatComesNext);
const Summary = lazyPart(async () => (await import('./later-parts.ts')).Summary);
const ReceiptFile = lazyPart(async () => (await import('./later-parts.ts')).ReceiptFile);

type ReceiptProps = {
  kind: DeclarationKind;
  state: Extract<DeclarationState, { step: 'done' }>;
};

/** The result of a declaration: a receipt to save or print, and the next steps. */
export function Receipt({ kind, state: { draft, statement, received } }: ReceiptProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const moment = formatZonedMoment(locale, received.declaredAt);
  const { number } = received;
  const { email, next } = draft;
  return (
    <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-gutter pt-12 pb-section menu:grid-cols-[5fr_7fr] menu:pt-16">
      <div className="self-start menu:sticky menu:top-28">
        <Icon of={CircleCheck} className="mb-3 size-10 text-success print:hidden" />
        <h1 ref={focusElement} className="font-display text-title-l font-bold outline-none">
          {kind === 'withdrawal' ? (
            <Trans>We have received your withdrawal</Trans>
          ) : (
            <Trans>We have received your cancellation</Trans>
          )}
        </h1>
        <div className="mt-6">
          <Summary kind={kind} received={received} draft={draft} moment={moment} />
        </div>
        <p className="mt-6 max-w-text wrap-anywhere print:hidden">
          <Trans>Keep the receipt: it proves what you told us, and when.</Trans>{' '}
          {next === null ? (
            // Before the contract is known, the email may wait for others to the same address.
            <Trans>
              We’ll also email it to <EmailAddress>{email}</EmailAddress>, usually within 24 hours.
            </Trans>
          ) : (
            <Trans>
              We’re also emailing it to <EmailAddress>{email}</EmailAddress>.
            </Trans>
          )}
        </p>
        <div className="mt-4 grid max-w-form phone:grid-cols-2 gap-4 print:hidden">
          <ReceiptFile {...{ kind, number, statement, moment, email }} />
          <button
            type="button"
            onClick={() => window.print()}
            className={`max-sm:px-4! ${BUTTON.secondary}`}
          >
            <Trans>Print</Trans>
          </button>
        </div>
      </div>
      <div className="self-start rounded-panel bg-surface p-5 shadow-card sm:p-10">
        <WhatComesNext kind={kind} received={received} draft={draft} />
        <section className="mt-8 border-t border-line pt-6">
          <h2 className="font-display text-title-s font-bold">
            <Trans>Your notice</Trans>
          </h2>
          <Statement text={statement} />
        </section>
      </div>
    </div>
  );
}
