import { reconcileSubscriptions } from '@agres/money/subscription/reconcile-subscriptions';
import { valueOf } from '@agres/payments/testing/running-payments';
import type { Fault } from '@agres/stripe-emulator/control/faults';
import { afterEach, describe, expect, test } from 'vitest';

import { createTestClient } from '../support/client.ts';
import { useRunning } from '../support/running.ts';
import { SHORT_CALL_MS, startTestShop } from '../support/shop.ts';
import {
  addCredit,
  brokenSubscriptionInvariants,
  CARDS,
  lettersTo,
  newSubscriber,
  subscribe,
  subscriptionsAtProvider,
  reconcileNow,
  UNSUBSCRIBE,
} from '../support/subscribing.ts';

const UNAVAILABLE = { status: 503, body: { message: 'error_message' } };
const SUBSCRIBED = { status: 200, body: { message: 'subscribed' } };

/** Builds a fault for all calls of one request: three, each repeated once by the client. */
const fault = (operation: string, how: Pick<Fault, 'effect' | 'moment'>): Fault => ({
  operation,
  times: 6,
  ...how,
});

const LOST: [string, Fault][] = [
  'customers.list',
  'customers.create',
  'subscriptions.create',
  'subscriptions.retrieve',
  'payment_intents.confirm',
].flatMap((operation) => [
  [`${operation} does not arrive`, fault(operation, { effect: 'reset', moment: 'before' })],
  [`${operation} loses its response`, fault(operation, { effect: 'reset', moment: 'after' })],
  [`${operation} is rate-limited`, fault(operation, { effect: 'rate_limit' })],
  [`${operation} returns null`, fault(operation, { effect: 'null', moment: 'after' })],
]);

