import { orderSchema } from '@agres/domain/shapes.schema';
import { describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import type { TestClient } from '../support/client.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { RECIPIENT, startTestShop } from '../support/shop.ts';
import { TRANSPORTS, type Transport } from '../support/user-calls.ts';

const REST_CALLS = {
  'shop.buy': '/api/items/buy',
  'payments.updateCard': '/api/updateMobileAppPaymentMethod',
} as const;

describe.each(TRANSPORTS)('calls that cost money, over %s', (transport) => {
  const shop = useRunning(startTestShop);

  const call = (client: TestClient, name: keyof typeof REST_CALLS, input: unknown) =>
    answerOf(transport, client, { name, input });
  const charged = () => shop.provider.journal().length;

  test('E4: the caller cannot choose the price, the buyer or the provider account', async () => {
    const { db } = shop.app;
    const item = await addItem(db, { priceCents: 3000 });
    const { client, userId } = await shop.app.member();
    const { userId: somebodyElse } = await shop.app.member();
    const { status, body } = await call(client, 'shop.buy', {
      ...RECIPIENT,
      id: item.id,
      stripeToken: await shop.cardToken(),
      price: 0.01,
      amount: 1,
      amount_cents: 1,
      amountCents: 1,
      priceCents: 1,
      currency: 'jpy',
      userId: somebodyElse,
      status: 'delivered',
      stripe_account: 'bis',
      stripeAccount: 'bis',
    });
    expect(status).toBe(200);
    const { id } = orderSchema.parse(body);
    const order = await db.order.findUniqueOrThrow({ where: { id } });
    expect(order).toMatchObject({ userId, status: 'waiting', priceCents: 3000 });
    const attempt = await db.purchaseAttempt.findUniqueOrThrow({ where: { id: order.attemptId } });
    expect(attempt).toMatchObject({ amountCents: 2999, stripeAccount: 'main' });
    const [created] = shop.provider.journal({ operation: 'payment_intents.create' }).slice(-1);
    expect(created).toMatchObject({
      account: 'main',
      params: { amount: '2999', currency: 'eur' },
    });
    expect(await db.order.count({ where: { userId: somebodyElse } })).toBe(0);
  });

  test.each([
    { optionIndex: -1 },
    { optionIndex: 99 },
    { optionIndex: 1.5 },
    { optionIndex: '0' },
    { optionIndex: null },
    { area: 3 },
    { area: -1 },
    { area: '0' },
    { cgv: false },
    { cgv: 'true' },
    { firstName: 'x'.repeat(10_000) },
    { lastName: 'x'.repeat(10_000) },
    { firstName: ' \t ' },
    { lastName: '' },
    { id: { gt: 0 } },
    { shippingAddress: ['Relais du Parc, 1 rue du Parc'] },
  ])('E5: %j gets 400 before a row is written or the provider is called', async (wrong) => {
    const { item, client, userId } = await startBuyer(shop);
    const stripeToken = await shop.cardToken();
    const before = charged();
    const input = { ...RECIPIENT, id: item.id, stripeToken, ...wrong };
    expect(await call(client, 'shop.buy', input)).toMatchObject({
      status: 400,
      message: 'invalid_fields',
    });
    expect(await shop.app.db.purchaseAttempt.count({ where: { userId } })).toBe(0);
    expect(charged()).toBe(before);
  });

  test('E6: a card update without a subscription gets 403 without a call to the provider', async () => {
    const { client } = await shop.app.member();
    const stripeToken = await shop.cardToken();
    const before = charged();
    for (const input of [{ stripeToken }, { stripeToken: 7 }, {}]) {
      expect(await call(client, 'payments.updateCard', input)).toMatchObject({
        status: 403,
        message: 'not_subscribed',
      });
    }
    expect(charged()).toBe(before);
  });

  test('H6: an account deleted during a purchase leaves an order without a user', async () => {
    const { db } = shop.app;
    const { item, client, userId } = await startBuyer(shop);
    const stripeToken = await shop.cardToken();
    shop.provider.setLatency({ minMs: 300, maxMs: 300 });
    const leaving = client.copy();
    const buying = call(client, 'shop.buy', { ...RECIPIENT, id: item.id, stripeToken });
    const attempts = () => db.purchaseAttempt.findMany({ where: { userId } });
    await expect.poll(async () => (await attempts()).length).toBe(1);
    const [{ id } = { id: '' }] = await attempts();
    expect((await leaving.delete('/api/users')).status).toBe(200);
    shop.provider.setLatency({ minMs: 0, maxMs: 0 });
    expect((await buying).status).toBe(200);
    await shop.reconcileAll();
    const order = await db.order.findUnique({ where: { attemptId: id } });
    expect(order).toMatchObject({ userId: null, firstName: 'Jeanne' });
    expect(await shop.brokenInvariants()).toEqual([]);
  });
});

async function answerOf(
  transport: Transport,
  client: TestClient,
  { name, input }: { name: keyof typeof REST_CALLS; input: unknown },
): Promise<{ status: number; message: string | undefined; body: unknown }> {
  if (transport === 'rest') {
    const { status, body } = await client.post(REST_CALLS[name], input);
    return { status, message: textAt(body, 'message'), body };
  }
  const { status, body } = await client.mutate(name, input);
  const { result, error } = Object(body);
  return { status, message: textAt(error, 'message'), body: result?.data };
}

function textAt(value: unknown, key: string): string | undefined {
  const text: unknown = Object(value)[key];
  return typeof text === 'string' ? text : undefined;
}
