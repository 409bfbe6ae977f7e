import { randomUUID } from 'node:crypto';

import { createPayments } from '@agres/payments/payments';
import type { Refund } from '@agres/payments/shapes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addItem, addUser } from '../../apps/server/test/support/rows.ts';
import type { ShopProcess } from '../../apps/server/test/support/shop-process.ts';
import { RECIPIENT } from '../../apps/server/test/support/shop.ts';
import { armKill, startStage, type Stage } from '../../apps/server/test/support/stage.ts';
import { createVisitor } from '../../apps/server/test/support/visitor.ts';
import { startRun } from './summary.ts';

/** The points where a process is killed during a refund: the end of a statement or transaction. */
const DATABASE_STEPS: Partial<Record<string, RegExp>> = {
  'R1 requested': /INSERT INTO refund[^]*COMMIT/,
  'R2 claimed': /UPDATE refund\s+SET lease_owner/,
  'R2 key taken': /SET state = 'sending'/,
  'R3 written': /provider_refund_id = \$\d+, failure_code[^]*COMMIT/,
};
/** All steps in order; the others are calls to the provider. */
const STEPS = [
  'R1 requested',
  'R2 claimed',
  'refunds.list',
  'R2 key taken',
  'refunds.create',
  'R3 written',
] as const;
type Step = (typeof STEPS)[number];
type Moment = 'before' | 'after';

const CASES = STEPS.flatMap((step) =>
  (['before', 'after'] as const).map((moment) => ({ step, moment })),
);
const PAID_CENTS = 2999;
const REFUNDED = 'aucun colis ne partira';

describe('the process is killed that gives the money of a withdrawn order back, on PostgreSQL', () => {
  let stage: Stage;
  let victim: ShopProcess;
  const report = startRun('kill matrix of refunds, a process after the other on PostgreSQL');
  let kills = 0;

  beforeAll(async () => {
    stage = await startStage({ processes: 1 });
    const [first] = stage.processes;
    if (first === undefined) throw new Error('a process was asked for');
    victim = first;
  });
  afterAll(async () => {
    report({ counts: { kills }, broken: await stage.brokenInvariants() });
    await stage.close();
  });

  /** Kills the victim at a step of the next refund. */
  const arm = (step: Step, moment: Moment) =>
    armKill(stage, victim, { step, pattern: DATABASE_STEPS[step], moment, timeoutMs: 20_000 });

  /** Creates a buyer who withdraws from an order. */
  const start = async () => {
    const { db, provider } = stage;
    const item = await addItem(db, { stocks: [5] });
    const user = await addUser(db, { locale: 'fr' });
    const visitor = createVisitor();
    await visitor.signIn(victim.origin, user.email);
    const stripeToken = await provider.cardToken();
    const bought = await visitor.insist(`${victim.origin}/api/items/buy`, {
      ...RECIPIENT,
      id: item.id,
      stripeToken,
    });
    expect(bought).toMatchObject({ status: 200 });
    const order = await db.order.findFirstOrThrow({
      where: { userId: user.id },
      include: { attempt: true },
    });
    const body = { name: 'Ada Lovelace', email: user.email, orderId: order.id };
    const key = { 'idempotency-key': randomUUID() };
    return {
      item,
      user,
      orderId: order.id,
      intentId: order.attempt.paymentIntentId ?? '',
      withdraw: () => visitor.post(`${victim.origin}/api/withdrawals`, body, key),
    };
  };

  /**
   * Starts a process in place of the killed one, and expires its leases; otherwise they end with its
   * heartbeats.
   */
  const replaceVictim = async () => {
    await victim.gone();
    kills += 1;
    stage.provider.control.clearFaults();
    await stage.db.$executeRaw`UPDATE refund SET lease_until = NULL`;
    victim = await stage.start();
    stage.processes[0] = victim;
  };

  const givenOf = async (intentId: string) => {
    const payments = createPayments(stage.provider.config);
    const given: Refund[] = [];
    for await (const answer of payments.listRefunds('main', { intentId })) {
      if (answer.outcome !== 'known') throw new Error('the provider does not tell');
      given.push(answer.value);
    }
    return given.map(({ amountCents, state }) => ({ amountCents, state }));
  };

  test.each(
    CASES.flatMap((death) => [
      { ...death, afterwards: 'nobody asks again' as const },
      { ...death, afterwards: 'the buyer asks again' as const },
    ]),
  )('$step, $moment: $afterwards', async ({ step, moment, afterwards }) => {
    const { item, user, orderId, intentId, withdraw } = await start();
    const strike = arm(step, moment);
    const declaring = withdraw();
    await strike();
    await declaring;
    await replaceVictim();
    const again = afterwards === 'nobody asks again' ? 'nobody' : (await withdraw())?.status;
    expect(['nobody', 200]).toContain(again);
    const states = async () =>
      (await stage.db.refund.findMany({ where: { orderId } })).map(({ state }) => state);
    await expect.poll(states, { timeout: 60_000, interval: 200 }).toEqual(['succeeded']);
    expect(await givenOf(intentId)).toEqual([{ amountCents: PAID_CENTS, state: 'succeeded' }]);
    const order = await stage.db.order.findUniqueOrThrow({ where: { id: orderId } });
    expect(order).toMatchObject({ cancelledAt: expect.any(Date), refundedCents: PAID_CENTS });
    const options = await stage.db.itemOption.findMany({ where: { itemId: item.id } });
    expect(options.map(({ remaining }) => remaining)).toEqual([5]);
    expect(await stage.db.declaration.count({ where: { orderId } })).toBe(1);
    const told = () =>
      stage.mailbox
        .emails()
        .filter(({ to, text }) => to.includes(user.email) && text.includes(REFUNDED)).length;
    await expect.poll(told, { timeout: 15_000 }).toBe(1);
    expect(await stage.brokenInvariants()).toEqual([]);
  });
});
