import type { Stripe } from 'stripe';

import { idOf, type Account, type SeededPrice } from '../account.ts';
import { mergeMetadata, readCurrency } from '../api/fields.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import { pathId, type Operation } from '../api/operation.ts';
import type { Params } from '../api/params.ts';
import { refuseMissing, refuseParam, refuseUnknownObject } from '../api/refusal.ts';
import { INTERVALS, type Interval } from './periods.ts';

/** Makes a price, and its product, that exist from the start. */
export function seedPrice(account: Account, seeded: SeededPrice): void {
  const product = storeProduct(account, {
    id: `prod_${seeded.id.replace(/^price_/, '')}`,
    name: seeded.name,
    description: null,
    metadata: {},
  });
  storePrice(account, {
    id: seeded.id,
    productId: product.id,
    unitAmount: seeded.amountCents,
    currency: 'eur',
    recurring: { interval: seeded.interval, count: 1 },
    nickname: seeded.name,
    metadata: {},
  });
}

type PriceInput = {
  id: string;
  productId: string;
  unitAmount: number;
  currency: string;
  recurring: { interval: Interval; count: number } | null;
  nickname: string | null;
  metadata: Record<string, string>;
};

function storePrice(account: Account, input: PriceInput): Stripe.Price {
  const price: Stripe.Price = {
    id: input.id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: account.clock.nowSeconds(),
    currency: input.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: input.metadata,
    nickname: input.nickname,
    product: input.productId,
    recurring: input.recurring && {
      interval: input.recurring.interval,
      interval_count: input.recurring.count,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: input.recurring ? 'recurring' : 'one_time',
    unit_amount: input.unitAmount,
    unit_amount_decimal: null,
  };
  account.store.prices.set(price.id, price);
  return price;
}

type ProductInput = {
  id: string;
  name: string;
  description: string | null;
  metadata: Record<string, string>;
};

function storeProduct(account: Account, input: ProductInput): Stripe.Product {
  const created = account.clock.nowSeconds();
  const product: Stripe.Product = {
    id: input.id,
    object: 'product',
    active: true,
    created,
    default_price: null,
    description: input.description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: input.metadata,
    name: input.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: created,
    url: null,
  };
  account.store.products.set(product.id, product);
  return product;
}

function readRecurring(params: Params): PriceInput['recurring'] {
  const recurring = params.group('recurring');
  if (!recurring) return null;
  const text = recurring.text('interval');
  const interval = INTERVALS.find((known) => known === text);
  if (!interval) {
    throw refuseParam('recurring[interval]', `Invalid recurring[interval]: ${text ?? ''}`);
  }
  return { interval, count: recurring.integer('interval_count') ?? 1 };
}

function createPrice(account: Account, params: Params): Stripe.Price {
  const unitAmount = params.integer('unit_amount');
  if (unitAmount === undefined) throw refuseMissing('unit_amount');
  if (unitAmount < 0) {
    throw refuseParam('unit_amount', 'Invalid non-negative integer', 'parameter_invalid_integer');
  }
  const currency = readCurrency(params);
  const recurring = readRecurring(params);
  const price = storePrice(account, {
    id: account.newId('price'),
    productId: readProduct(account, params),
    unitAmount,
    currency,
    recurring,
    nickname: params.text('nickname') ?? null,
    metadata: params.record('metadata') ?? {},
  });
  account.emit('price.created', price);
  return price;
}

function readProduct(account: Account, params: Params): string {
  const name = params.group('product_data')?.text('name');
  if (name !== undefined) {
    const id = account.newId('prod');
    return storeProduct(account, { id, name, description: null, metadata: {} }).id;
  }
  const productId = params.text('product');
  if (productId === undefined) throw refuseMissing('product');
  if (account.store.products.has(productId)) return productId;
  throw refuseParam('product', `No such product: '${productId}'`, 'resource_missing');
}

/** /v1/products and /v1/prices. */
export const PRICE_OPERATIONS: readonly Operation[] = [
  {
    name: 'products.create',
    method: 'POST',
    path: '/v1/products',
    accepts: ['name', 'description', 'metadata', 'expand'],
    run({ account, params }) {
      const name = params.text('name');
      if (name === undefined) throw refuseMissing('name');
      const product = storeProduct(account, {
        id: account.newId('prod'),
        name,
        description: params.text('description') ?? null,
        metadata: params.record('metadata') ?? {},
      });
      account.emit('product.created', product);
      return product;
    },
  },
  {
    name: 'products.retrieve',
    method: 'GET',
    path: '/v1/products/:id',
    accepts: ['expand'],
    run(call) {
      const product = call.account.store.products.get(pathId(call));
      if (!product) throw refuseUnknownObject('product', pathId(call));
      return product;
    },
  },
  {
    name: 'products.list',
    method: 'GET',
    path: '/v1/products',
    accepts: LIST_PARAMS,
    run: ({ account, params }) => pageOf(account.store.products.values(), params, '/v1/products'),
  },
  {
    name: 'prices.create',
    method: 'POST',
    path: '/v1/prices',
    accepts: [
      'unit_amount',
      'currency',
      'product',
      'product_data',
      'recurring',
      'nickname',
      'metadata',
      'expand',
    ],
    run: ({ account, params }) => createPrice(account, params),
  },
  {
    name: 'prices.retrieve',
    method: 'GET',
    path: '/v1/prices/:id',
    accepts: ['expand'],
    run(call) {
      const price = call.account.store.prices.get(pathId(call));
      if (!price) throw refuseUnknownObject('price', pathId(call), 'price');
      return price;
    },
  },
  {
    name: 'prices.list',
    method: 'GET',
    path: '/v1/prices',
    accepts: [...LIST_PARAMS, 'product', 'active', 'type'],
    run({ account, params }) {
      const productId = params.text('product');
      const active = params.flag('active');
      const type = params.text('type');
      const prices = [...account.store.prices.values()].filter(
        (price) =>
          (productId === undefined || idOf(price.product) === productId) &&
          (active === undefined || price.active === active) &&
          (type === undefined || price.type === type),
      );
      return pageOf(prices, params, '/v1/prices');
    },
  },
  {
    name: 'prices.update',
    method: 'POST',
    path: '/v1/prices/:id',
    accepts: ['active', 'nickname', 'metadata', 'expand'],
    run(call) {
      const price = call.account.store.prices.get(pathId(call));
      if (!price) throw refuseUnknownObject('price', pathId(call), 'price');
      price.active = call.params.flag('active') ?? price.active;
      price.nickname = call.params.text('nickname') ?? price.nickname;
      price.metadata = mergeMetadata(price.metadata, call.params.record('metadata'));
      return price;
    },
  },
];
