import { Trans } from '@lingui/react/macro';
import type { Subscription } from '@shop/domain/shapes';
import { PLAN_PRICES_CENTS } from '@shop/domain/subscription';
import { formatPrice } from '@shop/i18n/formats';
import { Link, useRouteContext } from '@tanstack/react-router';
import { CreditCard } from 'lucide-react';

import { api } from '../../lib/data.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { BlockingOverlay } from '../../ui/blocking-overlay.tsx';
import { BUTTON } from '../../ui/button.ts';
import { CardPopup } from '../../ui/card-popup.tsx';
import { focusElement } from '../../ui/focus.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { useCardUpdate, type CardUpdateState } from './use-card-update.ts';

/** Changes the card that the subscription is debited from (specification, section 2). */
export function CardUpdatePage() {
  const status = api.users.status.useQuery();
  const subscription = status.data?.user?.subscription;
  return (
    <div className="mx-auto max-w-page px-gutter pt-12 pb-section menu:pt-16">
      <h1 className="font-display text-title-l font-bold text-balance">
        <Trans>Update payment method</Trans>
      </h1>
      <div className="mt-8 max-w-text">
        {status.isPending && <LoadingIndicator />}
        {status.isError && <CodeAlert kind="error" code="error_message" />}
        {status.isSuccess && !subscription && <CodeAlert kind="error" code="not_subscribed" />}
        {subscription && <CardUpdate subscription={subscription} />}
      </div>
    </div>
  );
}

function CardUpdate({ subscription }: { subscription: Subscription }) {
  const { state, askForCard, leaveCard, updateWith } = useCardUpdate();
  return (
    <div className="flex flex-col gap-6">
      <Outcome state={state} />
      <section className="rounded-card bg-surface p-7 shadow-card sm:p-9">
        <Explanation subscription={subscription} />
        <div className="mt-8 flex flex-wrap gap-4">
          <button
            type="button"
            onClick={askForCard}
            className={`grow sm:grow-0 ${state.step === 'updated' ? BUTTON.secondary : BUTTON.primary}`}
          >
            <CreditCard aria-hidden="true" className="size-5 shrink-0" />
            <Trans>New bank details</Trans>
          </button>
          <Link to="/profile" className={`grow sm:grow-0 ${BUTTON.secondary}`}>
            {state.step === 'updated' ? <Trans>Back to my profile</Trans> : <Trans>Cancel</Trans>}
          </Link>
        </div>
      </section>
      {state.step === 'card' && (
        <CardPopup
          purpose={{ kind: 'keep' }}
          onClose={leaveCard}
          onToken={(token) => void updateWith(token)}
        />
      )}
      {state.step === 'updating' && (
        <BlockingOverlay>
          <Trans>Payment details are being updated, please wait a few moments.</Trans>
        </BlockingOverlay>
      )}
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
          <Trans>Your subscription is debited from your card every month: {price}.</Trans>
        ) : (
          <Trans>Your subscription is debited from your card once a year: {price}.</Trans>
        )}
      </p>
      <p>
        <Trans>
          Enter the details of another card, and the next debits use it. Nothing is debited now;
          your bank may ask you to confirm that the card is yours.
        </Trans>
      </p>
      <p className="text-ink-soft">
        <Trans>If the new card is refused, the present one stays.</Trans>
      </p>
    </div>
  );
}

/** How the last try ended; it gets the focus, so that it is read first. */
function Outcome({ state }: { state: CardUpdateState }) {
  if (state.step !== 'updated' && state.step !== 'refused') return null;
  return (
    <div ref={focusElement}>
      {state.step === 'updated' ? (
        <CodeAlert kind="success" code="banking_information_updated" />
      ) : (
        <CodeAlert kind="error" code={state.code} />
      )}
    </div>
  );
}
