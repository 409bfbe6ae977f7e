import type { Fault } from '@agres/stripe-emulator/control/faults';
import { afterAll, afterEach, describe, expect, test } from 'vitest';

import {
  DECLINED,
  fault,
  MASTERCARD,
  PATH,
  SECURE,
  startCardShop,
} from '../support/card-update.ts';
import { addSubscription } from '../support/rows.ts';
import { startTestShop } from '../support/shop.ts';

const SHORT_OF_MONEY = '4000000000009995';
const UPDATED = { message: 'banking_information_updated' };

const { shop, subscriber, update, setUps, forget, close } = await startCardShop();
afterEach(forget);
afterAll(close);

describe('the card of a subscription', () => {
  test.each(['main', 'bis'] as const)('is updated on the provider account %s', async (account) => {
    const { client, debited, attempts } = await subscriber(account);
    const answer = await update(client, await shop.cardToken(MASTERCARD, account));
    expect(answer).toMatchObject({ status: 200, body: UPDATED });
    expect(await debited()).toEqual(['mastercard', 'mastercard']);
    expect(await attempts()).toMatchObject([
      { kind: 'card_update', state: 'done', stripeAccount: account },
    ]);
    expect(setUps().map((call) => call.account)).toEqual([account]);
    expect(setUps()[0]?.params).toMatchObject({ usage: 'off_session', confirm: 'true' });
  });

  test('is updated over tRPC, with the same error code', async () => {
    const { client, debited } = await subscriber();
    const stripeToken = await shop.cardToken(MASTERCARD);
    const done = await client.mutate('payments.updateCard', { stripeToken });
    expect(done).toMatchObject({ status: 200, body: { result: { data: UPDATED } } });
    expect(await debited()).toEqual(['mastercard', 'mastercard']);
    const declined = { stripeToken: await shop.cardToken(DECLINED) };
    expect(await client.mutate('payments.updateCard', declined)).toMatchObject({
      status: 402,
      body: { error: { message: 'invalid_card', data: { httpStatus: 402 } } },
    });
  });

  test('is confirmed by one email, in the language of the account', async () => {
    const { client, email, emails } = await subscriber();
    const stripeToken = await shop.cardToken(MASTERCARD);
    await update(client, stripeToken);
    await update(client, stripeToken);
    expect(await emails()).toBe(1);
    const received = () => shop.emailsTo(email);
    await shop.inBackground(async () => received().length > 0);
    expect(received().map(({ subject }) => subject)).toEqual([
      'Votre nouvelle carte est enregistrée',
    ]);
  });

  test.each([
    [DECLINED, 'invalid_card'],
    [SHORT_OF_MONEY, 'insufficient_funds'],
  ])('stays when the new card is declined: %s, %s', async (number, code) => {
    const { client, debited, emails } = await subscriber();
    const stripeToken = await shop.cardToken(number);
    const refused = { status: 402, body: { message: code } };
    expect(await update(client, stripeToken)).toMatchObject(refused);
    expect(await update(client, stripeToken)).toMatchObject(refused);
    expect(await debited()).toEqual(['visa', undefined]);
    expect(await emails()).toBe(0);
  });

  describe('behind 3-D Secure', () => {
    test.each([undefined, 'key-1'])(
      'is updated by a retry after the challenge succeeds, key %s',
      async (key) => {
        const { client, debited, attempts } = await subscriber();
        const stripeToken = await shop.cardToken(SECURE);
        const asked = await update(client, stripeToken, key);
        expect(asked.status).toBe(402);
        expect(asked.body).toEqual({
          message: 'invalid_card',
          code: 'authentication_required',
          requiresAction: true,
          clientSecret: expect.stringMatching(/^seti_.+_secret_/),
          attemptId: (await attempts())[0]?.id,
        });
        expect((await update(client, stripeToken, key)).body).toEqual(asked.body);
        expect(await debited()).toEqual(['visa', undefined]);

        shop.answerChallenges('succeed');
        expect(await update(client, stripeToken, key)).toMatchObject({ status: 200 });
        expect((await debited())[1]).toBe('visa');
        expect(await attempts()).toMatchObject([{ state: 'done' }]);
      },
    );

    test('stays when the challenge fails', async () => {
      const { client, debited, attempts } = await subscriber();
      const stripeToken = await shop.cardToken(SECURE);
      await update(client, stripeToken);
      shop.answerChallenges('fail');
      const refused = await update(client, stripeToken);
      expect(refused).toMatchObject({ status: 402 });
      expect(refused.body).toEqual({ message: 'invalid_card', code: 'invalid_card' });
      expect(await debited()).toEqual(['visa', undefined]);
      expect(await attempts()).toMatchObject([{ state: 'refused' }]);
    });
  });

  test('is set up once by concurrent and repeated calls', async () => {
    const { client, userId, attempts } = await subscriber();
    const stripeToken = await shop.cardToken(MASTERCARD);
    const together = await Promise.all([1, 2, 3].map(() => update(client, stripeToken)));
    expect(together.map(({ status }) => status)).toEqual([200, 200, 200]);
    await update(client, stripeToken);
    expect(setUps().filter(({ isReplay, status }) => !isReplay && status === 200)).toHaveLength(1);
    const keys = new Set(setUps().map(({ idempotencyKey }) => idempotencyKey));
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(stripeToken));
    expect([...keys]).toEqual([`cu_${userId}_${Buffer.from(digest).toString('hex')}_setup_v2`]);
    expect(await attempts()).toHaveLength(1);
  });

  test('a replay of an earlier card does not replace the later one', async () => {
    const { client, debited } = await subscriber();
    const visa = await shop.cardToken();
    await update(client, visa);
    await update(client, await shop.cardToken(MASTERCARD));
    expect(await update(client, visa)).toMatchObject({ status: 200, body: UPDATED });
    expect(await debited()).toEqual(['mastercard', 'mastercard']);
  });

  test('an idempotency key with another card gets 422', async () => {
    const { client, debited } = await subscriber();
    await update(client, await shop.cardToken(MASTERCARD), 'key-2');
    const other = await update(client, await shop.cardToken(), 'key-2');
    expect(other).toMatchObject({
      status: 422,
      body: { message: 'invalid_fields', code: 'idempotency_key_reused' },
    });
    expect(await debited()).toEqual(['mastercard', 'mastercard']);
    const noKey = await update(client, await shop.cardToken(), 'not one word');
    expect(noKey).toMatchObject({ status: 400, body: { message: 'invalid_fields' } });
  });

  describe('is for subscribers', () => {
    test('and returns 401 or 403 before it validates the fields', async () => {
      const signedOut = await update(shop.app.client(), 7);
      expect(signedOut).toMatchObject({ status: 401, body: { message: 'not_logged_in' } });
      const { client } = await shop.app.member();
      const member = await update(client, await shop.cardToken());
      expect(member).toMatchObject({ status: 403, body: { message: 'not_subscribed' } });
      expect(shop.provider.journal({ operation: 'payment_methods.create' })).toEqual([]);
    });

    test('until the provider reports the end of the subscription, even if our row is active', async () => {
      const { client, userId, attempts } = await subscriber();
      const row = await shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
      await shop.payments.cancelNow('main', row.stripeSubscriptionId ?? '');
      const answer = await update(client, await shop.cardToken(MASTERCARD));
      expect(answer).toMatchObject({ status: 403, body: { message: 'not_subscribed' } });
      expect(await attempts()).toMatchObject([{ state: 'expired' }]);
      expect(shop.provider.journal({ operation: 'setup_intents.create' })).toEqual([]);
    });

    test('until access ends', async () => {
      const { client, userId } = await shop.app.member();
      await addSubscription(shop.app.db, userId, { accessEndsOn: new Date(Date.now() - 1000) });
      expect(await update(client, 'tok_visa')).toMatchObject({
        status: 403,
        body: { message: 'not_subscribed' },
      });
    });
  });

  test.each([undefined, null, 7, '', '4242424242424242', 'tok_', 'src_123', { id: 'tok_visa' }])(
    '%j gets 400 as a card token',
    async (stripeToken) => {
      const { client, userId } = await shop.app.member();
      await addSubscription(shop.app.db, userId);
      expect(await update(client, stripeToken)).toMatchObject({
        status: 400,
        body: { message: 'invalid_fields' },
      });
    },
  );

  describe('while the provider fails', () => {
    test.each<[string, Fault]>([
      ['reset before', fault('setup_intents.create', { effect: 'reset', moment: 'before' })],
      ['reset after', fault('setup_intents.create', { effect: 'reset', moment: 'after' })],
      ['silent', fault('setup_intents.create', { effect: 'hang', moment: 'after' })],
      ['busy', fault('payment_methods.create', { effect: 'rate_limit' })],
      ['lost token', fault('payment_methods.create', { effect: 'reset', moment: 'after' })],
      ['default before', fault('subscriptions.update', { effect: 'reset', moment: 'before' })],
      ['default after', fault('subscriptions.update', { effect: 'reset', moment: 'after' })],
      ['customer', fault('customers.update', { effect: 'server_error' })],
      ['keys refused', fault('setup_intents.create', { effect: 'authentication' })],
    ])('gets 503, and a retry completes the update: %s', async (_name, broken) => {
      const { client, debited, attempts } = await subscriber();
      const stripeToken = await shop.cardToken(MASTERCARD);
      shop.provider.addFault(broken);
      const failed = await update(client, stripeToken);
      expect(failed).toMatchObject({ status: 503, body: { message: 'error_message' } });
      expect(Number(failed.headers['retry-after'])).toBeGreaterThan(0);
      expect(await attempts()).toMatchObject([{ state: 'started' }]);

      shop.provider.clearFaults();
      expect(await update(client, stripeToken)).toMatchObject({ status: 200, body: UPDATED });
      expect(await debited()).toEqual(['mastercard', 'mastercard']);
      expect(await attempts()).toMatchObject([{ state: 'done' }]);
    });

    test.each(['payment_methods.create', 'setup_intents.create'])(
      'recovers within the call from a 500 stored under its idempotency key: %s',
      async (operation) => {
        const { client, debited } = await subscriber();
        shop.provider.addFault({ operation, effect: 'server_error' });
        const answer = await update(client, await shop.cardToken(MASTERCARD));
        expect(answer).toMatchObject({ status: 200, body: UPDATED });
        expect(await debited()).toEqual(['mastercard', 'mastercard']);
      },
    );

    test('a token spent by a failed call gets 503, not a declined card', async () => {
      const { client, debited } = await subscriber();
      const broken = { effect: 'server_error', moment: 'after' } as const;
      shop.provider.addFault({ operation: 'payment_methods.create', ...broken });
      const failed = await update(client, await shop.cardToken(MASTERCARD));
      expect(failed).toMatchObject({ status: 503, body: { message: 'error_message' } });
      expect(await update(client, await shop.cardToken(MASTERCARD))).toMatchObject({ status: 200 });
      expect(await debited()).toEqual(['mastercard', 'mastercard']);
    });
  });
});

describe('new cards', () => {
  test('are rate-limited; a retry with an earlier one is not', async () => {
    const strict = await startTestShop({ config: { rateLimit: 'strict' } });
    const { client, userId } = await strict.app.member();
    await addSubscription(strict.app.db, userId);
    const send = (stripeToken: string) => client.post(PATH, { stripeToken });
    const tokens = await Promise.all([1, 2, 3, 4, 5, 6].map(() => strict.cardToken()));
    const statuses = [];
    for (const token of tokens) statuses.push((await send(token)).status);
    expect(statuses.slice(0, 5)).not.toContain(429);
    expect(statuses[5]).toBe(429);
    expect((await send(tokens[0] ?? '')).status).not.toBe(429);
    await strict.close();
  });
});
