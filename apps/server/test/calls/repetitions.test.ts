import { afterEach, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { PATH as UPDATE_CARD } from '../support/card-update.ts';
import type { Answer } from '../support/client.ts';
import { addSubscription } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startTestShop } from '../support/shop.ts';
import { CARDS, reconcileNow, subscribe } from '../support/subscribing.ts';

// More than the limits allow in one window, and more than three clicks during an outage.
const REPETITIONS = 25;
const LOOSELY = 120;

describe('rate limits of card payments', () => {
  const shop = useRunning(() => startTestShop({ config: { rateLimit: 'strict' }, pages: 'built' }));
  afterEach(() => shop.provider.clearFaults());

  const repeat = async (call: () => Promise<Answer>) => {
    const statuses: number[] = [];
    for (let count = 0; count < REPETITIONS; count += 1) statuses.push((await call()).status);
    return statuses;
  };
  const outage = (operation: string) =>
    shop.provider.addFault({ operation, effect: 'authentication', times: 1000 });
  const statusesUntilLimited = async (call: () => Promise<Answer>) => {
    const statuses: number[] = [];
    for (;;) {
      const { status } = await call();
      if (status === 429) return statuses;
      statuses.push(status);
      if (statuses.length > 3 * LOOSELY) throw new Error('nothing is limited');
    }
  };
  const NONE_REFUSED = Array.from({ length: REPETITIONS }, () => 503);

  test('an outage costs a buyer one permit, however often the call is retried', async () => {
    const { item, client, charges } = await startBuyer(shop);
    const body = { id: item.id, stripeToken: await shop.cardToken() };
    outage('payment_intents.create');
    expect(await repeat(() => buy(client, body, 'outage'))).toEqual(NONE_REFUSED);
    shop.provider.clearFaults();
    const bought = await buy(client, body, 'outage');
    expect(bought.status).toBe(200);
    expect(bought.headers['ratelimit']).toMatch(/^"repeatPaymentByUser";r=\d+;t=\d+$/);
    expect(await charges()).toBe(1);
    const next = { id: item.id, stripeToken: await shop.cardToken() };
    const beside = await buy(client, next, 'the-next-one');
    expect(beside.headers['ratelimit']).toMatch(/^"buyByUser";r=8;/);
  });

  // The number of requests that a page sends for one click; the reconciler runs between them.
  const SENDS = 5;
  const clickInOutage = async (call: () => Promise<Answer>, reconcile: () => Promise<unknown>) => {
    const statuses: number[] = [];
    for (let sends = 0; sends < SENDS; sends += 1) {
      shop.provider.addFault({ operation: 'payment_intents.confirm', effect: 'server_error' });
      statuses.push((await call()).status);
      shop.provider.clearFaults();
      await reconcile();
    }
    return statuses;
  };

  test('an outage during confirmation costs a buyer one permit per card, despite retries', async () => {
    const { item, client, states, charges } = await startBuyer(shop);
    for (const click of ['first', 'second', 'third']) {
      const body = { id: item.id, stripeToken: await shop.cardToken() };
      const statuses = await clickInOutage(
        () => buy(client, body, click),
        () => shop.reconcile(),
      );
      expect(statuses).toEqual([503, 503, 503, 503, 503]);
    }
    expect(new Set(await states())).toEqual(new Set(['expired']));
    const next = { id: item.id, stripeToken: await shop.cardToken() };
    const bought = await buy(client, next, 'the-next-one');
    expect(bought.status).toBe(200);
    expect(bought.headers['ratelimit']).toMatch(/^"buyByUser";r=6;/);
    expect(await charges()).toBe(1);
  });

  test('an outage during confirmation costs a subscriber one permit per card too', async () => {
    const { client } = await shop.app.member();
    for (const key of ['first', 'second', 'third']) {
      const call = { stripeToken: await shop.cardToken(), key };
      const statuses = await clickInOutage(
        () => subscribe(client, call),
        () => reconcileNow(shop),
      );
      expect(statuses).toEqual([503, 503, 503, 503, 503]);
    }
    const next = { stripeToken: await shop.cardToken(), key: 'the-next-one' };
    const subscribed = await subscribe(client, next);
    expect(subscribed.status).toBe(200);
    expect(subscribed.headers['ratelimit']).toContain('"subscribeByUser";r=6;');
  });

  test('a new payment counts, also under an old idempotency key', async () => {
    const { item, client } = await startBuyer(shop);
    const statuses = await statusesUntilLimited(async () => {
      const stripeToken = await shop.cardToken(CARDS.secure);
      const answer = await buy(client, { id: item.id, stripeToken }, 'one-key');
      // Its 3-D Secure is over: the same key starts again, with another card.
      await shop.reconcile();
      return answer;
    });
    expect(new Set(statuses)).toEqual(new Set([402]));
    expect(statuses.length).toBeLessThan(REPETITIONS);
  });

  // A reusable token, with which a thief could ask the bank repeatedly.
  const ASKING = 'tok_threeDSecure2Required';

  test('a card that reached the bank counts again, also under the same idempotency key', async () => {
    const { item, client } = await startBuyer(shop);
    const statuses = await statusesUntilLimited(async () => {
      const answer = await buy(client, { id: item.id, stripeToken: ASKING }, 'one-key');
      await shop.reconcile();
      return answer;
    });
    expect(new Set(statuses)).toEqual(new Set([402]));
    expect(statuses.length).toBeLessThan(REPETITIONS);
  });

  test('a card for a subscription that reached the bank counts again too', async () => {
    const { client } = await shop.app.member();
    const statuses = await statusesUntilLimited(async () => {
      const answer = await subscribe(client, { stripeToken: ASKING, key: 'one-key' });
      await reconcileNow(shop);
      return answer;
    });
    expect(new Set(statuses)).toEqual(new Set([402]));
    expect(statuses.length).toBeLessThan(REPETITIONS);
  });

  test.each(['a purchase', 'a subscription'])(
    'a card for %s counts when the bank was asked, even if its answer was lost',
    async (what) => {
      const { item, client } = await startBuyer(shop);
      const call = () =>
        what === 'a purchase'
          ? buy(client, { id: item.id, stripeToken: ASKING }, 'one-key')
          : subscribe(client, { stripeToken: ASKING, key: 'one-key' });
      const lost = { effect: 'reset', moment: 'after', times: 20 } as const;
      shop.provider.addFault({
        ...lost,
        operation: 'payment_intents.confirm',
        meanwhile: async () =>
          shop.provider.addFault({ ...lost, operation: 'payment_intents.retrieve' }),
      });
      expect((await call()).status).toBe(503);
      shop.provider.clearFaults();
      for (let round = 0; round < 2; round += 1) {
        await (what === 'a purchase' ? shop.reconcile() : reconcileNow(shop));
      }
      const asked = await call();
      expect(asked).toMatchObject({ status: 402, body: { requiresAction: true } });
      expect(asked.headers['ratelimit']).toMatch(/"(?:buy|subscribe)ByUser";r=8;/);
    },
  );

  test('replays have a looser limit of their own, apart from that of purchases', async () => {
    const { item, client } = await startBuyer(shop);
    const body = { id: item.id, stripeToken: await shop.cardToken() };
    expect((await buy(client, body, 'often')).status).toBe(200);
    const statuses = await statusesUntilLimited(() => buy(client, body, 'often'));
    expect(statuses.length).toBeGreaterThanOrEqual(LOOSELY);
    const next = { id: item.id, stripeToken: await shop.cardToken() };
    expect((await buy(client, next)).status).toBe(200);
  });

  test('an outage costs a subscriber one permit', async () => {
    const { client } = await shop.app.member();
    const call = { stripeToken: await shop.cardToken(), key: 'outage' };
    outage('subscriptions.create');
    expect(await repeat(() => subscribe(client, call))).toEqual(NONE_REFUSED);
    shop.provider.clearFaults();
    expect((await subscribe(client, call)).status).toBe(200);
  });

  test('a new first payment counts, also under an old idempotency key', async () => {
    const { client } = await shop.app.member();
    const statuses = await statusesUntilLimited(async () => {
      const stripeToken = await shop.cardToken(CARDS.secure);
      const answer = await subscribe(client, { stripeToken, key: 'one-key' });
      await reconcileNow(shop);
      return answer;
    });
    expect(new Set(statuses)).toEqual(new Set([402]));
    expect(statuses.length).toBeLessThan(REPETITIONS);
  });

  test('retries of a card update have a looser limit too', async () => {
    const { client, userId } = await shop.app.member();
    await addSubscription(shop.app.db, userId);
    const stripeToken = await shop.cardToken();
    outage('payment_methods.create');
    const send = () => client.post(UPDATE_CARD, { stripeToken });
    expect((await send()).status).toBe(503);
    const statuses = await statusesUntilLimited(send);
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect(statuses.length).toBeGreaterThanOrEqual(LOOSELY);
  });
});
