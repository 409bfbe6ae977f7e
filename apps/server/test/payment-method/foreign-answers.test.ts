import { createHash, randomUUID } from 'node:crypto';

import { reconcileSubscriptions } from '@agres/money/subscription/reconcile-subscriptions';
import { valueOf } from '@agres/payments/testing/running-payments';
import { afterEach, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { MASTERCARD, startCardShop } from '../support/card-update.ts';
import { useRunning } from '../support/running.ts';
import { buy, startTestShop } from '../support/shop.ts';
import {
  brokenSubscriptionInvariants,
  newSubscriber,
  subscribe,
  UNSUBSCRIBE,
} from '../support/subscribing.ts';

const UNAVAILABLE = { status: 503, body: { message: 'error_message' } };

// A provider that mixes up answers, or stores another's answer under a key used before.
describe('I9: a provider response about another object', () => {
  const shop = useRunning(startTestShop);
  afterEach(async () => {
    shop.provider.clearFaults();
    expect(await shop.brokenInvariants()).toEqual([]);
    expect(
      await brokenSubscriptionInvariants({ db: shop.app.db, payments: shop.payments }),
    ).toEqual([]);
  });

  const mixUp = (operation: string, times = 1) => {
    shop.provider.clearJournal();
    shop.provider.addFault({ operation, effect: 'mix_up', times });
  };
  const calls = () => shop.provider.journal().map(({ operation }) => operation);
  const alerts = () =>
    shop.app.db.job.count({
      where: {
        dedupe: { startsWith: 'alert:misconfigured:main:foreign' },
      },
    });

  test('I9: another buyer’s payment is neither confirmed nor cancelled, and a retry buys', async () => {
    const other = await startBuyer(shop);
    await buy(other.client, { id: other.item.id, stripeToken: await shop.cardToken() });
    const { item, client, states, remaining, charges } = await startBuyer(shop);
    const body = { id: item.id, stripeToken: await shop.cardToken() };
    mixUp('payment_intents.create');
    const answer = await buy(client, body);
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(answer.headers['retry-after']).toBeDefined();
    expect(calls()).toEqual(['payment_intents.create']);
    expect(await states()).toEqual(['expired']);
    expect(await remaining()).toBe(5);
    expect(await alerts()).toBe(1);

    expect(await buy(client, body)).toMatchObject({ status: 200 });
    expect(await states()).toEqual(['paid']);
    expect(await charges()).toBe(1);
    expect(await other.charges()).toBe(1);
  });

  test('I9: a payment of the same amount is recognised as foreign by its attempt id', async () => {
    const other = await startBuyer(shop);
    // The other payment waits for its own buyer: confirming it would charge this buyer's card for it.
    const secure = await shop.cardToken('4000000000003220');
    expect((await buy(other.client, { id: other.item.id, stripeToken: secure })).status).toBe(402);
    const { item, client, states } = await startBuyer(shop);
    const stripeToken = await shop.cardToken();
    mixUp('payment_intents.create');
    expect(await buy(client, { id: item.id, stripeToken })).toMatchObject(UNAVAILABLE);
    expect(calls()).toEqual(['payment_intents.create']);
    expect(await states()).toEqual(['expired']);
    expect(await other.states()).toEqual(['requires_action']);
    await shop.reconcileAll();
  });

  test('I9: a foreign payment stored in a row is not touched, and the purchase expires', async () => {
    const { item, client, attempts, states, remaining } = await startBuyer(shop);
    shop.provider.addFault({ operation: 'payment_intents.confirm', effect: 'reset', times: 20 });
    shop.provider.addFault({ operation: 'payment_intents.retrieve', effect: 'reset', times: 20 });
    const body = { id: item.id, stripeToken: await shop.cardToken() };
    expect(await buy(client, body)).toMatchObject(UNAVAILABLE);
    shop.provider.clearFaults();
    const made = await shop.payments.createIntent('main', {
      amountCents: 2999,
      metadata: { attempt_id: randomUUID(), installation: randomUUID() },
      idempotencyKey: randomUUID(),
    });
    const { id: foreign } = valueOf(made);
    const [attempt] = await attempts();
    const own = attempt?.paymentIntentId ?? '';
    await shop.app.db.$executeRaw`
      UPDATE purchase_attempt SET payment_intent_id = ${foreign} WHERE id = ${attempt?.id}::uuid`;
    shop.provider.clearJournal();
    expect(await buy(client, body)).toMatchObject(UNAVAILABLE);
    expect(calls()).toEqual(['payment_intents.retrieve']);
    expect(await states()).toEqual(['expired']);
    expect(await remaining()).toBe(5);
    await shop.payments.cancelIntent('main', own);
  });

  test('I9: another member’s subscription is not used, and a retry subscribes', async () => {
    await newSubscriber(shop);
    const { client } = await shop.app.member();
    const call = { stripeToken: await shop.cardToken(), key: 'mixed-up' };
    mixUp('subscriptions.create');
    expect(await subscribe(client, call)).toMatchObject(UNAVAILABLE);
    expect(calls().at(-1)).toBe('subscriptions.create');
    expect(await subscribe(client, call)).toMatchObject({ status: 200 });
  });

  test('I9: another member’s customer is not used, and a retry subscribes', async () => {
    const other = await newSubscriber(shop);
    const { client, userId } = await shop.app.member();
    mixUp('customers.create');
    const call = { stripeToken: await shop.cardToken(), key: 'mixed-up-customer' };
    expect(await subscribe(client, call)).toMatchObject(UNAVAILABLE);
    expect(calls()).not.toContain('subscriptions.create');
    expect(await shop.app.db.paymentCustomer.count({ where: { userId } })).toBe(0);
    const where = { userId, state: 'expired' };
    expect(await shop.app.db.subscriptionAttempt.count({ where })).toBe(1);
    expect(await alerts()).toBe(1);

    expect(await subscribe(client, call)).toMatchObject({ status: 200 });
    const customers = await shop.app.db.paymentCustomer.findMany({
      where: { userId: { in: [userId, other.userId] } },
    });
    expect(new Set(customers.map(({ stripeCustomerId }) => stripeCustomerId)).size).toBe(2);
  });

  test('I9: another subscription in an update response does not stop a resumption', async () => {
    const other = await newSubscriber(shop);
    const { client } = await newSubscriber(shop);
    await client.delete(UNSUBSCRIBE);
    await other.client.delete(UNSUBSCRIBE);
    expect(await subscribe(other.client, {})).toMatchObject({ status: 200 });
    mixUp('subscriptions.update');
    expect(await subscribe(client, {})).toMatchObject({
      status: 200,
      body: { subscription: { accessEndsOn: null } },
    });
  });

  test('I9: another, ended subscription in a read does not end the member’s access', async () => {
    const { client, userId } = await newSubscriber(shop);
    const other = await newSubscriber(shop);
    const { stripeSubscriptionId } = await shop.app.db.subscription.findFirstOrThrow({
      where: { userId: other.userId },
    });
    // The last answer of its kind is about an ended subscription.
    await shop.payments.cancelNow('main', stripeSubscriptionId ?? '');
    shop.provider.addFault({ operation: 'subscriptions.retrieve', effect: 'mix_up', times: 3 });
    await shop.app.db.$executeRaw`
      UPDATE subscription SET next_check_at = now() - interval '1 second' WHERE user_id = ${userId}::int`;
    await reconcileSubscriptions(shop.jobDeps);
    shop.provider.clearFaults();
    expect((await client.get('/api/programsPerso')).status).toBe(200);
    // The other subscription ends as the provider reports.
    await shop.app.db
      .$executeRaw`UPDATE subscription SET next_check_at = now() - interval '1 second'`;
    await reconcileSubscriptions(shop.jobDeps);
    expect((await client.get('/api/programsPerso')).status).toBe(200);
    expect((await other.client.get('/api/programsPerso')).status).toBe(403);
  });
});

describe('I9: a provider response about another member’s card', () => {
  test('I9: a foreign set-up changes no card, and the next card is accepted', async () => {
    const { shop, subscriber, update, close } = await startCardShop();
    const other = await subscriber();
    await update(other.client, await shop.cardToken(MASTERCARD));
    const { client, debited, attempts } = await subscriber();
    shop.provider.addFault({ operation: 'setup_intents.create', effect: 'mix_up' });
    expect(await update(client, await shop.cardToken(MASTERCARD))).toMatchObject(UNAVAILABLE);
    expect(await debited()).toEqual(['visa', undefined]);
    expect(await attempts()).toMatchObject([{ state: 'expired' }]);
    expect(await update(client, await shop.cardToken(MASTERCARD))).toMatchObject({ status: 200 });
    expect(await debited()).toEqual(['mastercard', 'mastercard']);
    await close();
  });

  test.each(['subscriptions.update', 'customers.update'])(
    'I9: a foreign response to %s does not stop the card update',
    async (operation) => {
      const { shop, subscriber, update, close } = await startCardShop();
      const other = await subscriber();
      await update(other.client, await shop.cardToken(MASTERCARD));
      const { client, debited } = await subscriber();
      shop.provider.addFault({ operation, effect: 'mix_up' });
      expect(await update(client, await shop.cardToken(MASTERCARD))).toMatchObject({ status: 200 });
      expect(await debited()).toEqual(['mastercard', 'mastercard']);
      await close();
    },
  );

  test('I9: a set-up of another installation is recognised as foreign', async () => {
    const { shop, subscriber, update, close } = await startCardShop();
    const { client, userId, debited } = await subscriber();
    const [row] = await shop.app.db.subscription.findMany({ where: { userId } });
    const stripeToken = await shop.cardToken(MASTERCARD);
    const digest = createHash('sha256').update(stripeToken).digest('hex');
    const made = await fetch(`${shop.providerUrl}/v1/setup_intents`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_main' },
      body: new URLSearchParams({
        customer: row?.stripeCustomerId ?? '',
        payment_method: 'pm_card_visa',
        'allowed_payment_method_types[0]': 'card',
        usage: 'off_session',
        confirm: 'true',
        'metadata[reference]': `cu_${userId}_${digest}`,
        'metadata[installation]': randomUUID(),
      }),
    });
    expect(made.status).toBe(200);
    shop.provider.addFault({ operation: 'setup_intents.create', effect: 'mix_up' });
    expect(await update(client, stripeToken)).toMatchObject(UNAVAILABLE);
    expect(await debited()).toEqual(['visa', undefined]);
    await close();
  });
});

