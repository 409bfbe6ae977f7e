import type { Plan } from '@agres/domain/shape-values';
import { periodEndOf, PLAN_PRICES_CENTS } from '@agres/domain/subscription';
import { formatDate, formatPrice } from '@agres/i18n/formats';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

import { usePlanNames } from './plan-names.ts';

type SubscriptionSummaryProps = { plan: Plan; today: Date };

/**
 * The amounts and dates of the debits, shown before the order (article L221-14 of the French consumer code). On
 * a phone, the total sticks below the header until the end of its parent, which ends above the order button.
 */
export function SubscriptionSummary({ plan, today }: SubscriptionSummaryProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { t } = useLingui();
  const names = usePlanNames();
  const price = formatPrice(locale, PLAN_PRICES_CENTS[plan]);
  const begins = formatDate(locale, today);
  const renewal = formatDate(locale, periodEndOf(plan, today));
  const rhythms = {
    monthly: t`Then every month`,
    yearly: t`Then every year`,
  } as const satisfies Record<Plan, string>;
  return (
    <>
      <dl
        className="z-10 rounded-control bg-ground-deep px-5 py-1 tabular-nums outline-8 outline-surface max-lg:tall:sticky max-lg:tall:top-19"
        aria-live="polite"
      >
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt className="font-semibold">
            <Trans>Total today</Trans>
          </dt>
          <dd className="font-display text-title-m font-bold">{price}</dd>
        </div>
      </dl>
      <dl
        className="-mt-6 flex flex-col gap-2 rounded-control border border-line px-5 py-3 tabular-nums"
        aria-live="polite"
      >
        {/* On a phone, labels and values are on separate lines, so that both plans take the same space. */}
        <div className="justify-between gap-x-6 sm:flex">
          <dt className="font-medium">{names[plan]}</dt>
          <dd className="text-small sm:text-body">
            <Trans>
              from {begins} to {renewal}
            </Trans>
          </dd>
        </div>
        <div className="justify-between gap-x-6 sm:flex">
          <dt className="font-medium">{rhythms[plan]}</dt>
          <dd className="text-small sm:text-body">
            <Trans>
              {price}, from {renewal}
            </Trans>
          </dd>
        </div>
      </dl>
    </>
  );
}
