import { randomUUID } from 'node:crypto';

import { signatureHeaderOf } from '@agres/stripe-emulator/events/signature';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, endSoundly, RECIPIENT, startTestShop, webhookSecretOf } from '../support/shop.ts';

const DECLINED = '4000000000000002';
const SECURE = '4000000000003220';

describe('abuse of POST /api/items/buy', () => {
  const shop = useRunning(() => startTestShop({ config: { rateLimit: 'strict' } }));
  afterEach(() => endSoundly(shop));

  const remaining = async (itemId: number) =>
    (await shop.app.db.itemOption.findFirstOrThrow({ where: { itemId } })).remaining;

  test('I3: a client that tests declined cards gets 429 after ten, and no stock is lost', async () => {
    const { item, client, userId } = await startBuyer(shop, { stocks: [3] });
    const statuses: number[] = [];
    for (let time = 0; time < 12; time += 1) {
      const stripeToken = await shop.cardToken(DECLINED);
      statuses.push((await buy(client, { id: item.id, stripeToken })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(402), 429, 429]);
    expect(await shop.app.db.purchaseAttempt.count({ where: { userId } })).toBe(10);
    expect(await remaining(item.id)).toBe(3);
  });

  test('I4: fifty concurrent attempts of one account hold at most one unit, and return it', async () => {
    const relaxed = await startTestShop({ config: { rateLimit: 'relaxed' } });
    const item = await addItem(relaxed.app.db, { stocks: [30] });
    const { client } = await relaxed.app.member();
    const tokens = await Promise.all(Array.from({ length: 50 }, () => relaxed.cardToken(DECLINED)));
    let least = 30;
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const [option] = await relaxed.app.db.itemOption.findMany({ where: { itemId: item.id } });
        least = Math.min(least, option?.remaining ?? 0);
      }
    })();
    const answers = await Promise.all(
      tokens.map((stripeToken) => buy(client, { id: item.id, stripeToken })),
    );
    isOver = true;
    await watching;
    expect(least).toBeGreaterThanOrEqual(29);
    for (const { status } of answers) expect([402, 409]).toContain(status);
    await relaxed.reconcileAll();
    const [option] = await relaxed.app.db.itemOption.findMany({ where: { itemId: item.id } });
    expect(option?.remaining).toBe(30);
    await relaxed.close();
  });

  test.each([
    'x'.repeat(10_000),
    '{"id":"tok_visa"}',
    'tok_../../v1/customers',
    '../../v1/customers',
    'tok_visa?expand[]=customer',
    'sk_test_main',
    'tok_visa\r\nX: y',
    ['tok_visa'],
    { id: 'tok_visa' },
  ])('I5: %j is refused as a card token without a call to the provider', async (stripeToken) => {
    const { item, client } = await startBuyer(shop);
    const before = shop.provider.journal().length;
    const answer = await client.post('/api/items/buy', {
      ...RECIPIENT,
      id: item.id,
      stripeToken,
    });
    expect(answer).toMatchObject({ status: 400, body: { message: 'invalid_fields' } });
    expect(shop.provider.journal()).toHaveLength(before);
  });
});