describe('a deploy during a purchase', () => {
  test('sells once a payment that the previous release created', async () => {
    const shop = await startTestShop();
    const { item, client, attempts, states, charges } = await startBuyer(shop);
    const body = { id: item.id, stripeToken: await shop.cardToken() };
    shop.provider.addFault({ operation: 'payment_intents.create', effect: 'reset', times: 20 });
    expect(await buy(client, body)).toMatchObject(UNAVAILABLE);
    shop.provider.clearFaults();
    const [attempt] = await attempts();
    // The older release called without receiving the answer, and stored no hash of the buyer.
    const before = await shop.payments.createIntent('main', {
      amountCents: 2999,
      metadata: {
        attempt_id: attempt?.id ?? '',
        user_id: String(attempt?.userId),
        item_id: String(item.id),
        option_id: String(attempt?.optionId),
        area: '0',
      },
      idempotencyKey: `pa_${attempt?.id}_0_create`,
    });
    expect(before.outcome).toBe('known');
    await shop.app.db.$executeRaw`
      UPDATE purchase_attempt SET buyer_hash = NULL WHERE id = ${attempt?.id}::uuid`;
    expect(await states()).toEqual(['reserved']);
    expect(await buy(client, body)).toMatchObject({ status: 200 });
    expect(await states()).toEqual(['paid']);
    expect(await charges()).toBe(1);
    expect(await shop.brokenInvariants()).toEqual([]);
    await shop.close();
  });

  test('completes a payment that the previous release stored', async () => {
    const shop = await startTestShop();
    const { item, client, attempts, charges } = await startBuyer(shop);
    const body = { id: item.id, stripeToken: await shop.cardToken() };
    shop.provider.addFault({ operation: 'payment_intents.create', effect: 'reset', times: 20 });
    await buy(client, body);
    shop.provider.clearFaults();
    const [attempt] = await attempts();
    const made = await shop.payments.createIntent('main', {
      amountCents: 2999,
      metadata: { attempt_id: attempt?.id ?? '' },
      idempotencyKey: `pa_${attempt?.id}_0_create`,
    });
    const { id: intentId } = valueOf(made);
    await shop.app.db.$executeRaw`
      UPDATE purchase_attempt SET state = 'charging', payment_intent_id = ${intentId}
      WHERE id = ${attempt?.id}::uuid`;
    await shop.app.db.$executeRaw`
      INSERT INTO money_audit (attempt_id, from_state, to_state, by)
      VALUES (${attempt?.id}::uuid, 'reserved', 'charging', 'request')`;
    expect(await buy(client, body)).toMatchObject({ status: 200 });
    expect(await attempts()).toMatchObject([{ state: 'paid', paymentIntentId: intentId }]);
    expect(await charges()).toBe(1);
    expect(await shop.brokenInvariants()).toEqual([]);
    await shop.close();
  });
});
