import { Trans } from '@lingui/react/macro';
import type { Subscription } from '@shop/domain/shapes';

import { Fact, Facts } from '../../ui/facts.tsx';
import { NextPayment } from './next-payment.tsx';
import { usePlanNames } from './plan-names.ts';

/** What the card pays for, when next and how much, and that nothing is debited now. */
export function CardFacts({ subscription }: { subscription: Subscription }) {
  const names = usePlanNames();
  return (
    <Facts>
      <Fact label={<Trans>This card pays for</Trans>}>{names[subscription.plan]}</Fact>
      <Fact label={<Trans>Next payment</Trans>}>
        <NextPayment subscription={subscription} />
      </Fact>
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
