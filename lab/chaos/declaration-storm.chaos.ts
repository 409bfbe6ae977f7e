import { setTimeout as sleep } from 'node:timers/promises';

import { databaseFault } from '@agres/db/database-errors';
import { DomainError } from '@agres/domain/errors';
import { createRandom } from '@agres/stripe-emulator/random';
import { expect, inject, test } from 'vitest';

import type { Typed } from '../../apps/server/test/support/command.ts';
import { webhookTargetOf } from '../../apps/server/test/support/shop.ts';
import { startTestCluster } from '../../apps/server/test/support/test-cluster.ts';
// Types `inject('chaosPlan')`.
import type {} from './chaos-plan.ts';
import {
  afterStorm,
  buyOne,
  findBroken,
  give,
  isRefusal,
  PAID_CENTS,
  refundPart,
  replaceOne,
  type Sold,
} from './sold-orders.ts';
import { startRun } from './summary.ts';

const TIMES = 50;
const EFFECTS = [
  { effect: 'delay' },
  { effect: 'reset', moment: 'before' },
  { effect: 'reset', moment: 'after' },
  { effect: 'server_error', moment: 'after' },
] as const;

test(
  'an order sent, withdrawn and refunded concurrently is refunded once and in full',
  { timeout: 3_600_000 },
  async () => {
    const { seed, storms } = inject('chaosPlan');
    const random = createRandom(seed);
    const below = (limit: number) => Math.floor(random() * limit);
    const cluster = await startTestCluster({ processes: 2 });
    const { db, processes } = cluster;
    const { control } = cluster.provider;
    const report = startRun(
      'sent, withdrawn from and given back at once, one order, two processes',
    );
    const done = {
      orders: 0,
      acts: 0,
      kills: 0,
      refused: 0,
      busy: 0,
      unanswered: 0,
      sent: 0,
      cancelled: 0,
    };

    const command = async (name: string, values: Typed) => {
      const answer = await give(db, name, values);
      if (answer.kind !== 'done') done.refused += 1;
    };
    const ask = async (act: () => unknown) => {
      await sleep(below(1500));
      done.acts += 1;
      try {
        await act();
      } catch (error) {
        // Two hundred people compete for one row: a call that waits too long fails and changes nothing.
        if (databaseFault(error) !== undefined) done.busy += 1;
        else if (error instanceof DomainError || isRefusal(error)) done.refused += 1;
        else throw error;
      }
    };
    const withdraw = async ({ orderId, visitor, email }: Sold) => {
      const origin = processes[below(processes.length)]?.origin ?? '';
      const body = { name: 'Ada Lovelace', email, orderId };
      const reply = await visitor.post(`${origin}/api/withdrawals`, body, {});
      if (reply?.status !== 200) done.unanswered += 1;
    };
    control.setLatency({ minMs: 0, maxMs: 60 });
    control.setWebhookHabits({ habits: { dropRate: 0.3, duplicateRate: 0.3 } });
    const sold: Sold[] = [];
    for (let round = 0; round < storms; round += 1) {
      control.setWebhookTargets(processes.map(({ origin }) => webhookTargetOf(origin)));
      control.setChaos(null);
      const order = await buyOne(cluster, round);
      sold.push(order);
      const operations = ['refunds.create', 'refunds.list'];
      const delayMs = { min: 50, max: 1500 };
      control.setChaos({ rate: 0.3, effects: EFFECTS, delayMs, seed: seed + round, operations });
      const storm = Array.from({ length: TIMES }, (_, index) => [
        ask(() => command('orders.send', { orders: String(order.orderId) })),
        ask(() => withdraw(order)),
        ask(() => refundPart(db, order, { key: `part ${index % 3}`, amountCents: 100 })),
        ask(() => control.refundPayment({ intentId: order.intentId, amountCents: 100 + index })),
      ]).flat();
      if (round % 3 === 2) {
        await sleep(below(1000));
        await replaceOne(cluster, below(processes.length));
        done.kills += 1;
      }
      await Promise.all(storm);
      // A buyer whose calls all went unanswered tries again.
      const body = { name: 'Ada Lovelace', email: order.email, orderId: order.orderId };
      const origin = processes[0]?.origin ?? '';
      const reply = await order.visitor.postUntilAccepted(`${origin}/api/withdrawals`, body);
      expect(reply).toMatchObject({ status: 200 });
      done.orders += 1;
    }

    control.setChaos(null);
    const { payments, audit, untilNoRefundIsOpen } = afterStorm(cluster);
    await untilNoRefundIsOpen();
    await audit();
    // The owner decides the rest: the goods of sent orders come back as new.
    for (const { orderId } of sold) {
      const order = await db.order.findUniqueOrThrow({ where: { id: orderId } });
      if (order.cancelledAt !== null) done.cancelled += 1;
      if (order.sentAt !== null) done.sent += 1;
      const [declaration] = await db.declaration.findMany({ where: { orderId } });
      if (declaration === undefined || declaration.closedAt !== null) continue;
      await expect
        .poll(
          () =>
            db.declarationEvent.count({
              where: { declarationId: declaration.id, kind: 'return_asked' },
            }),
          {
            timeout: 60_000,
          },
        )
        .toBe(1);
      await command('declarations.noteGoods', {
        declaration: String(declaration.id),
        kind: 'asNew',
      });
    }
    const openDeclarations = () => db.declaration.count({ where: { closedAt: null } });
    await expect.poll(openDeclarations, { timeout: 120_000, interval: 500 }).toBe(0);
    await untilNoRefundIsOpen();
    await audit();
    await audit();

    const broken = [
      ...(await cluster.brokenInvariants()),
      ...(await findBroken(cluster, sold, payments)),
      ...(await findUnequal()),
    ];
    report({ counts: { seed, rounds: storms, ...done }, broken });
    await cluster.close();
    expect(broken).toEqual([]);

    /** Finds the orders without exactly one full refund, at the account that was paid and at no other. */
    async function findUnequal(): Promise<string[]> {
      const unequal: string[] = [];
      for (const { orderId, intentId } of sold) {
        if ((await db.declaration.count({ where: { orderId } })) !== 1) {
          unequal.push(`${orderId} has not one declaration`);
        }
        for (const [account, wantedCents] of [
          ['main', PAID_CENTS],
          ['bis', 0],
        ] as const) {
          const atProvider = await sumAtProvider(account, intentId);
          const rows = await db.refund.findMany({
            where: { paymentIntentId: intentId, stripeAccount: account, NOT: { state: 'failed' } },
          });
          const here = rows.reduce((sum, row) => sum + row.amountCents, 0);
          if (here !== wantedCents || atProvider !== wantedCents) {
            unequal.push(`${orderId} ${account}: ${here} here, ${atProvider} at the provider`);
          }
        }
      }
      return unequal;
    }

    async function sumAtProvider(account: 'main' | 'bis', intentId: string): Promise<number> {
      const answer = await payments.listRefunds(account, { intentId });
      // The other account does not have the payment, so it refunded nothing.
      if (answer.outcome !== 'known') return 0;
      const made = answer.value.filter(({ state }) => state !== 'failed');
      return made.reduce((cents, { amountCents }) => cents + amountCents, 0);
    }
  },
);
