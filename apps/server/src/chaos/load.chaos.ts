import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { createDb } from '@shop/db/db';
import { createTestDatabase } from '@shop/db/testing';
import { startPostgresProxy } from '@shop/db/testing/postgres-proxy';
import { startMailbox } from '@shop/mail/mailbox';
import { createRandom } from '@shop/stripe-emulator/random';
import { expect, inject, test } from 'vitest';

import { TEST_CONFIG } from '../testing.ts';
import { addItem, addUser } from '../testing/rows.ts';
import { findBrokenLaws, RECIPIENT, startTestProvider } from '../testing/shop.ts';
// For the declaration of what the configuration provides.
import type {} from './chaos-plan.ts';
import { startShopProcess, type ShopProcess } from './process.ts';
import { createVisitor, type Reply, type Visitor } from './visitor.ts';

const CARDS = [
  '4242424242424242',
  '4242424242424242',
  '4242424242424242',
  '4000000000000002',
  '4000000000003220',
];
const PROCESSES = 2;

test('nothing is lost while everything fails', { timeout: 3_600_000 }, async () => {
  const plan = inject('chaosPlan');
  const random = createRandom(plan.seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const counts = { told: 0, refused: 0, soldOut: 0, busy: 0, broken: 0, kills: 0, outages: 0 };

  const database = await createTestDatabase({ on: 'postgresql' });
  const direct = await createDb(database.url);
  const proxy = await startPostgresProxy(database.url);
  const provider = await startTestProvider();
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  const start = () =>
    startShopProcess({
      config: TEST_CONFIG,
      databaseUrl: proxy.url,
      payments: { ...provider.config, callTimeoutMs: 1500 },
      smtpUrl: mailbox.smtpUrl,
    });
  const processes: ShopProcess[] = [];
  for (let index = 0; index < PROCESSES; index += 1) processes.push(await start());
  const anyOrigin = () => processes[below(processes.length)]?.origin ?? '';

  const items = await Promise.all(
    [5, 40, 100_000].map((stock) => addItem(direct.db, { stocks: [stock] })),
  );
  const people: { id: number; visitor: Visitor }[] = [];
  for (let index = 0; index < plan.buyers; index += 1) {
    const { id, email } = await addUser(direct.db);
    const visitor = createVisitor();
    await visitor.signIn(anyOrigin(), email);
    people.push({ id, visitor });
  }

  provider.control.setLatency({ minMs: 0, maxMs: 100 });
  provider.control.setChaos({
    rate: 0.1,
    effects: [
      { effect: 'delay' },
      { effect: 'reset', moment: 'before' },
      { effect: 'reset', moment: 'after' },
      { effect: 'server_error', moment: 'before' },
      { effect: 'server_error', moment: 'after' },
      { effect: 'rate_limit' },
      { effect: 'conflict' },
    ],
    delayMs: { min: 50, max: 2500 },
    seed: plan.seed,
    operations: [
      'payment_intents.create',
      'payment_intents.confirm',
      'payment_intents.retrieve',
      'payment_intents.cancel',
    ],
  });

  const endsAt = performance.now() + plan.seconds * 1000;
  const isRunning = () => performance.now() < endsAt;
  const told: { userId: number; orderId: number }[] = [];

  const buyer = async ({ id, visitor }: { id: number; visitor: Visitor }) => {
    while (isRunning()) {
      const item = items[below(items.length)];
      const stripeToken = await provider.cardToken(CARDS[below(CARDS.length)]);
      const body = { ...RECIPIENT, id: item?.id, area: below(3), stripeToken };
      const key = { 'idempotency-key': randomUUID() };
      // A click, and its repetitions while nothing certain is answered.
      for (let round = 0; round < 6; round += 1) {
        const reply = await visitor.post(`${anyOrigin()}/api/items/buy`, body, key);
        if (reply?.status === 200) {
          counts.told += 1;
          told.push({ userId: id, orderId: orderIdOf(reply.body) });
          break;
        }
        if (reply?.status === 402) {
          counts.refused += 1;
          if (random() < 0.5) break;
          for (const { intentId } of provider.control.challenges()) {
            const outcome = random() < 0.5 ? 'succeed' : 'fail';
            try {
              provider.control.finishChallenge({ intentId, outcome });
            } catch {
              // Somebody else's sweep cancelled it a moment ago.
            }
          }
        } else if (isSoldOut(reply)) {
          counts.soldOut += 1;
          break;
        } else if (reply === null) counts.broken += 1;
        else counts.busy += 1;
        await sleep(below(400));
      }
    }
  };

  const killer = async () => {
    while (isRunning()) {
      await sleep(plan.killEveryMs);
      const index = below(processes.length);
      await processes[index]?.gone();
      counts.kills += 1;
      processes[index] = await start();
    }
  };
  const breaker = async () => {
    while (isRunning()) {
      await sleep(4000 + below(6000));
      proxy.goAway();
      await sleep(below(1500));
      proxy.comeBack();
      counts.outages += 1;
    }
  };

  await Promise.all([...people.map(buyer), killer(), breaker()]);
  provider.control.setChaos(null);
  provider.control.clearFaults();

  const open = () =>
    direct.db.purchaseAttempt.count({
      where: { state: { in: ['reserved', 'charging', 'requires_action'] } },
    });
  await expect
    .poll(
      async () => {
        await direct.db.$executeRaw`
          UPDATE purchase_attempt SET lease_until = NULL, hold_until = NULL, next_check_at = now()
          WHERE state IN ('reserved', 'charging', 'requires_action')
            AND (lease_until IS NULL OR lease_until < now() + interval '20 seconds')`;
        return open();
      },
      { timeout: 120_000, interval: 500 },
    )
    .toBe(0);

  const broken = await findBrokenLaws(direct.db, provider.control);
  const orders = await direct.db.order.findMany({ select: { id: true, userId: true } });
  const lost = told.filter(
    ({ userId, orderId }) =>
      !orders.some((order) => order.id === orderId && order.userId === userId),
  );
  process.stdout.write(
    `${JSON.stringify({ ...plan, ...counts, orders: orders.length, broken, lost })}\n`,
  );

  await Promise.all(processes.map((running) => running.gone()));
  await provider.close();
  await mailbox.close();
  await proxy.close();
  await direct.close();
  await database.close();
  expect(broken).toEqual([]);
  expect(lost).toEqual([]);
  expect(counts.told).toBeGreaterThan(0);
});

function isSoldOut(reply: Reply): boolean {
  return JSON.stringify(reply?.body) === JSON.stringify({ message: 'sold_out_item' });
}

function orderIdOf(body: unknown): number {
  if (typeof body === 'object' && body !== null && 'id' in body) return Number(body.id);
  throw new Error('an order without id');
}
