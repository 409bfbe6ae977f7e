import type { Subscription, User } from '@agres/domain/shapes';
import { formatDate } from '@agres/i18n/formats';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

import { EmailAddress } from '../../ui/email-address.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { usePlanNames, usePlanPrices } from './plan-names.ts';

type ContractFactsProps = {
  user: User;
  subscription: Subscription;
  /**
   * When access ends if the contract is cancelled now, ISO 8601; null if it ends today, because the last payment
   * failed. Undefined if the page shows it elsewhere.
   */
  endsOn?: string | null;
};

/** The subscriber, the contract and the last day of access (article D215-2 of the French consumer code). */
export function ContractFacts({ user, subscription, endsOn }: ContractFactsProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const names = usePlanNames();
  const prices = usePlanPrices();
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  const { plan, subscriptionDate } = subscription;
  return (
    <Facts>
      {name !== '' && <Fact label={<Trans>Name</Trans>}>{name}</Fact>}
      <Fact label={<Trans>Email address</Trans>}>
        <EmailAddress className="font-medium">{user.email}</EmailAddress>
      </Fact>
      <Fact label={<Trans>Customer number</Trans>}>{user.id}</Fact>
      <Fact label={<Trans>Contract</Trans>}>
        {names[plan]}, {prices[plan]}
      </Fact>
      <Fact label={<Trans>Subscribed since</Trans>}>{formatDate(locale, subscriptionDate)}</Fact>
      {endsOn !== undefined && (
        <Fact label={<Trans>Last day of access</Trans>}>
          {endsOn === null ? <Trans>today</Trans> : formatDate(locale, endsOn)}
        </Fact>
      )}
    </Facts>
  );
}
