import { Trans } from '@lingui/react/macro';
import type { Subscription } from '@shop/domain/shapes';
import { PLAN_PRICES_CENTS } from '@shop/domain/subscription';
import { formatDate, formatPrice } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { api } from '../../lib/data.ts';
import { usePlanNames } from './plan-names.ts';

/** What the card pays for, when next and how much, and that nothing is debited now. */
export function CardFacts({ subscription }: { subscription: Subscription }) {
  const names = usePlanNames();
  return (
    <dl className="rounded-control bg-ground-deep px-5 py-4 tabular-nums">
      <Fact label={<Trans>This card pays for</Trans>}>{names[subscription.plan]}</Fact>
      <Fact label={<Trans>Next payment</Trans>}>
        <NextPayment subscription={subscription} />
      </Fact>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-6 border-t border-line pt-3">
        <dt className="font-semibold">
          <Trans>Today</Trans>
        </dt>
        <dd className="font-semibold">
          <Trans>Nothing is charged</Trans>
        </dd>
      </div>
    </dl>
  );
}

function NextPayment({ subscription: { plan, accessEndsOn } }: { subscription: Subscription }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const contract = api.programmes.current.useQuery();
  const price = formatPrice(locale, PLAN_PRICES_CENTS[plan]);
  if (accessEndsOn !== null) {
    const end = formatDate(locale, accessEndsOn);
    return <Trans>Cancelled: your access lasts until {end}.</Trans>;
  }
  if (!contract.isSuccess) return price;
  const { paidUntil, isPastDue, referrals } = contract.data;
  if (isPastDue) return <Trans>{price}: refused, we try again over the next few days</Trans>;
  const date = formatDate(locale, paidUntil);
  return referrals === 0 ? (
    <Trans>
      {price}, on {date}
    </Trans>
  ) : (
    <Trans>
      {price}, less what your referrals earned, on {date}
    </Trans>
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 py-1">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
