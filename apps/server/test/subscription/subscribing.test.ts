import { afterEach, describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { findInDatabase } from '../support/database-search.ts';
import { useRunning } from '../support/running.ts';
import { SHORT_CALL_MS, startTestShop } from '../support/shop.ts';
import {
  brokenSubscriptionInvariants,
  CARDS,
  newSubscriber,
  subscribe,
  subscriptionsAtProvider,
  reconcileNow,
  type Subscribing,
} from '../support/subscribing.ts';

const INVALID = { status: 400, body: { message: 'invalid_fields' } };
const SUBSCRIBED = { status: 200, body: { message: 'subscribed' } };

describe('subscribing', () => {
  const shop = useRunning(() => startTestShop({ callTimeoutMs: SHORT_CALL_MS }));
  afterEach(async () => {
    shop.provider.clearFaults();
    await reconcileNow(shop);
    expect(await broken()).toEqual([]);
    shop.provider.clearJournal();
  });

  const broken = () => brokenSubscriptionInvariants({ db: shop.app.db, payments: shop.payments });
  const takenCents = () => shop.provider.money()['main']?.amountCents ?? 0;
  const atProvider = (userId: number) =>
    subscriptionsAtProvider({ db: shop.app.db, payments: shop.payments }, userId);
  const accessOf = async (client: TestClient) => {
    const { body } = await client.get('/api/users/status');
    return body;
  };
  const creationsAt = (operation: string) =>
    shop.provider
      .journal({ operation })
      .filter(({ isReplay, status }) => !isReplay && status === 200);

  test.each([
    ['monthly', 1999],
    ['yearly', 19_999],
  ] as const)('to the %s plan charges %i cents and gives access', async (plan, cents) => {
    const { client, userId } = await shop.app.member();
    const before = takenCents();
    const answer = await subscribe(client, { plan, stripeToken: await shop.cardToken() });
    const subscription = {
      plan,
      isStripeBis: false,
      accessEndsOn: null,
      contractText: shop.app.deps.contractTexts.own.fr.hash,
      subscriptionDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
    };
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: 'subscribed', subscription });
    expect(takenCents()).toBe(before + cents);
    const { body } = await client.get(`/api/users/${userId}`);
    expect(body).toMatchObject({ subscription });
    expect((await client.get('/api/payment/config')).body).toEqual({
      publishableKey: 'pk_test_main',
    });
  });

  test.each([
    ['Visa', CARDS.visa],
    ['Mastercard', CARDS.mastercard],
  ])('accepts a %s card', async (_brand, number) => {
    const { client } = await shop.app.member();
    const stripeToken = await shop.cardToken(number);
    expect(await subscribe(client, { stripeToken })).toMatchObject(SUBSCRIBED);
  });

  test('works over tRPC too, with the same error codes', async () => {
    const { client } = await shop.app.member();
    const declined = { plan: 'monthly', stripeToken: await shop.cardToken(CARDS.declined) };
    expect(await client.mutate('programmes.subscribe', declined)).toMatchObject({
      status: 402,
      body: { error: { message: 'invalid_card', data: { httpStatus: 402 } } },
    });
    const input = { plan: 'monthly', stripeToken: await shop.cardToken() };
    expect(await client.mutate('programmes.subscribe', input)).toMatchObject({
      status: 200,
      body: { result: { data: { message: 'subscribed', subscription: { plan: 'monthly' } } } },
    });
    const again = { plan: 'monthly', stripeToken: await shop.cardToken() };
    expect(await client.mutate('programmes.subscribe', again)).toMatchObject({
      status: 409,
      body: { error: { message: 'already_subscribed', data: { httpStatus: 409 } } },
    });
    expect(await client.mutate('programmes.unsubscribe')).toMatchObject({
      status: 200,
      body: { result: { data: { message: 'unsubscribed' } } },
    });
  });

  test.each<Subscribing>([
    {},
    { stripeToken: null },
    { stripeToken: 7 },
    { stripeToken: '4242424242424242' },
    { stripeToken: '../../v1/customers' },
    { stripeToken: 'tok_visa', plan: 'weekly' },
    { stripeToken: 'tok_visa', plan: null },
    { stripeToken: 'tok_visa', discountCode: 7 },
    { stripeToken: 'tok_visa', discountCode: 'AB' },
    { stripeToken: 'tok_visa', key: 'a key with spaces' },
  ])('with %j gets 400 without a call to the provider', async (input) => {
    const { client, userId } = await shop.app.member();
    expect(await subscribe(client, input)).toMatchObject(INVALID);
    expect(shop.provider.journal()).toEqual([]);
    expect(await shop.app.db.subscriptionAttempt.count({ where: { userId } })).toBe(0);
  });

  test.each([
    [CARDS.declined, 'invalid_card'],
    [CARDS.short, 'insufficient_funds'],
    [CARDS.failsLater, 'invalid_card'],
  ])(
    'with card %s gets 402 %s, and leaves no charge and no open subscription',
    async (number, code) => {
      const { client, userId } = await shop.app.member();
      const before = takenCents();
      const stripeToken = await shop.cardToken(number);
      const refused = { status: 402, body: { message: code } };
      expect(await subscribe(client, { stripeToken })).toMatchObject(refused);
      expect(await subscribe(client, { stripeToken })).toMatchObject(refused);
      expect(takenCents()).toBe(before);
      expect(await atProvider(userId)).toMatchObject([{ status: 'incomplete_expired' }]);
      expect(await accessOf(client)).toMatchObject({ user: { subscription: null } });
      expect(await subscribe(client, { stripeToken: await shop.cardToken() })).toMatchObject(
        SUBSCRIBED,
      );
    },
  );

  test('with a used or unknown token gets 402 invalid_card', async () => {
    const stripeToken = await shop.cardToken();
    await newSubscriber(shop, { stripeToken });
    const { client } = await shop.app.member();
    for (const token of [stripeToken, 'tok_neverMade1', 'pm_neverMade1']) {
      expect(await subscribe(client, { stripeToken: token })).toMatchObject({
        status: 402,
        body: { message: 'invalid_card' },
      });
    }
  });

  describe('with 3-D Secure', () => {
    test.each([undefined, 'attempt-1'])(
      'starts when the challenge succeeds and the call is retried, key %s',
      async (key) => {
        const { client, userId } = await shop.app.member();
        const before = takenCents();
        const stripeToken = await shop.cardToken(CARDS.secure);
        const call = { stripeToken, ...(key === undefined ? {} : { key }) };
        const asked = await subscribe(client, call);
        const [attempt] = await shop.app.db.subscriptionAttempt.findMany({ where: { userId } });
        expect(asked.status).toBe(402);
        expect(asked.body).toEqual({
          message: 'invalid_card',
          code: 'authentication_required',
          requiresAction: true,
          clientSecret: expect.stringMatching(/^pi_.+_secret_/),
          attemptId: attempt?.id,
        });
        expect((await subscribe(client, call)).body).toEqual(asked.body);
        expect(await accessOf(client)).toMatchObject({ user: { subscription: null } });

        shop.answerChallenges('succeed');
        expect(await subscribe(client, call)).toMatchObject(SUBSCRIBED);
        expect(await subscribe(client, call)).toMatchObject(SUBSCRIBED);
        expect(takenCents()).toBe(before + 1999);
        expect(await atProvider(userId)).toHaveLength(1);
      },
    );

    test('is completed by the reconciler when the challenge succeeds without a retry', async () => {
      const { client } = await shop.app.member();
      await subscribe(client, { stripeToken: await shop.cardToken(CARDS.secure) });
      shop.answerChallenges('succeed');
      await reconcileNow(shop);
      expect(await accessOf(client)).toMatchObject({ user: { subscription: { plan: 'monthly' } } });
    });

    test('is refused when the challenge fails', async () => {
      const { client, userId } = await shop.app.member();
      const stripeToken = await shop.cardToken(CARDS.secure);
      await subscribe(client, { stripeToken });
      shop.answerChallenges('fail');
      const refused = await subscribe(client, { stripeToken });
      expect(refused.body).toEqual({ message: 'invalid_card', code: 'invalid_card' });
      expect(await atProvider(userId)).toMatchObject([{ status: 'incomplete_expired' }]);
    });

    test('is cancelled when the challenge is not answered', async () => {
      const { client, userId } = await shop.app.member();
      const stripeToken = await shop.cardToken(CARDS.secure);
      await subscribe(client, { stripeToken });
      await reconcileNow(shop);
      expect(shop.provider.challenges()).toEqual([]);
      expect(await atProvider(userId)).toMatchObject([{ status: 'incomplete_expired' }]);
    });

    test('is replaced by an attempt with another card', async () => {
      const { client, userId } = await shop.app.member();
      const before = takenCents();
      await subscribe(client, { stripeToken: await shop.cardToken(CARDS.secure) });
      expect(await subscribe(client, { stripeToken: await shop.cardToken() })).toMatchObject(
        SUBSCRIBED,
      );
      expect(shop.provider.challenges()).toEqual([]);
      expect(takenCents()).toBe(before + 1999);
      const statuses = (await atProvider(userId)).map(({ status }) => status);
      expect(statuses).toEqual(['active', 'incomplete_expired']);
    });

    test('is not charged again with another card once the challenge has succeeded', async () => {
      const { client } = await shop.app.member();
      const before = takenCents();
      await subscribe(client, { stripeToken: await shop.cardToken(CARDS.secure) });
      shop.answerChallenges('succeed');
      expect(await subscribe(client, { stripeToken: await shop.cardToken() })).toMatchObject({
        status: 409,
        body: { message: 'already_subscribed' },
      });
      expect(takenCents()).toBe(before + 1999);
    });
  });

  describe('more than once', () => {
    test('creates one subscription for concurrent and repeated identical calls', async () => {
      const { client, userId } = await shop.app.member();
      const before = takenCents();
      const stripeToken = await shop.cardToken();
      const together = await Promise.all([1, 2, 3].map(() => subscribe(client, { stripeToken })));
      expect(together.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await subscribe(client, { stripeToken })).toMatchObject(SUBSCRIBED);
      expect(takenCents()).toBe(before + 1999);
      const created = creationsAt('subscriptions.create');
      expect(created.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
        `sub_${userId}_1_${shop.app.deps.installation.id}`,
      ]);
    });

    test('with another card gets 409 while a subscription is active', async () => {
      const { client } = await newSubscriber(shop);
      const before = takenCents();
      expect(await subscribe(client, { stripeToken: await shop.cardToken() })).toMatchObject({
        status: 409,
        body: { message: 'already_subscribed' },
      });
      expect(takenCents()).toBe(before);
    });

    test('from two tabs concurrently charges once', async () => {
      const { client } = await shop.app.member();
      const before = takenCents();
      const tokens = await Promise.all([shop.cardToken(), shop.cardToken()]);
      const answers = await Promise.all(
        tokens.map((stripeToken) => subscribe(client, { stripeToken })),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect(takenCents()).toBe(before + 1999);
    });

    test('with a reused idempotency key and other parameters gets 422', async () => {
      const { client } = await shop.app.member();
      const stripeToken = await shop.cardToken();
      expect(await subscribe(client, { stripeToken, key: 'k' })).toMatchObject(SUBSCRIBED);
      for (const other of [{ plan: 'yearly' }, { discountCode: 'ABCD2345' }]) {
        expect(await subscribe(client, { stripeToken, key: 'k', ...other })).toMatchObject({
          status: 422,
          body: { message: 'invalid_fields', code: 'idempotency_key_reused' },
        });
      }
    });

    test('with a reused idempotency key and another card replays the response', async () => {
      const { client } = await shop.app.member();
      const before = takenCents();
      const first = await subscribe(client, { stripeToken: await shop.cardToken(), key: 'k' });
      expect(first.headers['idempotency-replayed']).toBeUndefined();
      const again = await subscribe(client, { stripeToken: await shop.cardToken(), key: 'k' });
      expect(again).toMatchObject({ status: 200, body: first.body });
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(takenCents()).toBe(before + 1999);
    });

    test('with a reused idempotency key and another card, after a lost call, charges one card', async () => {
      const { client } = await shop.app.member();
      const before = takenCents();
      const lost = { effect: 'reset', moment: 'before', times: 6 } as const;
      shop.provider.addFault({ operation: 'payment_intents.confirm', ...lost });
      const call = async () => ({ stripeToken: await shop.cardToken(), key: 'k' });
      expect((await subscribe(client, await call())).status).toBe(503);
      shop.provider.clearFaults();
      const statuses: number[] = [];
      while (statuses.at(-1) !== 200 && statuses.length < 4) {
        statuses.push((await subscribe(client, await call())).status);
      }
      expect(statuses.at(-1)).toBe(200);
      expect(takenCents()).toBe(before + 1999);
    });

    test('with the same idempotency key, two members get a subscription each', async () => {
      const people = [await shop.app.member(), await shop.app.member()];
      for (const { client } of people) {
        const call = { stripeToken: await shop.cardToken(), key: 'same' };
        expect(await subscribe(client, call)).toMatchObject(SUBSCRIBED);
      }
    });
  });

  test('neither logs nor stores the token and client secret, and returns no provider id', async () => {
    const { client, userId } = await shop.app.member();
    const stripeToken = await shop.cardToken(CARDS.secure);
    const asked = await subscribe(client, { stripeToken });
    shop.answerChallenges('succeed');
    const answer = await subscribe(client, { stripeToken });
    const { clientSecret } = Object(asked.body);
    const logged = shop.app.logLines.join('\n');
    for (const secret of [stripeToken, clientSecret]) {
      expect(logged).not.toContain(secret);
      expect(await findInDatabase(shop.app.db, secret)).toEqual([]);
    }
    const { stripeCustomerId } = await shop.app.db.paymentCustomer.findFirstOrThrow({
      where: { userId },
    });
    expect(answer.text + (await client.get('/api/users/status')).text).not.toMatch(
      new RegExp(`${stripeCustomerId}|sub_|cus_|pi_`),
    );
  });
});
