import { randomUUID } from 'node:crypto';

import { createPayments } from '@agres/payments/payments';
import { describe, expect, test } from 'vitest';

import { killPointsAt, startKillRun } from './kill-run.ts';
import { buyOne, PAID_CENTS, refundsAtProvider } from './sold-orders.ts';

/** The points where a process is killed during a refund: the end of a statement or transaction. */
const DATABASE_STEPS = {
  'R1 requested': /INSERT INTO refund[^]*COMMIT/,
  'R2 claimed': /UPDATE refund\s+SET lease_owner/,
  'R2 key taken': /SET state = 'sending'/,
  'R3 written': /provider_refund_id = \$\d+, failure_code[^]*COMMIT/,
};
/** Steps without a pattern are calls to the provider. */
const STEPS = [
  'R1 requested',
  'R2 claimed',
  'refunds.list',
  'R2 key taken',
  'refunds.create',
  'R3 written',
];

const REFUNDED = 'aucun colis ne partira';

describe('a process is killed while it refunds a withdrawn order, on PostgreSQL', () => {
  const run = startKillRun({
    name: 'kill matrix of refunds, a process after the other on PostgreSQL',
    processes: 1,
    databaseSteps: DATABASE_STEPS,
  });

  const start = async () => {
    const sold = await buyOne(run.cluster, 0);
    const body = { name: 'Ada Lovelace', email: sold.email, orderId: sold.orderId };
    const key = { 'idempotency-key': randomUUID() };
    const withdraw = () => sold.visitor.post(`${run.victim.origin}/api/withdrawals`, body, key);
    return { ...sold, withdraw };
  };

  test.each(
    killPointsAt(STEPS).flatMap((point) => [
      { ...point, afterwards: 'nobody asks again' as const },
      { ...point, afterwards: 'the buyer asks again' as const },
    ]),
  )('$step, $moment: $afterwards', async ({ afterwards, ...point }) => {
    const { optionId, email, orderId, intentId, withdraw } = await start();
    const { cluster } = run;
    const untilKilled = run.killAt(point);
    const declaring = withdraw();
    await untilKilled();
    await declaring;
    await run.untilDead();
    // Without this update the leases end with the heartbeats of their process.
    await cluster.db.$executeRaw`UPDATE refund SET lease_until = NULL`;
    await run.replace();
    const again = afterwards === 'nobody asks again' ? 'nobody' : (await withdraw())?.status;
    expect(['nobody', 200]).toContain(again);
    const states = async () =>
      (await cluster.db.refund.findMany({ where: { orderId } })).map(({ state }) => state);
    await expect.poll(states, { timeout: 60_000, interval: 200 }).toEqual(['succeeded']);
    const refunds = await refundsAtProvider(createPayments(cluster.provider.config), intentId);
    expect(refunds).toMatchObject([{ amountCents: PAID_CENTS, state: 'succeeded' }]);
    const order = await cluster.db.order.findUniqueOrThrow({ where: { id: orderId } });
    expect(order).toMatchObject({ cancelledAt: expect.any(Date), refundedCents: PAID_CENTS });
    const option = await cluster.db.itemOption.findUniqueOrThrow({ where: { id: optionId } });
    expect(option.remaining).toBe(5);
    expect(await cluster.db.declaration.count({ where: { orderId } })).toBe(1);
    const told = () =>
      cluster.mailbox
        .emails()
        .filter(({ to, text }) => to.includes(email) && text.includes(REFUNDED)).length;
    await expect.poll(told, { timeout: 15_000 }).toBe(1);
    expect(await cluster.brokenInvariants()).toEqual([]);
  });
});