describe('while the provider fails', () => {
  const shop = useRunning(() => startTestShop({ callTimeoutMs: SHORT_CALL_MS }));
  // Each test checks all subscriptions, so those of earlier tests must not remain.
  afterEach(async () => {
    shop.provider.reset();
    await shop.app.db.$executeRaw`TRUNCATE users, job CASCADE`;
  });

  const parts = () => ({ db: shop.app.db, payments: shop.payments });
  const takenCents = () => shop.provider.money()['main']?.amountCents ?? 0;
  const reconciled = async () => {
    for (let round = 0; round < 4; round += 1) await reconcileNow(shop);
    expect(await brokenSubscriptionInvariants(parts())).toEqual([]);
  };

  test.each(LOST)('%s: a retry completes it, with one charge', async (_name, broken) => {
    const { client, userId } = await shop.app.member();
    const before = takenCents();
    const stripeToken = await shop.cardToken();
    shop.provider.addFault(broken);
    const failed = await subscribe(client, { stripeToken });
    // A read may recover a lost answer, and then nothing needs a retry.
    expect([200, 503]).toContain(failed.status);
    shop.provider.clearFaults();
    expect(await subscribe(client, { stripeToken })).toMatchObject(SUBSCRIBED);
    expect(takenCents()).toBe(before + 1999);
    await reconciled();
    const living = await subscriptionsAtProvider(parts(), userId);
    expect(living.map(({ status }) => status)).toEqual(['active']);
  });

  test.each(LOST.filter(([, { moment }]) => moment === 'after'))(
    '%s: without a retry, the member has charge and access, or neither',
    async (_name, broken) => {
      const { client } = await shop.app.member();
      const before = takenCents();
      shop.provider.addFault(broken);
      await subscribe(client, { stripeToken: await shop.cardToken() });
      shop.provider.clearFaults();
      await reconciled();
      const { body } = await client.get('/api/users/status');
      const { user } = Object(body);
      expect(takenCents() - before).toBe(user.subscription === null ? 0 : 1999);
    },
  );

  test.each(['customers.create', 'subscriptions.create', 'payment_intents.confirm'])(
    'a 500 that %s stores under its key does not block a retry after a reconciler run',
    async (operation) => {
      const { client } = await shop.app.member();
      const before = takenCents();
      const stripeToken = await shop.cardToken();
      shop.provider.addFault({ operation, effect: 'server_error' });
      expect(await subscribe(client, { stripeToken })).toMatchObject(UNAVAILABLE);
      await reconciled();
      expect(await subscribe(client, { stripeToken })).toMatchObject(SUBSCRIBED);
      expect(takenCents()).toBe(before + 1999);
      await reconciled();
    },
  );

  test.each([
    ['customers.create', 'before'],
    ['subscriptions.create', 'before'],
    ['subscriptions.create', 'after'],
    ['payment_intents.confirm', 'before'],
  ] as const)(
    'a 500 that %s stores under its key, %s its effect, does not block the next call',
    async (operation, moment) => {
      const { client, userId } = await shop.app.member();
      const before = takenCents();
      const stripeToken = await shop.cardToken();
      shop.provider.addFault({ operation, effect: 'server_error', moment });
      expect(await subscribe(client, { stripeToken })).toMatchObject(UNAVAILABLE);
      expect(await subscribe(client, { stripeToken })).toMatchObject(SUBSCRIBED);
      expect(takenCents()).toBe(before + 1999);
      await reconciled();
      const living = await subscriptionsAtProvider(parts(), userId);
      expect(living.filter(({ status }) => status !== 'incomplete_expired')).toMatchObject([
        { status: 'active' },
      ]);
    },
  );

  test.each(['invoices.void_invoice', 'subscriptions.cancel'])(
    'a declined card gets 503 while %s fails, and 402 on retry',
    async (operation) => {
      const { client, userId } = await shop.app.member();
      const stripeToken = await shop.cardToken(CARDS.declined);
      shop.provider.addFault(fault(operation, { effect: 'reset', moment: 'before' }));
      expect(await subscribe(client, { stripeToken })).toMatchObject(UNAVAILABLE);
      shop.provider.clearFaults();
      expect(await subscribe(client, { stripeToken })).toMatchObject({
        status: 402,
        body: { message: 'invalid_card' },
      });
      await reconciled();
      expect(await subscriptionsAtProvider(parts(), userId)).toMatchObject([
        { status: 'incomplete_expired' },
      ]);
    },
  );

  test('a rejected API key gets 503 and raises one alert', async () => {
    const { client } = await shop.app.member();
    const stripeToken = await shop.cardToken();
    shop.provider.addFault({ operation: 'subscriptions.create', effect: 'authentication' });
    const failed = await subscribe(client, { stripeToken });
    expect(failed).toMatchObject(UNAVAILABLE);
    expect(Number(failed.headers['retry-after'])).toBeGreaterThan(0);
    const alerts = await shop.app.db.job.findMany({
      where: { dedupe: { startsWith: 'alert:misconfigured' } },
    });
    expect(alerts).toHaveLength(1);
    expect(await subscribe(client, { stripeToken })).toMatchObject(SUBSCRIBED);
    await reconciled();
  });

  test('a subscription missing at the provider, as with another account’s key, stays active', async () => {
    const { client, userId } = await newSubscriber(shop);
    const where = { userId };
    const { stripeSubscriptionId } = await shop.app.db.subscription.findFirstOrThrow({ where });
    await shop.app.db.subscription.updateMany({
      where,
      data: { nextCheckAt: new Date(0), stripeSubscriptionId: 'sub_elsewhere' },
    });
    await reconcileNow(shop);
    const { body } = await client.get('/api/users/status');
    expect(body).toMatchObject({ user: { subscription: { accessEndsOn: null } } });
    const alerts = await shop.app.db.job.count({
      where: { dedupe: { startsWith: 'alert:misconfigured:subscription:resource_missing' } },
    });
    expect(alerts).toBe(1);
    // A person must decide: checking every minute, or an email every hour, would not help.
    const { nextCheckAt } = await shop.app.db.subscription.findFirstOrThrow({ where });
    expect(nextCheckAt?.getTime()).toBeGreaterThan(Date.now() + 5 * 3_600_000);
    const clock = () => new Date(Date.now() + 3_600_000);
    await shop.app.db.subscription.updateMany({ where, data: { nextCheckAt: new Date(0) } });
    await reconcileSubscriptions({ ...shop.jobDeps, clock });
    const told = await shop.app.db.job.count({
      where: { dedupe: { startsWith: 'alert:misconfigured:subscription:resource_missing' } },
    });
    expect(told - alerts).toBe(clock().getUTCDate() === new Date().getUTCDate() ? 0 : 1);
    await shop.app.db.subscription.updateMany({ where, data: { stripeSubscriptionId } });
    await reconciled();
  });

  test('a paid subscription is not charged again after a call with another account’s key', async () => {
    const { client, userId } = await shop.app.member();
    const before = takenCents();
    const stripeToken = await shop.cardToken();
    const confirm = 'payment_intents.confirm';
    shop.provider.addFault({
      ...fault(confirm, { effect: 'reset', moment: 'after' }),
      // The fault is added only now, because the call also reads the payment before it charges the card.
      meanwhile: async () =>
        shop.provider.addFault(fault('payment_intents.retrieve', { effect: 'reset' })),
    });
    expect(await subscribe(client, { stripeToken })).toMatchObject(UNAVAILABLE);
    shop.provider.clearFaults();
    expect(takenCents()).toBe(before + 1999);
    const elsewhere = await startTestShop({ database: shop.app.database });
    const there = createTestClient(elsewhere.app.server, new Map(client.cookies));
    expect(await subscribe(there, { stripeToken })).toMatchObject(UNAVAILABLE);
    const [attempt, ...others] = await shop.app.db.subscriptionAttempt.findMany({
      where: { userId },
    });
    expect(others).toEqual([]);
    expect(attempt).toMatchObject({ state: 'started', leaseHolder: null });
    await elsewhere.close();
    const told = { dedupe: { startsWith: 'alert:misconfigured:main:invalid' } };
    expect((await shop.app.db.job.deleteMany({ where: told })).count).toBe(1);
    expect(await subscribe(client, { stripeToken })).toMatchObject(SUBSCRIBED);
    expect(takenCents()).toBe(before + 1999);
    await reconciled();
  });

  test('a customer missing at the provider is recreated', async () => {
    const { client, userId } = await newSubscriber(shop);
    const { stripeCustomerId } = await shop.app.db.paymentCustomer.findFirstOrThrow({
      where: { userId },
    });
    shop.provider.reset();
    await shop.app.db.subscription.updateMany({
      where: { NOT: { userId } },
      data: { state: 'ended' },
    });
    expect(await client.delete(UNSUBSCRIBE)).toMatchObject({ status: 200 });
    const stripeToken = await shop.cardToken();
    expect(await subscribe(client, { stripeToken })).toMatchObject(UNAVAILABLE);
    expect(await subscribe(client, { stripeToken })).toMatchObject(SUBSCRIBED);
    const now = await shop.app.db.paymentCustomer.findFirstOrThrow({ where: { userId } });
    expect(now.stripeCustomerId).not.toBe(stripeCustomerId);
    expect(
      await shop.app.db.job.count({
        where: { dedupe: { startsWith: 'alert:misconfigured:main:invalid' } },
      }),
    ).toBe(0);
  });

  test('a customer deleted at the provider on its first day is recreated', async () => {
    const { client, userId } = await shop.app.member();
    const call = { stripeToken: await shop.cardToken(CARDS.declined) };
    expect(await subscribe(client, call)).toMatchObject({ status: 402 });
    const { stripeCustomerId } = await shop.app.db.paymentCustomer.findFirstOrThrow({
      where: { userId },
    });
    const deleted = await fetch(`${shop.providerUrl}/v1/customers/${stripeCustomerId}`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer sk_test_main' },
    });
    expect(deleted.status).toBe(200);
    const stripeToken = await shop.cardToken();
    expect(await subscribe(client, { stripeToken })).toMatchObject(UNAVAILABLE);
    expect(await subscribe(client, { stripeToken })).toMatchObject(SUBSCRIBED);
    await reconciled();
  });

  test.each(['before', 'after'] as const)(
    'a cancellation lost %s it takes effect succeeds on retry',
    async (moment) => {
      const { client } = await newSubscriber(shop);
      shop.provider.addFault(fault('subscriptions.update', { effect: 'reset', moment }));
      expect(await client.delete(UNSUBSCRIBE)).toMatchObject(UNAVAILABLE);
      shop.provider.clearFaults();
      expect(await client.delete(UNSUBSCRIBE)).toMatchObject({ status: 200 });
      await reconciled();
      const { body } = await client.get('/api/users/status');
      expect(Object(body).user.subscription.accessEndsOn).not.toBeNull();
    },
  );

  test('a cancellation whose response was lost is stored by the reconciler, with one email', async () => {
    const { client, userId } = await newSubscriber(shop);
    const lost = { effect: 'reset', moment: 'after' } as const;
    shop.provider.addFault(fault('subscriptions.update', lost));
    await client.delete(UNSUBSCRIBE);
    shop.provider.clearFaults();
    await reconciled();
    const { body } = await client.get('/api/users/status');
    expect(Object(body).user.subscription.accessEndsOn).not.toBeNull();
    await client.delete(UNSUBSCRIBE);
    const letters = await lettersTo(shop, userId);
    expect(letters.filter((letter) => letter === 'subscriptionEnded')).toHaveLength(1);
  });
});

