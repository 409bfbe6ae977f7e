import { Trans } from '@lingui/react/macro';
import type { Plan } from '@shop/domain/shapes';
import { formatDate } from '@shop/i18n/formats';
import { Link, useRouteContext } from '@tanstack/react-router';

import { CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';
import { CardSteps } from '../../ui/card-steps.tsx';
import { useFocusAfterTry } from '../../ui/use-focus-after-try.ts';
import { usePlanPrices } from './plan-names.ts';
import { useSubscriptionPayment } from './use-subscription-payment.ts';

type ResumptionProps = { userId: number; plan: Plan; accessEndsOn: string };

/** Takes the cancellation of a subscription back while the paid period still runs; nothing is debited for it. */
export function Resumption({ userId, plan, accessEndsOn }: ResumptionProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const price = usePlanPrices()[plan];
  const payment = useSubscriptionPayment(userId);
  const { error, isUnderWay, pay } = payment;
  const { buttonRef, errorRef } = useFocusAfterTry(isUnderWay);
  const end = formatDate(locale, accessEndsOn);
  return (
    <section className="rounded-panel bg-surface p-6 shadow-card sm:p-10">
      <p className="text-lead">
        <Trans>Your access lasts until {end}. Until then you can resume your subscription.</Trans>
      </p>
      <p className="mt-4">
        <Trans>
          You won’t be charged today. The next payment is on {end}: {price}, on the same card as
          before.
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
        disabled={isUnderWay}
        onClick={() => void pay({ plan })}
        className={`mt-8 w-full ${BUTTON.primary}`}
      >
        <Trans>Resume my subscription</Trans>
      </button>
      <Link to="/profile" className={`mt-4 w-full ${BUTTON.secondary}`}>
        <Trans>See my profile</Trans>
      </Link>
      <CardSteps payment={payment} isLeftWhenDone>
        <Trans>Your subscription is being resumed, please wait a few moments.</Trans>
      </CardSteps>
    </section>
  );
}
