import { setTimeout as sleep } from 'node:timers/promises';

import { inTransaction } from '@agres/db/transaction';
import { DomainError } from '@agres/domain/errors';
import { cancelOrder } from '@agres/money/refund/cancel-order';
import { createRandom } from '@agres/stripe-emulator/random';
import { expect, inject, test } from 'vitest';

import { webhookTargetOf } from '../../apps/server/test/support/shop.ts';
import { startTestCluster } from '../../apps/server/test/support/test-cluster.ts';
// Types `inject('chaosPlan')`.
import type {} from './chaos-plan.ts';
import {
  ACTOR,
  afterStorm,
  buyOne,
  findBroken,
  give,
  isRefusal,
  PAID_CENTS,
  refundPart,
  refundsAtProvider,
  replaceOne,
  type Sold,
} from './sold-orders.ts';
import { startRun } from './summary.ts';

const PART = { key: 'part', amountCents: 1000 };
const WHOLE = { key: 'whole', amountCents: PAID_CENTS, leftCents: PAID_CENTS };
const EFFECTS = [
  { effect: 'delay' },
  { effect: 'reset', moment: 'before' },
  { effect: 'reset', moment: 'after' },
  { effect: 'server_error', moment: 'before' },
  { effect: 'server_error', moment: 'after' },
  { effect: 'conflict' },
] as const;

test(
  'orders sent, cancelled and refunded concurrently keep all invariants',
  { timeout: 3_600_000 },
  async () => {
    const { seed, storms } = inject('chaosPlan');
    const random = createRandom(seed);
    const below = (limit: number) => Math.floor(random() * limit);
    const cluster = await startTestCluster({ processes: 2 });
    const { db, processes } = cluster;
    const { control } = cluster.provider;
    const report = startRun('sent, cancelled, given back and disputed at once, two processes');
    const done = { orders: 0, kills: 0, refused: 0 };

    // People act through the commands and the dashboard; a refusal is a valid answer.
    const ask = async (act: () => unknown) => {
      await sleep(below(400));
      try {
        await act();
      } catch (error) {
        if (!(error instanceof DomainError) && !isRefusal(error)) throw error;
        done.refused += 1;
      }
    };
    const send = async ({ orderId }: Sold) => {
      const answer = await give(db, 'orders.send', { orders: String(orderId) });
      if (answer.kind !== 'done') done.refused += 1;
    };
    const cancel = ({ orderId }: Sold, key: string) =>
      inTransaction(db, (tx) =>
        cancelOrder(tx, { orderId, reason: 'withdrawn', actor: ACTOR, key, origin: 'withdrawal' }),
      );
    const dashboard = ({ intentId }: Sold) =>
      control.refundPayment({ intentId, ...(random() < 0.5 ? { amountCents: 500 } : {}) });

    control.setLatency({ minMs: 0, maxMs: 60 });
    const operations = ['refunds.create', 'refunds.list'];
    const delayMs = { min: 50, max: 1500 };
    control.setWebhookHabits({ habits: { dropRate: 0.3, duplicateRate: 0.3 } });
    const sold: Sold[] = [];
    for (let round = 0; round < storms; round += 1) {
      control.setWebhookTargets(processes.map(({ origin }) => webhookTargetOf(origin)));
      control.setChaos(null);
      const orders = await Promise.all([0, 1, 2, 3].map((index) => buyOne(cluster, index)));
      sold.push(...orders);
      control.setChaos({ rate: 0.3, effects: EFFECTS, delayMs, seed: seed + round, operations });
      const answer = (['succeeded', 'succeeded', 'pending', 'failed'] as const)[below(4)];
      control.answerRefunds({ account: 'main', outcome: answer ?? 'succeeded' });
      const storm = orders.flatMap((order) => [
        ask(() => send(order)),
        ask(() => cancel(order, 'declaration')),
        ask(() => cancel(order, 'declaration')),
        ask(() => refundPart(db, order, PART)),
        ask(() => refundPart(db, order, PART)),
        ask(() => refundPart(db, order, WHOLE)),
        ask(() => refundPart(db, order, { ...PART, key: 'unit', unitIsBack: true })),
        ask(() => dashboard(order)),
        ...(random() < 0.2
          ? [ask(() => control.disputePayment({ intentId: order.intentId }))]
          : []),
      ]);
      if (round % 3 === 0) {
        await sleep(below(500));
        await replaceOne(cluster, below(processes.length));
        done.kills += 1;
      }
      await Promise.all(storm);
      done.orders += orders.length;
    }

    control.setChaos(null);
    control.answerRefunds({ account: 'main', outcome: 'succeeded' });
    const { payments, audit, untilNoRefundIsOpen } = afterStorm(cluster);
    await untilNoRefundIsOpen();
    // Banks settle the pending refunds, and return some that had succeeded.
    for (const { intentId } of sold) {
      for (const { id: refundId, state } of await refundsAtProvider(payments, intentId)) {
        if (state === 'pending')
          control.endRefund({ refundId, as: random() < 0.7 ? 'succeeded' : 'failed' });
        else if (state === 'succeeded' && random() < 0.1)
          control.endRefund({ refundId, as: 'failed' });
      }
    }
    await audit();
    await untilNoRefundIsOpen();
    await audit();

    const broken = [
      ...(await cluster.brokenInvariants()),
      ...(await findBroken(cluster, sold, payments)),
    ];
    report({ counts: { seed, rounds: storms, ...done }, broken });
    await cluster.close();
    expect(broken).toEqual([]);
  },
);
