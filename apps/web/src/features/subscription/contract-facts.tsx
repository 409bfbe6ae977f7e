import { Trans } from '@lingui/react/macro';
import type { Subscription, User } from '@shop/domain/shapes';
import { formatDate } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { usePlanNames, usePlanPrices } from './plan-names.ts';

type ContractFactsProps = {
  user: User;
  subscription: Subscription;
  /** When access ends if the contract is cancelled now, ISO 8601; null: at once, as nothing is paid for. */
  endsOn: string | null;
};

/** Who cancels which contract, and for when (article D215-2 of the French consumer code). */
export function ContractFacts({ user, subscription, endsOn }: ContractFactsProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const names = usePlanNames();
  const prices = usePlanPrices();
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  const { plan, subscriptionDate } = subscription;
  return (
    <dl className="rounded-control bg-ground-deep px-5 py-3">
      {name !== '' && <Fact label={<Trans>Name</Trans>}>{name}</Fact>}
      <Fact label={<Trans>E-mail address</Trans>}>{user.email}</Fact>
      <Fact label={<Trans>Customer number</Trans>}>{user.id}</Fact>
      <Fact label={<Trans>Contract</Trans>}>
        {names[plan]}, {prices[plan]}
      </Fact>
      <Fact label={<Trans>Since</Trans>}>{formatDate(locale, subscriptionDate)}</Fact>
      <Fact label={<Trans>Last day of access</Trans>}>
        {endsOn === null ? <Trans>today</Trans> : formatDate(locale, endsOn)}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="justify-between gap-x-6 py-1.5 sm:flex">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
