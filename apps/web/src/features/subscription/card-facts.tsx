import type { Subscription } from '@agres/domain/shapes';
import { formatDate } from '@agres/i18n/formats';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

import { Fact, Facts } from '../../ui/facts.tsx';
import { CurrentCard } from './current-card.tsx';
import { NextPayment } from './next-payment.tsx';
import { usePlanNames } from './plan-names.ts';

type CardFactsProps = {
  subscription: Subscription;
  isNew?: boolean;
};

/**
 * The current card, what it pays for, the next payment or the end of access, and that nothing is charged today.
 */
export function CardFacts({ subscription, isNew = false }: CardFactsProps) {
  const names = usePlanNames();
  const { locale } = useRouteContext({ from: '__root__' });
  const { plan, accessEndsOn } = subscription;
  return (
    <Facts>
      <Fact label={isNew ? <Trans>Your card</Trans> : <Trans>Current card</Trans>}>
        <CurrentCard />
      </Fact>
      <Fact label={<Trans>This card pays for</Trans>}>{names[plan]}</Fact>
      {accessEndsOn === null ? (
        <Fact label={<Trans>Next payment</Trans>}>
          <NextPayment subscription={subscription} />
        </Fact>
      ) : (
        <>
          <Fact label={<Trans>Status</Trans>}>
            <Trans>Cancelled</Trans>
          </Fact>
          <Fact label={<Trans>Access until</Trans>}>{formatDate(locale, accessEndsOn)}</Fact>
        </>
      )}
      <Fact
        label={
          <strong className="font-semibold text-ink">
            <Trans>Today</Trans>
          </strong>
        }
      >
        <strong className="font-semibold">
          <Trans>Nothing is charged</Trans>
        </strong>
      </Fact>
    </Facts>
  );
}
