import type { Account, SeededPrice } from '../account.ts';
import { unknownObjectError } from '../api/api-error.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import { pathId, type Operation } from '../api/operation.ts';

export function seedPrice(account: Account, seeded: SeededPrice): void {
  const product = `prod_${seeded.id.replace(/^price_/, '')}`;
  const created = account.clock.nowSeconds();
  account.store.products.set(product, {
    id: product,
    object: 'product',
    active: true,
    created,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: seeded.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: created,
    url: null,
  });
  account.store.prices.set(seeded.id, {
    id: seeded.id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created,
    currency: 'eur',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: seeded.name,
    product,
    recurring: {
      interval: seeded.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: seeded.amountCents,
    unit_amount_decimal: null,
  });
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
  {
    name: 'prices.list',
    method: 'GET',
    path: '/v1/prices',
    accepts: LIST_PARAMS,
    run: ({ account, params }) => pageOf(account.store.prices.values(), params, '/v1/prices'),
  },
];
