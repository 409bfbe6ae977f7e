import { runRetention } from '@agres/core/run-retention';
import { RETENTION_RULES } from '@agres/shop/retention-rules';
import { beforeEach, describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { give, giveAndSend } from '../support/command.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startTestShop } from '../support/shop.ts';
import { CARDS, subscribe, type Subscribing } from '../support/subscribing.ts';

// Buying or subscribing, and withdrawing, over and over: each round costs the shop the provider's fee.

const shop = useRunning(startTestShop);
beforeEach(() => shop.app.db.withdrawalMark.deleteMany());

let declarers = 0;
const withdraw = async (client: TestClient, about: object): Promise<number> => {
  declarers += 1;
  const email = `loop${declarers}@example.fr`;
  const answer = await client.post('/api/withdrawals', { name: 'Ada Lovelace', email, ...about });
  expect(answer.status).toBe(200);
  return (answer.body as { number: number }).number;
};

const REFUSED = {
  status: 400,
  body: {
    code: 'invalid_fields',
    issues: [{ path: 'immediateStart', message: 'invalid_fields' }],
  },
};

describe('the withdrawal loop check of a subscription', () => {
  const begin = async (
    client: TestClient,
    { number = CARDS.visa, ...input }: Subscribing & { number?: string } = {},
  ) => subscribe(client, { stripeToken: await shop.cardToken(number), ...input });
  const leave = async (client: TestClient, input: Subscribing & { number?: string } = {}) => {
    expect((await begin(client, input)).status).toBe(200);
    return withdraw(client, { subscription: true });
  };
  const attempts = (userId: number) =>
    shop.app.db.subscriptionAttempt.count({ where: { userId, kind: 'subscribe' } });

  test('requires immediate start after a withdrawal, so that used days are paid', async () => {
    const { client, userId } = await shop.app.member();
    await leave(client);
    expect(await begin(client, { number: CARDS.mastercard })).toMatchObject(REFUSED);
    expect(await begin(client, { immediateStart: false })).toMatchObject(REFUSED);
    expect(await attempts(userId)).toBe(1);
    const again = await begin(client, { immediateStart: true });
    expect(again.status).toBe(200);
    const number = await withdraw(client, { subscription: true });
    const given = await shop.app.db.declarationEvent.findFirstOrThrow({
      where: { declarationId: number, kind: 'refund_requested' },
    });
    expect(given.facts).toMatchObject({ usedDays: 1, keptCents: expect.any(Number) });
    expect((given.facts as { keptCents: number }).keptCents).toBeGreaterThan(0);
  });

  test('requires immediate start also after a withdrawal with used days paid', async () => {
    const { client } = await shop.app.member();
    await leave(client, { immediateStart: true });
    expect(await begin(client)).toMatchObject(REFUSED);
  });

  test('requires immediate start for a new account with the same address', async () => {
    const first = await shop.app.member();
    await leave(first.client);
    const gone = await first.client.delete('/api/users');
    expect(gone.status).toBe(200);
    const second = await shop.app.member({ email: first.email.toUpperCase() });
    expect(second.userId).not.toBe(first.userId);
    expect(await begin(second.client, { number: CARDS.mastercard })).toMatchObject(REFUSED);
    expect((await begin(second.client, { immediateStart: true })).status).toBe(200);
  });

  test('requires immediate start for the same account under another address', async () => {
    const { client, userId } = await shop.app.member();
    await leave(client);
    await shop.app.db.user.update({
      where: { id: userId },
      data: { email: 'other@example.fr', emailKey: 'other@example.fr' },
    });
    expect(await begin(client, { number: CARDS.mastercard })).toMatchObject(REFUSED);
  });

  test('requires immediate start for another account with the same card', async () => {
    const first = await shop.app.member();
    await leave(first.client);
    const second = await shop.app.member();
    expect(await begin(second.client)).toMatchObject(REFUSED);
    const method = await fetch(`${shop.providerUrl}/v1/payment_methods`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_main' },
      body: new URLSearchParams({ type: 'card', 'card[token]': await shop.cardToken() }),
    });
    const { id } = (await method.json()) as { id: string };
    expect(await subscribe(second.client, { stripeToken: id })).toMatchObject(REFUSED);
    expect(await attempts(second.userId)).toBe(0);
    expect((await begin(second.client, { number: CARDS.mastercard })).status).toBe(200);
  });

  test('requires nothing of another member with the same card after a termination', async () => {
    const { client } = await shop.app.member();
    expect((await begin(client)).status).toBe(200);
    await client.delete('/api/programsPerso/unsubscribe');
    const other = await shop.app.member();
    expect((await begin(other.client)).status).toBe(200);
    expect(await shop.app.db.withdrawalMark.count()).toBe(0);
  });

  test('does not read the card if immediate start is requested', async () => {
    const { client } = await shop.app.member();
    shop.provider.addFault({ operation: 'tokens.retrieve', effect: 'hang' });
    expect((await begin(client, { immediateStart: true })).status).toBe(200);
    shop.provider.reset();
  });

  test.each(['server_error', 'mix_up', 'empty', 'null'] as const)(
    'answers 503 while the provider does not return the card: %s',
    async (effect) => {
      const { client, userId } = await shop.app.member();
      const key = `loop-${effect}`;
      const stripeToken = await shop.cardToken();
      // `mix_up` answers with this card instead.
      await shop.payments.readCardFingerprint('main', await shop.cardToken(CARDS.mastercard));
      shop.provider.addFault({ operation: 'tokens.retrieve', effect, times: 3 });
      expect((await subscribe(client, { stripeToken, key })).status).toBe(503);
      expect(await attempts(userId)).toBe(0);
      expect((await subscribe(client, { stripeToken, key })).status).toBe(200);
    },
  );

  test('lets the member subscribe if the key may not read cards, and raises an alert', async () => {
    const { client } = await shop.app.member();
    shop.provider.addFault({ operation: 'tokens.retrieve', effect: 'permission' });
    expect((await begin(client)).status).toBe(200);
    const alerts = await shop.app.db.job.findMany({
      where: { kind: 'mail', payload: { path: ['facts', 'fault'], equals: 'permission' } },
    });
    expect(alerts).toHaveLength(1);
  });
});

