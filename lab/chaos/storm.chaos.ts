import { randomUUID } from 'node:crypto';

import { createRandom } from '@agres/stripe-emulator/random';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { addItem, addUser } from '../../apps/server/test/support/rows.ts';
import { RECIPIENT } from '../../apps/server/test/support/shop.ts';
import { startTestCluster, type TestCluster } from '../../apps/server/test/support/test-cluster.ts';
import { createVisitor, type Visitor } from '../../apps/server/test/support/visitor.ts';
import { CARDS } from './cards.ts';
// Types `inject('chaosPlan')`.
import type {} from './chaos-plan.ts';
import { startRun } from './summary.ts';

const { seed, storms } = inject('chaosPlan');
const CROWD = 60;

describe('many concurrent buyers on two processes', { timeout: 900_000 }, () => {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  let cluster: TestCluster;
  const people: Visitor[] = [];

  beforeAll(async () => {
    cluster = await startTestCluster({ processes: 2 });
    for (let index = 0; index < CROWD; index += 1) {
      const { email } = await addUser(cluster.db);
      const visitor = createVisitor();
      await visitor.signIn(originOf(index), email);
      people.push(visitor);
    }
  }, 120_000);
  afterAll(() => cluster.close());

  const originOf = (index: number) => cluster.processes[index % 2]?.origin ?? '';
  const remainingOf = async (itemId: number) =>
    (await cluster.db.itemOption.findFirstOrThrow({ where: { itemId } })).remaining;
  const ordersOf = (itemId: number) =>
    cluster.db.order.count({ where: { attempt: { option: { itemId } } } });

  test('the last unit is sold once, in every round', async () => {
    const report = startRun('last unit, two processes');
    let sold = 0;
    for (let round = 0; round < storms; round += 1) {
      cluster.provider.control.setLatency({ minMs: 0, maxMs: below(300) });
      const item = await addItem(cluster.db, { stocks: [1] });
      const tokens = await Promise.all(people.map(() => cluster.provider.cardToken()));
      const replies = await Promise.all(
        people.map((visitor, index) =>
          visitor.postUntilAccepted(`${originOf(index + round)}/api/items/buy`, {
            ...RECIPIENT,
            id: item.id,
            stripeToken: tokens[index],
          }),
        ),
      );
      const statuses = replies.map((reply) => reply?.status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(CROWD - 1);
      expect(await ordersOf(item.id)).toBe(1);
      expect(await remainingOf(item.id)).toBe(0);
      sold += 1;
    }
    const broken = await cluster.brokenInvariants();
    report({ counts: { seed, rounds: storms, buyers: CROWD, sold }, broken });
    expect(broken).toEqual([]);
  });

  test('scarce units are not oversold while one card in five is declined', async () => {
    const report = startRun('scarce units and refused cards, two processes');
    const rounds = Math.ceil(storms / 10);
    cluster.provider.control.setLatency({ minMs: 0, maxMs: 300 });
    for (let round = 0; round < rounds; round += 1) {
      const stock = 10;
      const item = await addItem(cluster.db, { stocks: [stock] });
      const cards = people.map(() => (random() < 0.2 ? CARDS.declined : CARDS.paid));
      const buy = async (visitor: Visitor, index: number) => {
        // A declined card may still hold the last unit.
        for (let tries = 0; tries < 20; tries += 1) {
          const stripeToken = await cluster.provider.cardToken(cards[index]);
          const body = { ...RECIPIENT, id: item.id, stripeToken };
          const reply = await visitor.postUntilAccepted(`${originOf(index)}/api/items/buy`, body);
          if (reply?.status !== 409 || (await remainingOf(item.id)) === 0) return reply;
        }
        return null;
      };
      const replies = await Promise.all(people.map(buy));
      const sold = replies.filter((reply) => reply?.status === 200).length;
      expect(sold).toBe(await ordersOf(item.id));
      expect(sold + (await remainingOf(item.id))).toBe(stock);
    }
    const broken = await cluster.brokenInvariants();
    report({ counts: { seed, rounds, buyers: CROWD }, broken });
    expect(broken).toEqual([]);
  });

  test('a call sent to both processes with one idempotency key buys once', async () => {
    const report = startRun('repeated calls at two processes');
    const rounds = Math.ceil(storms / 10);
    cluster.provider.control.setLatency({ minMs: 0, maxMs: 150 });
    for (let round = 0; round < rounds; round += 1) {
      const item = await addItem(cluster.db, { stocks: [CROWD * 2] });
      const pairs = await Promise.all(
        people.map(async (visitor) => {
          const stripeToken = await cluster.provider.cardToken();
          const body = { ...RECIPIENT, id: item.id, stripeToken };
          const key = { 'idempotency-key': randomUUID() };
          return Promise.all(
            [0, 1].map((index) =>
              visitor.postUntilAccepted(`${originOf(index)}/api/items/buy`, body, key),
            ),
          );
        }),
      );
      for (const [one, other] of pairs) {
        expect(one).toMatchObject({ status: 200 });
        expect(other).toEqual(one);
      }
      expect(await ordersOf(item.id)).toBe(CROWD);
      expect(await remainingOf(item.id)).toBe(CROWD);
    }
    const broken = await cluster.brokenInvariants();
    report({ counts: { seed, rounds, buyers: CROWD }, broken });
    expect(broken).toEqual([]);
  });

  test('two tabs on two processes are never charged concurrently', async () => {
    const report = startRun('two tabs at two processes');
    const rounds = Math.ceil(storms / 10);
    cluster.provider.control.setLatency({ minMs: 50, maxMs: 150 });
    let bought = 0;
    for (let round = 0; round < rounds; round += 1) {
      const item = await addItem(cluster.db, { stocks: [CROWD * 2] });
      const answers = await Promise.all(
        people.map(async (visitor) =>
          Promise.all(
            [0, 1].map(async (index) => {
              const stripeToken = await cluster.provider.cardToken();
              const body = { ...RECIPIENT, id: item.id, stripeToken };
              return visitor.postUntilAccepted(`${originOf(index)}/api/items/buy`, body, {
                'idempotency-key': randomUUID(),
              });
            }),
          ),
        ),
      );
      for (const tabs of answers) {
        expect(tabs.map((reply) => reply?.status)).toContain(200);
        expect(tabs.every((reply) => reply?.status === 200 || reply?.status === 409)).toBe(true);
      }
      bought += await ordersOf(item.id);
      expect(await remainingOf(item.id)).toBe(CROWD * 2 - (await ordersOf(item.id)));
    }
    const broken = await cluster.brokenInvariants();
    report({ counts: { seed, rounds, buyers: CROWD, bought }, broken });
    expect(broken).toEqual([]);
  });
});
