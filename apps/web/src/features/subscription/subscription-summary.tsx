import type { Plan } from '@agres/domain/shapes';
import { periodEndOf, PLAN_PRICES_CENTS } from '@agres/domain/subscription';
import { formatDate, formatPrice } from '@agres/i18n/formats';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

import { usePlanNames } from './plan-names.ts';

type SubscriptionSummaryProps = { plan: Plan; today: Date };

/**
 * The amounts and dates of the debits, shown before the order (article L221-14 of the French consumer code).
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
    <dl
      className="relative z-10 rounded-control bg-ground-deep px-5 py-4 tabular-nums"
      aria-live="polite"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line pb-3">
        <dt className="font-semibold">
          <Trans>Total today</Trans>
        </dt>
        <dd className="font-display text-title-m font-bold">{price}</dd>
      </div>
      {/* On a phone, labels and values are on separate lines, so that both plans take the same space. */}
      <div className="justify-between gap-x-6 pt-3 pb-1 sm:flex">
        <dt className="font-medium">{names[plan]}</dt>
        <dd className="text-small sm:text-body">
          <Trans>
            from {begins} to {renewal}
          </Trans>
        </dd>
      </div>
      <div className="justify-between gap-x-6 py-1 sm:flex">
        <dt className="font-medium">{rhythms[plan]}</dt>
        <dd className="text-small sm:text-body">
          <Trans>
            {price}, from {renewal}
          </Trans>
        </dd>
      </div>
    </dl>
  );
}

/**
 * The total at the bottom of a phone screen. The summary, which starts with the same line, covers it. Hidden
 * from screen readers, which read the summary.
 */
export function StickyTotal({ plan }: Pick<SubscriptionSummaryProps, 'plan'>) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <div aria-hidden="true" className="relative -mb-8 h-0 tall:sticky tall:bottom-14 lg:hidden">
      <div className="absolute -inset-x-5 bg-surface px-5 pb-2">
        <p className="flex min-h-12 items-center justify-between gap-x-3 rounded-control bg-ground-deep px-5 tabular-nums">
          <span className="min-w-0 truncate text-small font-semibold">
            <Trans>Total today</Trans>
          </span>
          <span className="whitespace-nowrap font-display text-title-s font-bold">
            {formatPrice(locale, PLAN_PRICES_CENTS[plan])}
          </span>
        </p>
      </div>
    </div>
  );
}