describe('orders', () => {
  const order = async (client: TestClient, itemId: number): Promise<number> => {
    const { body } = await buy(client, { id: itemId, stripeToken: await shop.cardToken() });
    return (body as { id: number }).id;
  };
  const orders = async (client: TestClient, count: number) => {
    const { id } = await addItem(shop.app.db, { stocks: [50] });
    const ids: number[] = [];
    for (let one = 0; one < count; one += 1) ids.push(await order(client, id));
    return ids;
  };
  const states = async (ids: readonly number[]) =>
    (
      await shop.app.db.order.findMany({ where: { id: { in: [...ids] } }, orderBy: { id: 'asc' } })
    ).map(({ cancelledAt, heldFor }) => heldFor ?? (cancelledAt === null ? 'open' : 'cancelled'));
  const leaveAll = async (client: TestClient, ids: readonly number[]) => {
    for (const orderId of ids) await withdraw(client, { orderId });
  };
  const FOUR = Array.from({ length: 4 }, () => 'cancelled');

  test('are held from the fifth withdrawal of a day on, and the count restarts the next day', async () => {
    const { client } = await shop.app.member();
    const ids = await orders(client, 7);
    await leaveAll(client, ids.slice(0, 6));
    expect(await states(ids)).toEqual([...FOUR, 'withdrawal', 'withdrawal', 'open']);
    expect(await shop.app.db.refund.count({ where: { orderId: { in: ids } } })).toBe(4);
    const held = [ids[4], ids[5]].map((id) => ({ id, heldFor: 'withdrawal' }));
    expect(await give(shop, 'today.read')).toMatchObject({ kind: 'done', output: { held } });
    // The owner decides; the right itself is not refused.
    await giveAndSend(shop, 'orders.cancel', { order: String(ids[4]), reason: 'Still here' });
    expect((await states(ids)).slice(4, 5)).toEqual(['cancelled']);
    await shop.app.db.$executeRaw`UPDATE withdrawal_mark SET at = at - interval '1 day'`;
    await leaveAll(client, ids.slice(6));
    expect((await states(ids)).slice(6)).toEqual(['cancelled']);
  });

  test('withdrawn from concurrently are cancelled four times, and the others held', async () => {
    const { client } = await shop.app.member();
    const ids = await orders(client, 8);
    await Promise.all(ids.map((orderId) => withdraw(client, { orderId })));
    expect((await states(ids)).toSorted()).toEqual([
      ...FOUR,
      ...Array.from({ length: 4 }, () => 'withdrawal'),
    ]);
  });

  test('of a recreated account with the same address count together', async () => {
    const first = await shop.app.member();
    const ids = await orders(first.client, 3);
    await leaveAll(first.client, ids);
    await first.client.delete('/api/users');
    const second = await shop.app.member({ email: first.email });
    const others = await orders(second.client, 2);
    await leaveAll(second.client, others);
    expect(await states(others)).toEqual(['cancelled', 'withdrawal']);
  });

  test('of other members do not count', async () => {
    const [one, other] = [await shop.app.member(), await shop.app.member()];
    const ids = await orders(one.client, 4);
    await leaveAll(one.client, ids);
    const [orderId = 0] = await orders(other.client, 1);
    await withdraw(other.client, { orderId });
    expect(await states([orderId])).toEqual(['cancelled']);
  });
});

test('a withdrawal mark is deleted after two days for an order, five years for a subscription', async () => {
  const { db } = shop.app;
  const ages = {
    order: ['2 days -1 minute', '2 days 1 minute'],
    subscription: ['5 years -1 day', '5 years 1 day'],
  };
  for (const [noun, [young, old]] of Object.entries(ages)) {
    for (const [contractId, age] of [young, old].entries()) {
      await db.$executeRaw`
        INSERT INTO withdrawal_mark (noun, contract_id, hash, at)
        VALUES (${noun}, ${contractId}::int, '\\x00'::bytea, now() - ${age}::interval)`;
    }
  }
  await runRetention(shop.app.deps, RETENTION_RULES);
  const kept = await db.withdrawalMark.findMany({ orderBy: { noun: 'asc' } });
  expect(kept.map(({ noun, contractId }) => [noun, contractId])).toEqual([
    ['order', 0],
    ['subscription', 0],
  ]);
});
