import { request, type IncomingMessage } from 'node:http';

import { afterEach, beforeAll, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import type { TestClient } from '../support/client.ts';
import { useRunning } from '../support/running.ts';
import { buy, endSoundly, RECIPIENT, startTestShop } from '../support/shop.ts';

const DECLINED = '4000000000000002';

// A real connection: an answer is lost only with its socket.
describe('a buyer whose connection breaks during the purchase', () => {
  const shop = useRunning(startTestShop);
  let origin: string;

  beforeAll(async () => {
    origin = await shop.app.server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => endSoundly(shop));

  /** Sends a purchase and disconnects while the provider handles it. */
  const loseAnswer = async (client: TestClient, body: object, key?: string): Promise<void> => {
    shop.provider.addFault({
      operation: 'payment_intents.confirm',
      effect: 'delay',
      moment: 'after',
      delayMs: 1500,
    });
    const confirmations = () =>
      shop.provider.journal({ operation: 'payment_intents.confirm' }).length;
    const before = confirmations();
    const call = request(`${origin}/api/items/buy`, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
        cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
    });
    const answered: IncomingMessage[] = [];
    call.on('response', (answer) => answered.push(answer));
    call.on('error', () => undefined);
    const isClosed = new Promise((resolve) => call.once('close', resolve));
    call.end(JSON.stringify({ ...RECIPIENT, ...body }));
    await expect.poll(confirmations, { interval: 5 }).toBe(before + 1);
    call.destroy();
    await isClosed;
    expect(answered).toEqual([]);
  };

  test('gets the order: the purchase completes without the connection', async () => {
    const { item, client, attempts, remaining, charges } = await startBuyer(shop);
    await loseAnswer(client, { id: item.id, stripeToken: await shop.cardToken() });
    await expect.poll(async () => (await attempts())[0]?.state).toBe('paid');
    expect(await attempts()).toMatchObject([{ order: { amountCents: 2999 } }]);
    expect(await remaining()).toBe(4);
    expect(await charges()).toBe(1);
  });

  test.each(['a key of their own', 'the card token alone'])(
    'gets the order by a retry with %s',
    async (kind) => {
      const key = kind === 'a key of their own' ? 'the-same-key' : undefined;
      const { item, client, states, charges } = await startBuyer(shop);
      const stripeToken = await shop.cardToken();
      await loseAnswer(client, { id: item.id, stripeToken }, key);
      // At once: the first call is still running, and this one waits for it.
      const again = await buy(client, { id: item.id, stripeToken }, key);
      expect(again.status).toBe(200);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(await states()).toEqual(['paid']);
      expect(await charges()).toBe(1);
    },
  );

  test('gets the order by the same purchase with another card and key, which is not charged', async () => {
    const { item, client, attempts, states, remaining, charges } = await startBuyer(shop);
    await loseAnswer(client, { id: item.id, stripeToken: await shop.cardToken() }, 'first');
    await expect.poll(states).toEqual(['paid']);
    const [attempt] = await attempts();
    expect(attempt?.responseSentAt).toBeNull();
    const other = { id: item.id, stripeToken: await shop.cardToken() };
    const again = await buy(client, other, 'second');
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ id: attempt?.order?.id });
    expect(await states()).toEqual(['paid']);
    expect(await charges()).toBe(1);
    expect(await remaining()).toBe(4);
  });

  test('buys a second one once a response about the first is delivered', async () => {
    const { item, client, states, charges } = await startBuyer(shop);
    await loseAnswer(client, { id: item.id, stripeToken: await shop.cardToken() });
    await expect.poll(states).toEqual(['paid']);
    await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    const marked = async () => {
      const rows = await shop.app.db.purchaseAttempt.findMany({
        where: { option: { itemId: item.id } },
      });
      return rows.every(({ responseSentAt }) => responseSentAt !== null);
    };
    await expect.poll(marked).toBe(true);
    await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    expect(await states()).toEqual(['paid', 'paid']);
    expect(await charges()).toBe(2);
  });

  test('with a declined card is refused again, and another card is charged', async () => {
    const { item, client, states, remaining } = await startBuyer(shop);
    const stripeToken = await shop.cardToken(DECLINED);
    await loseAnswer(client, { id: item.id, stripeToken });
    await expect.poll(states).toEqual(['refused']);
    expect((await buy(client, { id: item.id, stripeToken })).status).toBe(402);
    const other = await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    expect(other.status).toBe(200);
    expect(await remaining()).toBe(4);
  });

  test('gets the order by a retry a month later', async () => {
    const { item, client, attempts, charges } = await startBuyer(shop);
    const stripeToken = await shop.cardToken();
    await loseAnswer(client, { id: item.id, stripeToken }, 'a-month-ago');
    await expect.poll(async () => (await attempts())[0]?.state).toBe('paid');
    await shop.app.db.$executeRaw`
      UPDATE purchase_attempt SET cgv_at = now() - interval '30 days'
      WHERE option_id IN (SELECT id FROM item_option WHERE item_id = ${item.id})`;
    const again = await buy(client, { id: item.id, stripeToken }, 'a-month-ago');
    expect(again.status).toBe(200);
    const [attempt] = await attempts();
    expect(again.body).toMatchObject({ id: attempt?.order?.id, item: { price: 30 } });
    expect(await charges()).toBe(1);
  });
});
