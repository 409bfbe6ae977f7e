import { Trans } from '@lingui/react/macro';
import type { DeclarationKind } from '@shop/domain/declaration';
import { formatZonedMoment } from '@shop/i18n/moment-formats';
import { useRouteContext } from '@tanstack/react-router';
import { CircleCheck } from 'lucide';
import { useState } from 'react';

import { Alert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';
import { focusElement } from '../../ui/focus.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Statement } from './statement.tsx';
import type { DeclarationState } from './use-declaration.ts';

const WhatComesNext = lazyPart(async () => (await import('./later-parts.ts')).WhatComesNext);
const Summary = lazyPart(async () => (await import('./later-parts.ts')).Summary);

type ReceiptProps = {
  kind: DeclarationKind;
  state: Extract<DeclarationState, { step: 'done' }>;
};

/** What was received, to print and to keep: the page of a declaration once it is made. */
export function Receipt({ kind, state: { draft, statement, received } }: ReceiptProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const [isCopied, setIsCopied] = useState(false);
  const moment = formatZonedMoment(locale, received.declaredAt);
  const { number } = received;
  const { email, next } = draft;
  const copy = async () => {
    await navigator.clipboard.writeText(`${statement}\n${number}\n${moment}\n${email}`);
    setIsCopied(true);
  };
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
        <div className="mt-6 flex flex-wrap gap-4 print:hidden">
          <button type="button" onClick={() => window.print()} className={BUTTON.secondary}>
            <Trans>Print</Trans>
          </button>
          <button type="button" onClick={() => void copy()} className={BUTTON.secondary}>
            <Trans>Copy</Trans>
          </button>
        </div>
        {isCopied && (
          <div className="mt-4 print:hidden">
            <Alert kind="success">
              <Trans>Copied.</Trans>
            </Alert>
          </div>
        )}
      </div>
      <div className="self-start rounded-panel bg-surface p-5 shadow-card sm:p-10">
        <WhatComesNext kind={kind} received={received} step={next} />
        <section className="mt-8 border-t border-line pt-6">
          <h2 className="font-display text-title-s font-bold">
            <Trans>Your declaration</Trans>
          </h2>
          <Statement text={statement} />
          <p className="mt-4 wrap-anywhere">
            <Trans>
              We are emailing the receipt to {email}. If nothing arrives, print this page and keep
              it.
            </Trans>
          </p>
        </section>
      </div>
    </div>
  );
}
