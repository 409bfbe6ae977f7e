import { afterAll, afterEach, describe, expect, test } from 'vitest';

import { MASTERCARD, startCardShop } from '../support/card-update.ts';
import { addSubscription } from '../support/rows.ts';
import { timed } from '../support/slow-provider.ts';

const CARD = '/api/payment/card';
const VISA = {
  brand: 'visa',
  last4: '4242',
  expMonth: expect.any(Number),
  expYear: expect.any(Number),
};

const { shop, subscriber, update, forget, close } = await startCardShop({ callTimeoutMs: 8000 });
afterEach(forget);
afterAll(close);

describe('the payment card of a subscription', () => {
  test.each(['main', 'bis'] as const)(
    'is returned for the provider account %s',
    async (account) => {
      const { client } = await subscriber(account);
      expect(await client.get(CARD)).toMatchObject({ status: 200, body: VISA });
      expect(await client.query('payments.card')).toMatchObject({
        body: { result: { data: VISA } },
      });
      await update(client, await shop.cardToken(MASTERCARD, account));
      expect(await client.get(CARD)).toMatchObject({
        body: { brand: 'mastercard', last4: '4444' },
      });
    },
  );

  test('is returned to subscribers only', async () => {
    expect(await shop.app.client().get(CARD)).toMatchObject({
      status: 401,
      body: { message: 'not_logged_in' },
    });
    const { client } = await shop.app.member();
    expect(await client.get(CARD)).toMatchObject({
      status: 403,
      body: { message: 'not_subscribed' },
    });
  });

  test('is null if the provider has none', async () => {
    const { client, userId } = await shop.app.member();
    await addSubscription(shop.app.db, userId);
    expect(await client.get(CARD)).toMatchObject({ status: 200, body: null });
  });

  test.each(['reset', 'rate_limit', 'authentication', 'server_error', 'empty'] as const)(
    'is null if the provider fails: %s',
    async (effect) => {
      const { client } = await subscriber();
      shop.provider.addFault({ operation: 'subscriptions.retrieve', effect, times: 2 });
      expect(await client.get(CARD)).toMatchObject({ status: 200, body: null });
      forget();
      expect((await client.get(CARD)).body).toEqual(VISA);
    },
  );

  test('is null if the provider hangs, well before the call timeout', async () => {
    const { client } = await subscriber();
    shop.provider.addFault({ operation: 'subscriptions.retrieve', effect: 'hang', times: 2 });
    const [answer, tookMs] = await timed(client.get(CARD));
    expect(answer).toMatchObject({ status: 200, body: null });
    expect(tookMs).toBeGreaterThan(1000);
    expect(tookMs).toBeLessThan(4000);
  });
});
