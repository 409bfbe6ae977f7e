import type { Plan } from '@agres/domain/shape-values';
import {
  PLAN_PRICES_CENTS,
  YEARLY_PER_MONTH_CENTS,
  YEARLY_SAVING_PERCENT,
} from '@agres/domain/subscription';
import { formatPrice } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';

import { Point } from '../../ui/point.tsx';
import { StoreBadges } from '../../ui/store-badges.tsx';
import { AppScreens } from './app-screens.tsx';

/** Specification S1.15. */
export function Plans() {
  const { locale, viewer } = useRouteContext({ from: '__root__' });
  const monthly = formatPrice(locale, PLAN_PRICES_CENTS.monthly);
  const perMonth = formatPrice(locale, YEARLY_PER_MONTH_CENTS);
  const yearly = formatPrice(locale, PLAN_PRICES_CENTS.yearly);
  return (
    <section id="plans" className="arc arc-right bg-secondary text-on-dark">
      <div className="relative mx-auto grid max-w-page items-center gap-x-12 gap-y-12 px-gutter py-section menu:grid-cols-[5fr_7fr]">
        <div>
          <h2 className="font-display text-title-l font-bold">
            <Trans>Your programme, every day in the app</Trans>
          </h2>
          <p className="mt-5 text-lead text-on-dark-soft">
            <Trans>
              Open it, press Start, train. Your sessions, your week and your progress are all in one
              place.
            </Trans>
          </p>
          {viewer === 'subscriber' && (
            <p className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3 font-semibold">
              <Trans>You’re subscribed.</Trans>
              <Link to="/profile" className={BUTTON.onDark}>
                <Trans>See my subscription</Trans>
              </Link>
            </p>
          )}
          <div className="mt-8">
            <StoreBadges />
          </div>
        </div>
        <AppScreens />
        <div className="col-span-full flex flex-col gap-6">
          <ul className="grid gap-x-8 gap-y-3 font-semibold menu:grid-cols-3">
            <Point isOnDark>
              <Trans>A personalised programme</Trans>
            </Point>
            <Point isOnDark>
              <Trans>Over 15 programmes, over 40 individual sessions</Trans>
            </Point>
            <Point isOnDark>
              <Trans>No commitment: cancel at any time</Trans>
            </Point>
          </ul>
          <ul className="grid gap-5 sm:grid-cols-2">
            <PlanCard
              plan="monthly"
              name={<Trans>Monthly</Trans>}
              price={monthly}
              debits={<Trans>Billed every month.</Trans>}
            />
            <PlanCard
              plan="yearly"
              name={<Trans>Yearly</Trans>}
              price={perMonth}
              debits={<Trans>Billed once a year: {yearly}.</Trans>}
              saving={<Trans>Save {YEARLY_SAVING_PERCENT}% compared with monthly.</Trans>}
            />
          </ul>
          <p className="text-small text-on-dark-soft">
            <Trans>
              Pay by Visa or Mastercard. If you cancel, you keep your access until the end of the
              period you’ve paid for.
            </Trans>
          </p>
        </div>
      </div>
    </section>
  );
}

type PlanCardProps = {
  plan: Plan;
  name: ReactNode;
  price: string;
  debits: ReactNode;
  /** Set for the recommended plan only. */
  saving?: ReactNode;
};

function PlanCard({ plan, name, price, debits, saving }: PlanCardProps) {
  const { viewer } = useRouteContext({ from: '__root__' });
  const nameId = useId();
  return (
    <li
      className={`flex flex-col rounded-card border-4 bg-surface p-6 text-ink ${saving ? 'border-highlight' : 'border-surface'}`}
    >
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h3 id={nameId} className="font-display text-title-s font-bold">
          {name}
        </h3>
        {saving && (
          <span className="rounded-pill bg-highlight px-3 py-1 text-caption font-semibold">
            <Trans>Recommended</Trans>
          </span>
        )}
      </div>
      <p className="mt-4 flex flex-wrap items-baseline gap-x-2">
        <span className="font-display text-title-l font-bold tabular-nums">{price}</span>
        <span className="text-ink-soft">
          <Trans>per month</Trans>
        </span>
      </p>
      <p className="mt-1 mb-5 text-ink-soft">
        {debits}
        {saving && <span className="block font-semibold text-ink">{saving}</span>}
      </p>
      {viewer !== 'subscriber' && (
        <Link
          to="/subscribe"
          search={{ plan }}
          aria-describedby={nameId}
          className={`mt-auto ${saving ? BUTTON.primary : BUTTON.secondary}`}
        >
          <Trans>Subscribe</Trans>
        </Link>
      )}
    </li>
  );
}
