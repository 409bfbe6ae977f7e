import type { Subscription } from '@agres/domain/shapes';
import { PLAN_PRICES_CENTS } from '@agres/domain/subscription';
import { formatDate, formatPrice } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';

import { CodeAlert } from '../../ui/code-alert.tsx';
import { useFocusAfterAttempt } from '../../ui/use-focus-after-try.ts';
import { CardSteps } from '../checkout/card-steps.tsx';
import { CardFacts } from './card-facts.tsx';
import { useSubscriptionPayment } from './use-subscription-payment.ts';

type ResumptionProps = { userId: number; subscription: Subscription; accessEndsOn: string };

/** Resumes a cancelled subscription during the paid period, without a charge. */
export function Resumption({ userId, subscription, accessEndsOn }: ResumptionProps) {
  const { plan } = subscription;
  const { locale } = useRouteContext({ from: '__root__' });
  const price = formatPrice(locale, PLAN_PRICES_CENTS[plan]);
  const payment = useSubscriptionPayment(userId);
  const { error, isInProgress, pay } = payment;
  const { buttonRef, errorRef } = useFocusAfterAttempt(isInProgress);
  const end = formatDate(locale, accessEndsOn);
  return (
    <section className="rounded-card bg-surface p-6 shadow-card sm:p-9">
      <CardFacts subscription={subscription} />
      <p className="mt-5 text-small text-ink-soft">
        <Trans>
          If you resume, your next payment will be {price} on {end}.
        </Trans>
      </p>
      {error !== null && (
        <div ref={errorRef} tabIndex={-1} className="mt-6 outline-none">
          <CodeAlert kind="error" code={error.code} />
        </div>
      )}
      <button
        ref={buttonRef}
        type="button"
        disabled={isInProgress}
        onClick={() => void pay({ plan })}
        className={`max-sm:px-4! mt-6 w-full ${BUTTON.primary}`}
      >
        <Trans>Resume my subscription</Trans>
      </button>
      <Link to="/update-payment-method" className={`mt-3 w-full ${BUTTON.secondary}`}>
        <Trans>Change my card</Trans>
      </Link>
      <CardSteps payment={payment} navigatesWhenDone>
        <Trans>Resuming your subscription. This may take a moment.</Trans>
      </CardSteps>
    </section>
  );
}
