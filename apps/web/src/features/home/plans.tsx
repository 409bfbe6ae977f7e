import { Trans } from '@lingui/react/macro';
import {
  PLAN_PRICES_CENTS,
  YEARLY_PER_MONTH_CENTS,
  YEARLY_SAVING_PERCENT,
} from '@shop/domain/subscription';
import { formatPrice } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { StoreBadges } from './store-badges.tsx';

/** The two ways to pay for the programme (specification, section 1). */
export function Plans() {
  const { locale } = useRouteContext({ from: '__root__' });
  const monthly = formatPrice(locale, PLAN_PRICES_CENTS.monthly);
  const perMonth = formatPrice(locale, YEARLY_PER_MONTH_CENTS);
  const yearly = formatPrice(locale, PLAN_PRICES_CENTS.yearly);
  return (
    <section id="plans" className="bg-secondary text-on-dark">
      <div className="mx-auto grid max-w-page gap-10 px-gutter py-section menu:grid-cols-[5fr_7fr]">
        <div>
          <h2 className="font-display text-title-l font-bold text-balance">
            <Trans>Your programme, every day in the app</Trans>
          </h2>
          <p className="mt-5 text-lead text-on-dark-soft">
            <Trans>
              No commitment. Cancel at any time: your access lasts to the end of the paid period.
              Payment by card, Visa or Mastercard.
            </Trans>
          </p>
          <StoreBadges />
        </div>
        <ul className="grid gap-5 sm:grid-cols-2">
          <Plan name={<Trans>Monthly</Trans>} price={monthly}>
            <Trans>Debited every month.</Trans>
          </Plan>
          <Plan
            name={<Trans>Yearly</Trans>}
            price={perMonth}
            badge={<Trans>{YEARLY_SAVING_PERCENT}% saved</Trans>}
          >
            <Trans>Debited once a year: {yearly}.</Trans>
          </Plan>
        </ul>
      </div>
    </section>
  );
}

type PlanProps = { name: ReactNode; price: string; badge?: ReactNode; children: ReactNode };

function Plan({ name, price, badge, children }: PlanProps) {
  return (
    <li className="flex flex-col rounded-card bg-surface p-7 text-ink">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-display text-title-s font-bold">{name}</h3>
        {badge && (
          <span className="rounded-pill bg-highlight px-3 py-1 text-caption font-semibold">
            {badge}
          </span>
        )}
      </div>
      <p className="mt-6 flex flex-wrap items-baseline gap-x-2">
        <span className="font-display text-title-l font-bold tabular-nums">{price}</span>
        <span className="text-ink-soft">
          <Trans>per month</Trans>
        </span>
      </p>
      <p className="mt-3 text-ink-soft">{children}</p>
    </li>
  );
}
