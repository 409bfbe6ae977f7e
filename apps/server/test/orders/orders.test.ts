import { orderPageSchema, orderSchema } from '@agres/domain/shapes.schema';
import { expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { ABROAD, buy, startTestShop } from '../support/shop.ts';

const shop = useRunning(startTestShop);

const bought = async (client: TestClient, itemId: number) => {
  const { body } = await buy(client, {
    id: itemId,
    stripeToken: await shop.cardToken(),
    ...ABROAD[1],
  });
  return orderSchema.strict().parse(body);
};
const pageOf = async (client: TestClient, query: string) =>
  orderPageSchema.strict().parse((await client.get(`/api/orders${query}`)).body);

test('an order returns item, option, amount and refunded amount', async () => {
  const { db } = shop.app;
  const item = await addItem(db, { priceCents: 3000, stocks: [5] });
  const option = await db.itemOption.findFirstOrThrow({ where: { itemId: item.id } });
  const { client } = await shop.app.member();
  const order = await bought(client, item.id);
  const told = {
    itemId: item.id,
    optionId: option.id,
    amountCents: 3999,
    currency: 'eur',
    refundedCents: 0,
  };
  expect(order).toMatchObject(told);
  await db.order.update({ where: { id: order.id }, data: { refundedCents: 1500 } });
  const rest = await client.get(`/api/orders/${order.id}`);
  expect(rest).toMatchObject({ status: 200, body: { ...order, refundedCents: 1500 } });
  expect(rest.headers['cache-control']).toBe('no-store');
  const rpc = await client.query('orders.byId', { id: order.id });
  expect(rpc).toMatchObject({ status: 200, body: { result: { data: rest.body } } });
});

test('an order returns its sent date, tracking link, delivered date and cancelled date', async () => {
  const { db } = shop.app;
  const item = await addItem(db, { stocks: [5] });
  const { client } = await shop.app.member();
  const sent = await bought(client, item.id);
  const delivered = await bought(client, item.id);
  const cancelled = await bought(client, item.id);
  const none = { status: 'waiting', postDate: null, sentDate: null, tracking: null };
  for (const order of [sent, delivered, cancelled]) {
    expect(order).toMatchObject({ ...none, cancelledDate: null });
  }
  const moment = new Date('2026-11-21T09:30:00.000Z');
  await db.order.update({
    where: { id: sent.id },
    data: { sentAt: moment, carrier: 'mondial_relay', trackingNumber: '12345678' },
  });
  await db.order.update({
    where: { id: delivered.id },
    data: { status: 'delivered', postDate: moment },
  });
  await db.order.update({ where: { id: cancelled.id }, data: { cancelledAt: moment } });
  const told = await Promise.all(
    [sent, delivered, cancelled].map(
      async ({ id }) => (await client.get(`/api/orders/${id}`)).body,
    ),
  );
  const tracking = {
    carrier: 'Mondial Relay',
    number: '12345678',
    url: expect.stringContaining('12345678'),
  };
  expect(told).toEqual([
    { ...sent, sentDate: moment.toISOString(), tracking },
    { ...delivered, status: 'delivered', postDate: moment.toISOString() },
    { ...cancelled, cancelledDate: moment.toISOString() },
  ]);
  const { body } = await client.get('/api/users/status');
  expect(body).toMatchObject({ user: { orders: told.toReversed() } });
});

test('a retry is replayed with the first response after the order changes', async () => {
  const item = await addItem(shop.app.db);
  const { client, userId } = await shop.app.member();
  const purchase = { id: item.id, stripeToken: await shop.cardToken() };
  const first = await buy(client, purchase, 'one-key');
  await shop.app.db.order.updateMany({
    where: { userId },
    data: {
      status: 'delivered',
      postDate: new Date(),
      refundedCents: 1500,
      sentAt: new Date(),
      carrier: 'colissimo',
      trackingNumber: '6A12345678901',
    },
  });
  const again = await buy(client, purchase, 'one-key');
  expect(again).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } });
  expect(again.body).toEqual(first.body);
});

test('an order is returned to its owner only', async () => {
  const item = await addItem(shop.app.db);
  const { client } = await shop.app.member();
  const { id } = await bought(client, item.id);
  const { client: stranger } = await shop.app.member();
  const notFound = { status: 404, body: { message: 'not_found', code: 'not_found' } };
  for (const other of [id, id + 1000, 0, 'abc', '1.5', `%3${id}`, 99_999_999_999]) {
    expect(await stranger.get(`/api/orders/${other}`)).toMatchObject(notFound);
  }
  expect(await stranger.query('orders.byId', { id })).toMatchObject({ status: 404 });
  expect((await pageOf(stranger, '')).orders).toEqual([]);
  for (const path of [`/api/orders/${id}`, '/api/orders', '/api/orders?limit=0']) {
    expect(await shop.app.client().get(path)).toMatchObject({
      status: 401,
      body: { message: 'not_logged_in' },
    });
  }
});

test('orders are paged newest first, each once', async () => {
  const { db } = shop.app;
  const item = await addItem(db, { stocks: [9] });
  const { client } = await shop.app.member();
  const ids: number[] = [];
  for (let count = 0; count < 5; count += 1) ids.push((await bought(client, item.id)).id);
  // The last three have the same time and the first is the newest, as after lost orders were rebuilt.
  const moment = new Date('2026-11-20T10:00:00.123Z');
  await db.order.updateMany({ where: { id: { in: ids.slice(2) } }, data: { orderDate: moment } });
  const [first = 0, second = 0, third, fourth, fifth] = ids;
  const later = new Date('2026-11-22T10:00:00.000Z');
  await db.order.update({ where: { id: first }, data: { orderDate: later } });
  const earlier = new Date('2026-11-01T10:00:00.000Z');
  await db.order.update({ where: { id: second }, data: { orderDate: earlier } });

  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const page = await pageOf(client, `?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
    expect(page.orders.length).toBeLessThanOrEqual(2);
    seen.push(...page.orders.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual([first, fifth, fourth, third, second]);

  const whole = await client.get('/api/orders');
  expect(whole.headers['cache-control']).toBe('no-store');
  expect(whole.body).toMatchObject({ nextCursor: null });
  expect(await pageOf(client, '?limit=5')).toEqual(whole.body);
  expect(await client.query('orders.list', { limit: 5 })).toMatchObject({
    status: 200,
    body: { result: { data: whole.body } },
  });
  expect(await client.query('orders.list', {})).toMatchObject({ status: 200 });
});

test.each([
  'limit=0',
  'limit=101',
  'limit=-1',
  'limit=1.5',
  'limit=many',
  'limit=',
  'limit=1&limit=2',
  'cursor=',
  'cursor=1',
  'cursor=0000000000000-9999999999',
  'cursor=now-1',
  'cursor=99999999999999-1',
  'cursor=1763719200000-1%27',
])('the query %s gets 400', async (query) => {
  const { client } = await shop.app.member();
  const answer = await client.get(`/api/orders?${query}`);
  expect(answer).toMatchObject({ status: 400, body: { message: 'invalid_fields' } });
  const [path] = query.split('=', 1);
  expect(answer.body).toMatchObject({ issues: [{ path }] });
});
