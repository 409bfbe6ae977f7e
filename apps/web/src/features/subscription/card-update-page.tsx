import { Trans } from '@lingui/react/macro';
import type { Subscription } from '@shop/domain/shapes';
import { PLAN_PRICES_CENTS } from '@shop/domain/subscription';
import type { UpdateCard } from '@shop/domain/subscription.schema';
import { formatPrice } from '@shop/i18n/formats';
import { Link, useRouteContext } from '@tanstack/react-router';
import { CreditCard } from 'lucide';

import { api } from '../../lib/data.ts';
import { pendingCallsOf } from '../../lib/pending-call.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';
import { CardSteps } from '../../ui/card-steps.tsx';
import { focusElement } from '../../ui/focus.ts';
import { Icon } from '../../ui/icon.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { useCardPayment } from '../../ui/use-card-payment.ts';

/** Changes the card that the subscription is debited from (specification, section 2). */
export function CardUpdatePage() {
  const status = api.users.status.useQuery();
  const user = status.data?.user;
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <h1 className="font-display text-title-l font-bold text-balance">
        <Trans>Update payment method</Trans>
      </h1>
      <div className="mt-8 max-w-text">
        {status.isPending && <LoadingIndicator />}
        {status.isError && <CodeAlert kind="error" code="error_message" />}
        {status.isSuccess && !user?.subscription && (
          <CodeAlert kind="error" code="not_subscribed" />
        )}
        {user?.subscription && (
          <CardUpdate key={user.id} userId={user.id} subscription={user.subscription} />
        )}
      </div>
    </div>
  );
}

type CardUpdateProps = { userId: number; subscription: Subscription };

function CardUpdate({ userId, subscription }: CardUpdateProps) {
  const { client } = api.useUtils();
  const payment = useCardPayment<UpdateCard>({
    userId,
    pendingCalls: pendingCallsOf({ kind: 'card-update', userId }),
    send: ({ input, idempotencyKey }) =>
      client.payments.updateCard.mutate(input, { context: { idempotencyKey } }),
    // What comes of it is said here.
    onAnswer: () => Promise.resolve(),
  });
  const { state, error, askForCard } = payment;
  const askForNewCard = () =>
    askForCard({ purpose: { kind: 'keep' }, inputWith: (stripeToken) => ({ stripeToken }) });
  return (
    <div className="flex flex-col gap-6">
      <Outcome errorCode={error?.code} isDone={state.step === 'done'} />
      <section className="rounded-card bg-surface p-7 shadow-card sm:p-9">
        <Explanation subscription={subscription} />
        <div className="mt-8 flex flex-wrap gap-4">
          <button
            type="button"
            onClick={() => void askForNewCard()}
            className={`grow sm:grow-0 ${state.step === 'done' ? BUTTON.secondary : BUTTON.primary}`}
          >
            <Icon of={CreditCard} className="size-5 shrink-0" />
            <Trans>New bank details</Trans>
          </button>
          <Link to="/profile" className={`grow sm:grow-0 ${BUTTON.secondary}`}>
            {state.step === 'done' ? <Trans>Back to my profile</Trans> : <Trans>Cancel</Trans>}
          </Link>
        </div>
      </section>
      <CardSteps payment={payment}>
        <Trans>Payment details are being updated, please wait a few moments.</Trans>
      </CardSteps>
    </div>
  );
}

function Explanation({ subscription: { plan } }: { subscription: Subscription }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const price = formatPrice(locale, PLAN_PRICES_CENTS[plan]);
  return (
    <div className="flex flex-col gap-4 text-pretty">
      <p className="text-lead">
        {plan === 'monthly' ? (
          <Trans>Your card is charged for your subscription every month: {price}.</Trans>
        ) : (
          <Trans>Your card is charged for your subscription once a year: {price}.</Trans>
        )}
      </p>
      <p>
        <Trans>
          Enter the details of another card: your next payments will use it. You won’t be charged
          now; your bank may ask you to confirm that the card is yours.
        </Trans>
      </p>
      <p className="text-ink-soft">
        <Trans>If the new card is refused, the current one stays.</Trans>
      </p>
    </div>
  );
}

/** How the last try ended; it gets the focus, so that it is read first. */
function Outcome({ errorCode, isDone }: { errorCode: string | undefined; isDone: boolean }) {
  if (!isDone && errorCode === undefined) return null;
  return (
    <div ref={focusElement}>
      {errorCode === undefined ? (
        <CodeAlert kind="success" code="banking_information_updated" />
      ) : (
        <CodeAlert kind="error" code={errorCode} />
      )}
    </div>
  );
}
