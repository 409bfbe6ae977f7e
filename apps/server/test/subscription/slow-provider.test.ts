import { openTestDatabase } from '@agres/db/testing';
import { reconcileSubscriptions } from '@agres/money/subscription/reconcile-subscriptions';
import { afterEach, describe, expect, test } from 'vitest';

import { useRunning } from '../support/running.ts';
import { startTestShop } from '../support/shop.ts';
import { answerSlowly, LEASE_MS, SLOW_TIMES, timed } from '../support/slow-provider.ts';
import {
  brokenSubscriptionInvariants,
  CARDS,
  newSubscriber,
  reconcileNow,
  subscribe,
  UNSUBSCRIBE,
} from '../support/subscribing.ts';

const READ = 'subscriptions.retrieve';
const READ_PAYMENT = 'payment_intents.retrieve';
const UNAVAILABLE = { status: 503, body: { message: 'error_message', code: 'unavailable' } };
const SUBSCRIBED = { status: 200, body: { message: 'subscribed' } };

describe('a provider that is slow on every call', () => {
  const database = useRunning(openTestDatabase);
  const shop = useRunning(() => startTestShop({ database, ...SLOW_TIMES }));

  afterEach(async () => {
    shop.provider.clearFaults();
    await reconcileNow(shop);
    const parts = { db: shop.app.db, payments: shop.payments };
    expect(await brokenSubscriptionInvariants(parts)).toEqual([]);
  });

  const takenCents = () => shop.provider.money()['main']?.amountCents ?? 0;
  const attemptsOf = (userId: number) =>
    shop.app.db.subscriptionAttempt.findMany({ where: { userId } });

  test('does not hold a subscribe call beyond its lease, and charges once', async () => {
    const { client, userId } = await shop.app.member();
    const before = takenCents();
    answerSlowly(shop.provider, { late: READ, never: READ_PAYMENT });
    const stripeToken = await shop.cardToken();
    const [answer, tookMs] = await timed(subscribe(client, { stripeToken }));
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(tookMs).toBeLessThan(LEASE_MS);
    expect(await attemptsOf(userId)).toMatchObject([{ state: 'started', leaseHolder: null }]);
    shop.provider.clearFaults();
    expect(await subscribe(client, { stripeToken })).toMatchObject(SUBSCRIBED);
    expect(takenCents()).toBe(before + 1999);
  });

  test('does not hold a declined card beyond the lease, and the reconciler ends the attempt', async () => {
    const { client, userId } = await shop.app.member();
    const before = takenCents();
    answerSlowly(shop.provider, { late: READ, never: 'invoices.void_invoice', occurrence: 2 });
    const stripeToken = await shop.cardToken(CARDS.declined);
    const [answer, tookMs] = await timed(subscribe(client, { stripeToken }));
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(tookMs).toBeLessThan(LEASE_MS);
    shop.provider.clearFaults();
    await reconcileNow(shop);
    expect(await attemptsOf(userId)).toMatchObject([{ state: 'refused' }]);
    expect(await subscribe(client, { stripeToken })).toMatchObject({ status: 402 });
    expect(takenCents()).toBe(before);
  });

  test('does not hold the reconciler beyond its lease, and its next run continues', async () => {
    const { client, userId } = await shop.app.member();
    const stripeToken = await shop.cardToken(CARDS.secure);
    expect(await subscribe(client, { stripeToken })).toMatchObject({ status: 402 });
    await shop.app.db.$executeRaw`
      UPDATE subscription_attempt SET next_check_at = now() - interval '1 second', hold_until = now() - interval '1 second'
      WHERE user_id = ${userId}::int`;
    answerSlowly(shop.provider, { late: READ, never: READ_PAYMENT });
    const [, tookMs] = await timed(reconcileSubscriptions(shop.jobDeps));
    expect(tookMs).toBeLessThan(LEASE_MS);
    expect(await attemptsOf(userId)).toMatchObject([
      { state: 'requires_action', leaseHolder: null, tries: 1 },
    ]);
    shop.provider.clearFaults();
    await reconcileNow(shop);
    expect(await attemptsOf(userId)).toMatchObject([{ state: 'expired' }]);
  });

  test('does not hold the check of a concurrently changing subscription beyond its lease', async () => {
    const { userId } = await newSubscriber(shop);
    const change = async () => {
      await shop.app.db.$executeRaw`
        UPDATE subscription SET revision = revision + 1 WHERE user_id = ${userId}::int`;
      await new Promise((resolve) => setTimeout(resolve, 700));
    };
    await shop.app.db.$executeRaw`
      UPDATE subscription SET next_check_at = now() - interval '1 second' WHERE user_id = ${userId}::int`;
    shop.provider.addFault({ operation: READ, effect: 'delay', meanwhile: change, times: 8 });
    const [, tookMs] = await timed(reconcileSubscriptions(shop.jobDeps));
    expect(tookMs).toBeLessThan(LEASE_MS);
  });

  test('does not hold an unsubscribe call beyond the lease, and a retry succeeds', async () => {
    const { client } = await newSubscriber(shop);
    answerSlowly(shop.provider, { late: READ, never: 'subscriptions.update' });
    const [answer, tookMs] = await timed(client.delete(UNSUBSCRIBE));
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(tookMs).toBeLessThan(LEASE_MS);
    shop.provider.clearFaults();
    expect(await client.delete(UNSUBSCRIBE)).toMatchObject({ status: 200 });
  });
});