describe('a first period paid by customer credit', () => {
  const shop = useRunning(() => startTestShop({ callTimeoutMs: SHORT_CALL_MS }));

  const parts = () => ({ db: shop.app.db, payments: shop.payments });

  /** Creates a member with a customer balance of 50 €. */
  const rich = async () => {
    const member = await shop.app.member();
    const customerId = await addCredit(shop, member, 5000);
    const creditCents = async () =>
      valueOf(await shop.payments.readCustomer('main', customerId))?.creditCents;
    return { ...member, creditCents };
  };

  test('charges nothing, and saves the card for renewals', async () => {
    const { client, userId, creditCents } = await rich();
    const stripeToken = await shop.cardToken();
    expect(await subscribe(client, { stripeToken })).toMatchObject(SUBSCRIBED);
    expect(await creditCents()).toBe(5000 - 1999);
    expect(await subscriptionsAtProvider(parts(), userId)).toMatchObject([
      { status: 'active', lacksCard: false },
    ]);
  });

  test.each(['succeed', 'fail'] as const)(
    'requires 3-D Secure when the bank does, and follows its outcome: %s',
    async (outcome) => {
      const { client } = await rich();
      const stripeToken = await shop.cardToken(CARDS.secure);
      const asked = await subscribe(client, { stripeToken });
      expect(asked).toMatchObject({ status: 402, body: { requiresAction: true } });
      await client.get('/api/users/status');
      shop.answerChallenges(outcome);
      const status = { succeed: 200, fail: 402 }[outcome];
      expect((await subscribe(client, { stripeToken })).status).toBe(status);
      await reconcileNow(shop);
      expect(await brokenSubscriptionInvariants(parts())).toEqual([]);
    },
  );

  test.each([
    ['a declined card', async () => shop.cardToken(CARDS.declined)],
    ['an unanswered 3-D Secure challenge', async () => shop.cardToken(CARDS.secure)],
  ])('is cancelled after %s, and the credit is returned once', async (_name, makeToken) => {
    const { client, userId, creditCents } = await rich();
    const answer = await subscribe(client, { stripeToken: await makeToken() });
    expect(answer.status).toBe(402);
    await reconcileNow(shop);
    expect(await subscriptionsAtProvider(parts(), userId)).toMatchObject([{ status: 'canceled' }]);
    await shop.inBackground(async () => (await creditCents()) === 5000);
    const { body } = await client.get('/api/users/status');
    expect(body).toMatchObject({ user: { subscription: null } });
    expect(await brokenSubscriptionInvariants(parts())).toEqual([]);
  });
});
