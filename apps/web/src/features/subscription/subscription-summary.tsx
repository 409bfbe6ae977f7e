import type { Plan } from '@agres/domain/shape-values';
import { periodEndOf, PLAN_PRICES_CENTS } from '@agres/domain/subscription';
import { formatDate, formatPrice } from '@agres/i18n/formats';
import type { Reminder } from '@agres/legal/reminder';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

import { OrderReminder, ReminderRow } from '../checkout/order-reminder.tsx';
import { usePlanNames } from './plan-names.ts';

type SubscriptionSummaryProps = { plan: Plan; today: Date; reminder: Reminder };

/**
 * The amounts and dates of the debits, what they pay for and the subscriber's rights, shown before the order
 * (article L221-14 of the French consumer code). On a phone, the total sticks below the header until the end of
 * its parent, which ends above the order button.
 */
export function SubscriptionSummary({ plan, today, reminder }: SubscriptionSummaryProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { t } = useLingui();
  const names = usePlanNames();
  const price = formatPrice(locale, PLAN_PRICES_CENTS[plan]);
  const begins = formatDate(locale, today);
  const renewal = formatDate(locale, periodEndOf(plan, today));
  const rhythm = plan === 'yearly' ? t`Then every year` : t`Then every month`;
  return (
    <>
      <dl
        className="z-10 rounded-t-control bg-ground-deep px-5 py-2 tabular-nums max-lg:tall:sticky max-lg:tall:top-17"
        aria-live="polite"
      >
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt className="font-semibold">
            <Trans>Total today</Trans>
          </dt>
          <dd className="font-display text-title-s font-bold sm:text-title-m">{price}</dd>
        </div>
      </dl>
      <div className="-mt-8 rounded-b-control border border-t-0 border-line p-5" aria-live="polite">
        <OrderReminder lines={reminder}>
          <ReminderRow label={names[plan]}>
            {/* A line for each date: the rows of both plans have the same height on every day. */}
            <Trans>
              <span className="block">from {begins}</span>{' '}
              <span className="block">to {renewal}</span>
            </Trans>
          </ReminderRow>
          <ReminderRow label={rhythm}>
            <Trans>
              {price}, <span className="block">from {renewal}</span>
            </Trans>
          </ReminderRow>
          <ReminderRow label={t`What you get`}>
            <Trans>Your programme, plus every session in the app</Trans>
          </ReminderRow>
          <ReminderRow label={t`Payment`}>
            <Trans>
              Visa, Mastercard, Apple Pay or Google Pay. Stripe stores your card; we never see its
              number.
            </Trans>
          </ReminderRow>
        </OrderReminder>
      </div>
    </>
  );
}
