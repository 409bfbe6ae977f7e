import type { Subscription } from '@agres/domain/shapes';
import type { UpdateCard } from '@agres/domain/subscription.schema';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Lock, Mail, ShieldCheck } from 'lucide';
import type { ReactNode } from 'react';

import { api } from '../../lib/data.ts';
import type { Part } from '../../lib/part.ts';
import { CodeAlert } from '../../ui/code-alert.tsx';
import { DataError } from '../../ui/data-error.tsx';
import { focusElement, focusFromTop } from '../../ui/focus.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { Point } from '../../ui/point.tsx';
import { ProfileLink } from '../../ui/profile-link.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import { CardSteps } from '../checkout/card-steps.tsx';
import { pendingCallsOf } from '../checkout/pending-call.ts';
import { useCardPayment } from '../checkout/use-card-payment.ts';

type CardUpdatePageProps = {
  CardFacts: Part<{ subscription: Subscription; isNew?: boolean }>;
};

export function CardUpdatePage({ CardFacts }: CardUpdatePageProps) {
  const status = api.users.status.useQuery();
  const user = status.data?.user;
  return (
    <div className="mx-auto max-w-page px-gutter pt-8 pb-section menu:pt-12">
      <ProfileLink>
        <Trans>My profile</Trans>
      </ProfileLink>
      {user?.subscription ? (
        <CardUpdate
          key={user.id}
          userId={user.id}
          subscription={user.subscription}
          CardFacts={CardFacts}
        />
      ) : (
        <Asking intro={null}>
          {status.isPending && <LoadingIndicator />}
          {status.isError && <DataError onTry={() => status.refetch()} />}
          {status.isSuccess && <CodeAlert kind="error" code="not_subscribed" />}
        </Asking>
      )}
    </div>
  );
}

function Asking({ intro, children }: { intro: ReactNode; children: ReactNode }) {
  return (
    <TwoColumns title={<Trans>Change my card</Trans>} intro={intro} foot={<WhatHappens />}>
      {children}
    </TwoColumns>
  );
}

type CardUpdateProps = CardUpdatePageProps & { userId: number; subscription: Subscription };

function CardUpdate({ userId, subscription, CardFacts }: CardUpdateProps) {
  const { t } = useLingui();
  const { client, payments } = api.useUtils();
  const payment = useCardPayment<UpdateCard>({
    userId,
    pendingCalls: pendingCallsOf({ kind: 'card-update', userId }),
    send: ({ input, idempotencyKey }) =>
      client.payments.updateCard.mutate(input, { context: { idempotencyKey } }),
    // The page stays open and shows the result, with the new card.
    onAnswer: () => payments.card.invalidate(),
  });
  const { state, error, askForCard } = payment;
  const askForNewCard = () =>
    askForCard({
      purpose: { kind: 'keep', title: t`New card` },
      inputWith: (stripeToken) => ({ stripeToken }),
    });
  if (state.step === 'done') return <Updated subscription={subscription} CardFacts={CardFacts} />;
  const isCancelled = subscription.accessEndsOn !== null;
  return (
    <Asking
      intro={
        isCancelled ? (
          <Trans>No payment is due. We’ll only use a new card if you resume.</Trans>
        ) : (
          <Trans>Enter your new card: we’ll use it from your next payment.</Trans>
        )
      }
    >
      <div className="flex flex-col gap-6">
        {error !== null && (
          <div ref={focusElement}>
            <CodeAlert kind="error" code={error.code} />
          </div>
        )}
        <section className="rounded-card bg-surface p-6 shadow-card sm:p-9">
          <CardFacts subscription={subscription} />
          <p className="mt-5 text-small text-ink-soft">
            <Trans>Your bank may ask you to confirm that the card is yours.</Trans>
          </p>
          <div className="mt-6 flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
            <button
              type="button"
              onClick={() => void askForNewCard()}
              className={`grow ${BUTTON.primary}`}
            >
              <Trans>New bank details</Trans>
            </button>
            <Link to="/profile" className={BUTTON.quiet}>
              <Trans>Cancel</Trans>
            </Link>
            {isCancelled && (
              <Link to="/subscribe" className={`max-sm:px-4! w-full ${BUTTON.secondary}`}>
                <Trans>Resume my subscription</Trans>
              </Link>
            )}
          </div>
        </section>
        <CardSteps payment={payment}>
          <Trans>Payment details are being updated, please wait a few moments.</Trans>
        </CardSteps>
      </div>
    </Asking>
  );
}

/** The message gets the focus, so that a screen reader reads it first. */
function Updated({ subscription, CardFacts }: Omit<CardUpdateProps, 'userId'>) {
  return (
    <TwoColumns
      title={<Trans>Your new card is saved</Trans>}
      intro={
        subscription.accessEndsOn === null && <Trans>We’ll use it from your next payment.</Trans>
      }
      foot={
        <div ref={focusFromTop}>
          <CodeAlert kind="success" code="banking_information_updated" />
        </div>
      }
    >
      <section className="rounded-card bg-surface p-6 shadow-card sm:p-9">
        <CardFacts subscription={subscription} isNew />
        <Link to="/profile" className={`mt-6 w-full ${BUTTON.primary}`}>
          <Trans>Back to my profile</Trans>
        </Link>
      </section>
    </TwoColumns>
  );
}

function WhatHappens() {
  return (
    <ul className="flex flex-col gap-3 text-small text-ink-soft">
      <Point sign={Lock}>
        <Trans>Pay by Visa or Mastercard. Stripe stores your card; we never see its number.</Trans>
      </Point>
      <Point sign={ShieldCheck}>
        <Trans>If the new card is declined, we’ll keep your current one.</Trans>
      </Point>
      <Point sign={Mail}>
        <Trans>We’ll email you to confirm the change.</Trans>
      </Point>
    </ul>
  );
}
