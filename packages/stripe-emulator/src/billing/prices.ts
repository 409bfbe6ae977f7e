import type { Stripe } from 'stripe';

import type { Account, SeededPrice } from '../account.ts';
import { unknownObjectError } from '../api/api-error.ts';
import { pathId, type Operation } from '../api/operation.ts';
import { objectOf } from '../object.ts';

export function seedPrice(account: Account, seeded: SeededPrice): void {
  const price = objectOf<Stripe.Price>({
    id: seeded.id,
    object: 'price',
    active: true,
    created: account.clock.nowSeconds(),
    currency: 'eur',
    livemode: false,
    metadata: {},
    nickname: seeded.name,
    product: `prod_${seeded.id.replace(/^price_/, '')}`,
    recurring: {
      interval: seeded.interval,
      interval_count: 1,
    },
    type: 'recurring',
    unit_amount: seeded.amountCents,
  });
  account.store.prices.set(price.id, price);
}

/** Read-only: prices are created in the dashboard. */
export const PRICE_OPERATIONS: readonly Operation[] = [
  {
    name: 'prices.retrieve',
    method: 'GET',
    path: '/v1/prices/:id',
    accepts: ['expand'],
    run(call) {
      const price = call.account.store.prices.get(pathId(call));
      if (!price) throw unknownObjectError('price', pathId(call), 'price');
      return price;
    },
  },
];