describe('forged, malformed and foreign webhook events', () => {
  const shop = useRunning(startTestShop);
  let paymentIntentId: string | null;
  beforeAll(async () => {
    // A genuine event would have triggered a check of this purchase at once.
    const { item, client } = await startBuyer(shop);
    await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
    ({ paymentIntentId } = await shop.app.db.purchaseAttempt.findFirstOrThrow());
  });

  const nowSeconds = () => Math.floor(Date.now() / 1000);
  const eventBodyOf = (fields: object = {}) =>
    JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'payment_intent.succeeded',
      livemode: false,
      created: nowSeconds(),
      data: { object: { id: paymentIntentId, object: 'payment_intent', metadata: {} } },
      ...fields,
    });
  const checks = () =>
    shop.app.db.purchaseAttempt.findMany({ select: { id: true, nextCheckAt: true } });

  async function deliver(body: string, header: string | undefined): Promise<number> {
    const headers: Record<string, string> =
      header === undefined ? {} : { 'stripe-signature': header };
    const { status } = await shop.app
      .client()
      .send('POST', '/api/webhooks/stripe/main', { body, headers });
    return status;
  }

  const deliverSigned = (fields: object) => {
    const body = eventBodyOf(fields);
    return deliver(body, signatureHeaderOf(body, webhookSecretOf('main'), nowSeconds()));
  };

  test('I1: an event without a valid and recent signature gets 400 and triggers no check', async () => {
    const before = await checks();
    const body = eventBodyOf();
    const signed = (secret: string, at: number) => signatureHeaderOf(body, secret, at);
    const own = webhookSecretOf('main');
    expect(await deliver(body, undefined)).toBe(400);
    expect(await deliver(body, 'nonsense')).toBe(400);
    expect(await deliver(body, signed(webhookSecretOf('bis'), nowSeconds()))).toBe(400);
    expect(await deliver(body, signed(own, nowSeconds() - 600))).toBe(400);
    expect(await deliver(body.replace('created', 'creatd'), signed(own, nowSeconds()))).toBe(400);
    expect(await checks()).toEqual(before);
  });

  test('I1: an event of the other mode (live or test) gets 200 and is ignored', async () => {
    const before = await checks();
    expect(await deliverSigned({ livemode: true })).toBe(200);
    expect(await checks()).toEqual(before);
  });

  test('an event with ids that the provider cannot have issued gets 200 and is ignored', async () => {
    const before = await checks();
    const odd = 'x\u0000y';
    for (const type of ['payment_intent.succeeded', 'invoice.paid', 'charge.refunded']) {
      for (const object of [
        { id: odd, object: 'payment_intent' },
        { id: odd, object: 'subscription' },
        { id: 'x_1', object: 'charge', payment_intent: odd },
        { id: 'x_1', object: 'invoice', customer: odd },
        { id: 'x_1', object: 'x', parent: { subscription_details: { subscription: odd } } },
        { id: 'x_1', object: 'x', customer: 'cus_\ud800', metadata: { attempt_id: odd } },
        { id: 'x'.repeat(100_000), object: 'payment_intent' },
      ]) {
        const fields = { id: odd, type, created: 2 ** 53 - 1, data: { object } };
        expect([type, object, await deliverSigned(fields)]).toEqual([type, object, 200]);
      }
    }
    expect(await checks()).toEqual(before);
  });

  test('I2: a correctly signed event about a payment of another shop changes nothing', async () => {
    const before = await checks();
    for (const metadata of [{}, { attempt_id: randomUUID() }, { attempt_id: "x' OR 1=1" }]) {
      const object = { id: 'pi_other', object: 'payment_intent', metadata };
      expect(await deliverSigned({ data: { object } })).toBe(200);
    }
    expect(await checks()).toEqual(before);
    expect(await shop.app.db.order.count()).toBe(0);
    expect(await shop.brokenInvariants()).toEqual([]);
  });
});

describe('API keys of the payment provider', () => {
  test('I6: a visitor gets the publishable key only, and no response holds a secret key', async () => {
    const shop = await startTestShop();
    const { client, userId } = await shop.app.member();
    const visitor = shop.app.client();
    expect((await visitor.get('/api/payment/config')).body).toEqual({
      publishableKey: 'pk_test_main',
    });
    for (const url of [
      '/api/payment/config',
      '/api/users/status',
      `/api/users/${userId}`,
      '/api/items',
      '/api/home',
      '/api/openapi.json',
      '/api/docs/',
      '/api/docs/reference.json',
      '/trpc/payments.config',
    ]) {
      expect([url, /\b(?:sk|rk|whsec)_\w/.exec((await client.get(url)).text)?.[0]]).toEqual([
        url,
        undefined,
      ]);
    }
    await shop.close();
  });
});
