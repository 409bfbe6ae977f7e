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
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-6 border-t border-line pt-3">
        <dt className="font-semibold">
          <Trans>Today</Trans>
        </dt>
        <dd className="font-semibold">
          <Trans>Nothing is charged</Trans>
        </dd>
      </div>
    </Facts>
  );
}
