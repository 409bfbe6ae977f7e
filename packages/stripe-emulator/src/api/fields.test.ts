import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { errorFrom, startEmulator, type RunningEmulator } from '../testing/running-emulator.ts';
import { beginSubscription, subscribe, type Subscriber } from '../testing/subscriber.ts';

type Metadata = Record<string, string>;
type Made = { metadata: Metadata | null };

let emulator: RunningEmulator;
let subscriber: Subscriber;
beforeAll(async () => {
  emulator = await startEmulator();
  subscriber = await subscribe(emulator);
});
afterAll(() => emulator.app.close());

const CALLS: Record<string, (metadata: Metadata) => Promise<Made>> = {
  'customers.create': (metadata) => emulator.main.customers.create({ metadata }),
  'customers.update': (metadata) =>
    emulator.main.customers.update(subscriber.customer, { metadata }),
  'customers.createBalanceTransaction': (metadata) =>
    emulator.main.customers.createBalanceTransaction(subscriber.customer, {
      amount: -1000,
      currency: 'eur',
      metadata,
    }),
  'subscriptions.create': (metadata) =>
    emulator.main.subscriptions.create({
      customer: subscriber.customer,
      items: [{ price: 'price_main_monthly' }],
      payment_behavior: 'default_incomplete',
      metadata,
    }),
  'subscriptions.update': (metadata) =>
    emulator.main.subscriptions.update(subscriber.subscription, { metadata }),
  'setupIntents.create': (metadata) =>
    emulator.main.setupIntents.create({
      customer: subscriber.customer,
      payment_method: 'pm_card_visa',
      usage: 'off_session',
      confirm: true,
      metadata,
    }),
  'paymentIntents.create': (metadata) =>
    emulator.main.paymentIntents.create({ amount: 2999, currency: 'eur', metadata }),
  'refunds.create': async (metadata) => {
    const { intent } = await subscribe(emulator);
    return emulator.main.refunds.create({ payment_intent: intent ?? '', metadata });
  },
};

const keys = (count: number, prefix: string): Metadata =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'x']));

describe.each(Object.entries(CALLS))('metadata of %s', (_name, call) => {
  test('is stored up to the provider’s limits', async () => {
    const metadata = { ['n'.repeat(40)]: 'v'.repeat(500), attempt_id: 'a1' };
    expect((await call(metadata)).metadata).toEqual(metadata);
  });

  test.each([
    ['a longer name', { ['n'.repeat(41)]: 'v' }, 'metadata'],
    ['a longer value', { attempt_id: 'v'.repeat(501) }, 'metadata[attempt_id]'],
    ['more keys', keys(51, 'k'), 'metadata'],
  ])('is rejected with %s', async (_what, metadata, param) => {
    expect(await errorFrom(call(metadata))).toMatchObject({ statusCode: 400, param });
  });
});

test('a change rejected for its metadata has no effect', async () => {
  const { customer, subscription } = await subscribe(emulator);
  const metadata = { attempt_id: 'v'.repeat(501) };
  await errorFrom(emulator.main.customers.update(customer, { email: 'b@example.org', metadata }));
  await errorFrom(
    emulator.main.subscriptions.update(subscription, { cancel_at_period_end: true, metadata }),
  );
  expect(await emulator.main.customers.retrieve(customer)).toMatchObject({
    email: 'a@example.org',
  });
  expect(await emulator.main.subscriptions.retrieve(subscription)).toMatchObject({
    cancel_at_period_end: false,
  });
});

test('metadata of an update is merged, and limited as a whole', async () => {
  const { subscription } = await beginSubscription(emulator);
  const change = (metadata: Metadata) =>
    emulator.main.subscriptions.update(subscription, { metadata });
  await change(keys(30, 'a'));
  expect(await errorFrom(change(keys(21, 'b')))).toMatchObject({ param: 'metadata' });
  expect(Object.keys((await change({ ...keys(20, 'b'), a0: '' })).metadata)).toHaveLength(49);
});
