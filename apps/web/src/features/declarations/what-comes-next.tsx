import { shopFacts } from '@agres/domain/brand';
import { returnLastDay } from '@agres/domain/consumer-rights';
import { parisDayOf } from '@agres/domain/days';
import type { DeclarationKind } from '@agres/domain/declaration';
import type { DeclarationReceived, NextStep } from '@agres/domain/declarations.schema';
import { formatDate } from '@agres/i18n/formats';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';

import { api } from '../../lib/data.ts';
import { ReturnForm } from './return-form.tsx';
import type { Draft } from './use-declaration.ts';

type WhatComesNextProps = {
  kind: DeclarationKind;
  received: DeclarationReceived;
  draft: Draft;
};

/** The steps after a received declaration: automatic, or after a decision by the shop owner. */
export function WhatComesNext({ kind, received, draft }: WhatComesNextProps) {
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="font-display text-title-s font-bold">
        <Trans>What comes next</Trans>
      </h2>
      {draft.next === null ? (
        <OwnerDecisionSteps {...{ kind, received, draft }} />
      ) : (
        <OfOwnContract received={received} step={draft.next} />
      )}
    </section>
  );
}

/**
 * The shop owner decides on a declaration without a log-in. The page does not reveal whether an account exists.
 */
function OwnerDecisionSteps({ kind, received, draft }: WhatComesNextProps) {
  return (
    <>
      <Steps>
        <li>
          <Trans>
            We’ll read your notice and look for your contract. Nothing changes until then.
          </Trans>
        </li>
        <li>
          <Trans>
            We’ll reply by email within 14 days. What counts is the date of your notice, not of our
            reply.
          </Trans>
        </li>
        <li>
          <OwnerDecisionEffect kind={kind} draft={draft} />
        </li>
      </Steps>
      {kind === 'withdrawal' && !draft.isSubscription && (
        <>
          <h3 className="mt-6 font-semibold">
            <Trans>If you already have the item</Trans>
          </h3>
          <SendBack received={received} />
        </>
      )}
    </>
  );
}

function OwnerDecisionEffect({ kind, draft }: Pick<WhatComesNextProps, 'kind' | 'draft'>) {
  if (kind === 'termination') {
    return (
      <Trans>
        Your subscription then ends with the period you’ve paid for. We’ll refund anything charged
        after this notice.
      </Trans>
    );
  }
  return draft.isSubscription ? (
    <Trans>We’ll then end your subscription and refund it, minus any days used.</Trans>
  ) : (
    <Trans>If your order hasn’t left, we’ll then cancel and refund it.</Trans>
  );
}

type OfOwnContractProps = { received: DeclarationReceived; step: NextStep };

/**
 * Reads the contract again after the declaration, because its parcel may have left since the list was loaded.
 */
function useOwnContract({ received: { number }, step }: OfOwnContractProps) {
  const rights = api.declarations.rights.useQuery();
  const right = rights.data?.rights.find(({ declaration }) => declaration?.number === number);
  return { step: right?.next ?? step, isAnnounced: right?.declaration?.returnAnnounced === true };
}

type NextStepSummaryProps = { received: DeclarationReceived; step: NextStep | null };

export function NextStepSummary({ received, step }: NextStepSummaryProps) {
  if (step === null) return <Trans>We read it, then email you</Trans>;
  return <OwnContractSummary received={received} step={step} />;
}

function OwnContractSummary(props: OfOwnContractProps) {
  switch (useOwnContract(props).step) {
    case 'cancelled':
    case 'ended':
      return <Trans>Your refund, to your card</Trans>;
    case 'sent_back':
      return <Trans>You send the item back</Trans>;
    case 'checked':
    case 'decided':
      return <Trans>We check, then email you</Trans>;
  }
}

function OfOwnContract(props: OfOwnContractProps) {
  const { received } = props;
  const { step, isAnnounced } = useOwnContract(props);
  switch (step) {
    case 'cancelled':
      return (
        <Steps>
          <li>
            <Trans>
              Your order hadn’t been sent: it’s cancelled, and there’s nothing to send back.
            </Trans>
          </li>
          <li>
            <Trans>
              We’ll refund the card you paid with and email you the amount. It may take your bank a
              few days to show it.
            </Trans>
          </li>
        </Steps>
      );
    case 'checked':
      return (
        <>
          <p className="mt-4">
            <Trans>
              <strong className="font-semibold">
                We’re checking whether your parcel has left.
              </strong>{' '}
              We’ll email you either way.
            </Trans>
          </p>
          {/* Not numbered, because only one of the two follows. */}
          <ul className="mt-4 flex list-disc flex-col gap-2 pl-5">
            <li>
              <Trans>Not sent yet: we’ll cancel your order and refund you.</Trans>
            </li>
            <li>
              <Trans>Already on its way: send it back once you have it.</Trans>
            </li>
          </ul>
          <h3 className="mt-6 font-semibold">
            <Trans>If you have to send it back</Trans>
          </h3>
          <SendBack received={received} />
        </>
      );
    case 'sent_back':
      return (
        <>
          <SendBack received={received} />
          <div className="print:hidden">
            <ReturnForm number={received.number} isAnnounced={isAnnounced} />
          </div>
        </>
      );
    case 'ended':
      return (
        <Steps>
          <li>
            <Trans>Your subscription has ended. You won’t be charged again.</Trans>
          </li>
          <li>
            <Trans>
              We’ll email you the amount we’re refunding to your card, and how we worked it out.
            </Trans>
          </li>
        </Steps>
      );
    case 'decided':
      return (
        <Steps>
          <li>
            <Trans>One of us will look into it and email you our decision.</Trans>
          </li>
        </Steps>
      );
  }
}

/** Where and until when to send the goods back, who pays for it, and when the refund follows. */
function SendBack({ received: { number, declaredAt } }: Pick<WhatComesNextProps, 'received'>) {
  const { locale } = useRouteContext({ from: '__root__' });
  const lastDay = formatDate(
    locale,
    `${returnLastDay(parisDayOf(new Date(declaredAt)))}T12:00:00Z`,
  );
  const { legalName, address } = shopFacts().seller;
  return (
    <Steps>
      <li>
        <Trans>
          Put a note marked “Withdrawal no. {number}” in the parcel, and send it by{' '}
          <strong>{lastDay}</strong> to this address:
        </Trans>
        <address className="mt-2 rounded-control bg-ground-deep px-4 py-2 font-medium not-italic wrap-anywhere">
          {[legalName, ...(shopFacts().returnAddress ?? address).split(', ')].map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      </li>
      <li>
        {shopFacts().returnPaidBy === 'seller' ? (
          <Trans>We pay for sending it back.</Trans>
        ) : (
          <Trans>You pay for sending it back.</Trans>
        )}
      </li>
      <li>
        <Trans>
          We’ll refund everything you paid, delivery included, within 14 days of this notice. We may
          wait until we have the parcel, or proof that you’ve sent it.
        </Trans>
      </li>
    </Steps>
  );
}

function Steps({ children }: { children: ReactNode }) {
  return <ol className="mt-4 flex list-decimal flex-col gap-2 pl-5">{children}</ol>;
}
