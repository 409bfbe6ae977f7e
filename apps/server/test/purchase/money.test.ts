import { randomUUID } from 'node:crypto';

import { auditPayments } from '@agres/money/purchase/audit-payments';
import { auditRefunds } from '@agres/money/refund/audit-refunds';
import type { OwnerAnswer } from '@agres/office/operations/owner-answer';
import { answerCommand } from '@agres/office/owner-commands';
import type { Payments } from '@agres/payments/payments';
import type { Intent } from '@agres/payments/shapes';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { COMMAND_LINE } from '../support/command.ts';
import { loseSinceReserved, payLike, type OtherPayment } from '../support/lost-rows.ts';
import { buy, startTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await startTestShop();
});
afterEach(() => shop.close());

const give = (
  command: string,
  values: Record<string, string> = {},
  payments: Payments = shop.payments,
) =>
  answerCommand(
    {
      ...COMMAND_LINE,
      db: shop.app.db,
      clock: () => new Date(),
      provider: async () => ({ ...shop.jobDeps, payments }),
    },
    { command, values, by: 'Jeanne' },
  );
/** Everything that an answer says, in one text. */
const said = (answer: OwnerAnswer) =>
  answer.kind === 'done'
    ? answer.report
        .flatMap((block) => {
          if (block.kind === 'table')
            return block.rows.length === 0
              ? [block.empty]
              : block.rows.map((row) => row.join(' | '));
          return block.kind === 'lines' ? block.lines : [block.text];
        })
        .join('\n')
    : answer.reason;
const money = async (values: Record<string, string> = {}, payments?: Payments) =>
  said(await give('money', values, payments));
/** The provider, which has told its payments, and holds the caller up until something has happened. */
const afterList = (happen: () => Promise<unknown>): Payments => ({
  ...shop.payments,
  async *listIntents(account, range) {
    yield* shop.payments.listIntents(account, range);
    if (account === 'bis') await happen();
  },
});
/** The provider, which holds a refund up until something has happened. */
const beforeRefund = (happen: () => Promise<unknown>): Payments => {
  const held: Payments = {
    ...shop.payments,
    until: () => held,
    refundIntent: async (account, input) => {
      await happen();
      return shop.payments.refundIntent(account, input);
    },
  };
  return held;
};
/** Refunds in the provider's dashboard. */
const giveBack = async (intentId: string, amountCents?: number) => {
  const body = new URLSearchParams({ payment_intent: intentId });
  if (amountCents !== undefined) body.set('amount', String(amountCents));
  const response = await fetch(`${shop.providerUrl}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_main' },
    body,
  });
  expect(response.status).toBe(200);
};
const refunded = () => shop.provider.money()['main']?.refundedCents;
const paymentOf = async (id: string | null | undefined): Promise<Intent> => {
  const answer = await shop.payments.readIntent('main', id ?? '');
  if (answer.outcome !== 'known') throw new Error('no such payment');
  return answer.value;
};

/** A buyer, and a similar payment whose row is lost. */
const startLost = async (other: OtherPayment = {}) => {
  const buyer = await startBuyer(shop, { stocks: [20] });
  await buy(buyer.client, { id: buyer.item.id, stripeToken: await shop.cardToken() });
  const [attempt] = await buyer.attempts();
  const payment = await paymentOf(attempt?.paymentIntentId);
  return { ...buyer, attempt, payment, lost: await payLike(shop, payment, other) };
};

describe('pnpm shop money', () => {
  test('shows what is without an order, foreign, without money and given back; changes nothing', async () => {
    const { item, attempt, payment, lost } = await startLost();
    const bare = await payLike(shop, payment, { metadata: { request_hash: undefined } });
    const foreign = await payLike(shop, payment, { metadata: { installation: randomUUID() } });
    await shop.app.db.order.updateMany({
      where: { attemptId: attempt?.id ?? '' },
      data: { refundedCents: 1000 },
    });
    const text = await money();
    expect(text).toMatch(new RegExp(`${lost.id} | main | .* | 29.99 € | .*--rebuild, or --refund`));
    expect(text).toMatch(new RegExp(`${bare.id} .* carries no order: --refund`));
    expect(text).not.toContain(foreign.id);
    expect(text).toContain('1 payment of 29.99 € made by another shop with the same keys');
    expect(text).toContain('No order is without its money.');
    expect(text).toMatch(/\d+ \| .* \| 10\.00 € \| 29\.99 € \| still to be sent/);
    expect(text).toContain(item.titleFr);
    expect(await shop.app.db.order.count()).toBe(1);
    expect(refunded()).toBe(0);
  });

  test('does not call a purchase that is paid meanwhile an order without its money', async () => {
    const { item, client } = await startBuyer(shop);
    const body = { id: item.id, stripeToken: await shop.cardToken('4000000000003220') };
    expect((await buy(client, body)).status).toBe(402);
    shop.provider.addFault({
      operation: 'payment_intents.list',
      effect: 'delay',
      moment: 'after',
      meanwhile: async () => {
        for (const { intentId } of shop.provider.challenges()) {
          shop.provider.finishChallenge({ intentId, outcome: 'succeed' });
        }
        expect((await buy(client, body)).status).toBe(200);
      },
    });
    expect(await money()).toContain('No order is without its money.');
  });

  test('makes again everything that was sold since a backup, in one command', async () => {
    const { payment } = await startLost();
    for (let count = 0; count < 4; count += 1) await payLike(shop, payment);
    const text = await money({ rebuild: 'all' });
    expect(text.match(/order \d+\./g)).toHaveLength(5);
    expect(await shop.app.db.order.count()).toBe(6);
    expect(await shop.brokenInvariants()).toEqual([]);
    expect(await money({ rebuild: 'all' })).toBe('No payment is without an order.');
    // What the owner makes again does not use up what the audit may.
    await payLike(shop, payment);
    const clock = () => new Date(Date.now() + 20 * 60_000);
    expect(await auditPayments({ ...shop.jobDeps, clock })).toMatchObject([{ rebuilt: 1 }, {}]);
  });

  test('makes again what had ended before the database knew of its payment, and the audit three a day', async () => {
    for (let count = 0; count < 5; count += 1) {
      const { item, client, attempts } = await startBuyer(shop);
      await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
      const [paid] = await attempts();
      await loseSinceReserved(shop.app.db, paid?.id ?? '');
    }
    await shop.reconcileAll();
    const clock = () => new Date(Date.now() + 20 * 60_000);
    expect(await auditPayments({ ...shop.jobDeps, clock })).toMatchObject([
      { rebuilt: 3, undecided: 2 },
      {},
    ]);
    expect((await money()).match(/--rebuild, or --refund/g)).toHaveLength(2);
    expect((await money({ rebuild: 'all' })).match(/order \d+\./g)).toHaveLength(2);
    expect(await shop.app.db.order.count()).toBe(5);
    expect(refunded()).toBe(0);
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  test('makes again what is named, and nothing else', async () => {
    const { payment, lost, remaining } = await startLost();
    const other = await payLike(shop, payment);
    expect(await money({ rebuild: lost.id })).toMatch(/^pi_\w+: order \d+\.$/);
    expect(await shop.app.db.order.count()).toBe(2);
    expect(await remaining()).toBe(18);
    expect(await money()).toContain(other.id);
  });

  test('says why it cannot make an order', async () => {
    const { lost } = await startLost({ description: 'Un tapis' });
    expect(await money({ rebuild: lost.id })).toBe(
      `${lost.id}: no order, the item or option with its number is not what was bought.`,
    );
  });

  test('gives back what is named, whole and once, and nothing else', async () => {
    const { payment, lost } = await startLost();
    const other = await payLike(shop, payment);
    expect(await money({ refund: lost.id })).toBe(`${lost.id}: 29.99 € given back.`);
    expect(refunded()).toBe(2999);
    expect(await give('money', { refund: lost.id })).toMatchObject({ kind: 'refused' });
    expect(await money({ refund: other.id })).toContain('given back');
    expect(refunded()).toBe(5998);
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  test('gives nothing back of what the dashboard gave back in part since it looked', async () => {
    const { lost } = await startLost();
    const held = afterList(() => giveBack(lost.id, 500));
    expect(await money({ refund: lost.id }, held)).toBe(
      `${lost.id}: left alone, 5.00 € of it was given back meanwhile.`,
    );
    expect(refunded()).toBe(500);
  });

  test('gives nothing back for which somebody else has made the order since it looked', async () => {
    const { lost } = await startLost();
    const held = afterList(() => money({ rebuild: lost.id }));
    expect(await money({ refund: lost.id }, held)).toBe(
      `${lost.id}: left alone, there is an order for it.`,
    );
    expect(refunded()).toBe(0);
    expect(await shop.app.db.order.count()).toBe(2);
  });

  test('makes no order of what was given back since it looked', async () => {
    const { lost, remaining } = await startLost();
    const held = afterList(() => giveBack(lost.id));
    expect(await money({ rebuild: 'all' }, held)).toBe(
      `${lost.id}: left alone, no money is kept for it.`,
    );
    expect(await shop.app.db.order.count()).toBe(1);
    expect(await remaining()).toBe(19);
  });

  test('makes no order of what somebody else is giving back, nor does the audit', async () => {
    const { payment, lost } = await startLost();
    const other = await payLike(shop, payment);
    const clock = () => new Date(Date.now() + 20 * 60_000);
    const meanwhile: string[] = [];
    const held = beforeRefund(async () => {
      meanwhile.push(await money({ rebuild: lost.id }));
      await auditPayments({ ...shop.jobDeps, clock });
    });
    expect(await money({ refund: lost.id }, held)).toBe(`${lost.id}: 29.99 € given back.`);
    expect(meanwhile).toEqual([`${lost.id}: no order, it is being given back.`]);
    const attempts = await shop.app.db.purchaseAttempt.findMany();
    expect(new Set(attempts.map(({ paymentIntentId }) => paymentIntentId))).toEqual(
      new Set([payment.id, other.id]),
    );
    expect(refunded()).toBe(2999);
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  test('gives back in the background what the provider did not answer to', async () => {
    const { lost } = await startLost();
    shop.provider.addFault({ operation: 'refunds.create', effect: 'server_error' });
    expect(await money({ refund: lost.id })).toContain('it is tried again');
    await shop.inBackground(async () => refunded() === 2999);
  });

  test.each(['rebuild', 'refund'] as const)(
    'refuses with a sentence to %s what is foreign, has an order or is not there',
    async (wish) => {
      const { payment, lost } = await startLost();
      const foreign = await payLike(shop, payment, { metadata: { installation: randomUUID() } });
      const errors = [
        [foreign.id, 'another shop with the same keys made it'],
        [payment.id, 'there is an order for it'],
        ['pi_nobody', 'There is no payment pi_nobody in that time'],
        // One of them is enough: nothing is done about the other.
        [`${lost.id} ${payment.id}`, 'there is an order for it'],
      ] as const;
      for (const [ids, why] of errors) {
        const answer = await give('money', { [wish]: ids });
        expect(answer).toMatchObject({ kind: 'refused', reason: expect.stringContaining(why) });
      }
      expect(await give('money', { [wish]: 'everything!' })).toMatchObject({ kind: 'misused' });
      expect(refunded()).toBe(0);
      expect(await shop.app.db.order.count()).toBe(1);
    },
  );

  test('takes one wish at a time, and says that the provider is away', async () => {
    expect(await give('money', { rebuild: 'all', refund: 'pi_1' })).toMatchObject({
      kind: 'misused',
    });
    shop.provider.addFault({ operation: 'payment_intents.list', effect: 'server_error', times: 9 });
    expect(await give('money')).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('does not tell of the main account'),
    });
  });

  test('shows an order whose payment the provider does not know', async () => {
    const { attempt } = await startLost();
    await shop.app.db.$executeRaw`
      UPDATE purchase_attempt SET payment_intent_id = 'pi_gone' WHERE id = ${attempt?.id}::uuid`;
    await shop.app.db.$executeRaw`
      UPDATE orders SET cgv_at = now() - interval '1 hour' WHERE attempt_id = ${attempt?.id}::uuid`;
    expect(await money()).toContain('pi_gone');
  });
});

describe('an order whose payment was given back', () => {
  const audit = (days = 0) => {
    const clock = () => new Date(Date.now() + days * 86_400_000);
    return auditRefunds({ ...shop.jobDeps, clock });
  };
  const told = (event: string) =>
    shop.app.db.job.count({
      where: { kind: 'mail', payload: { path: ['event'], string_contains: event } },
    });
  const startOrder = async () => {
    const { item, client, attempts } = await startBuyer(shop);
    await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    const [attempt] = await attempts();
    return {
      orderId: attempt?.order?.id ?? 0,
      intentId: attempt?.paymentIntentId ?? '',
    };
  };

  // The provider tells payments of three days; of older ones only what was given back.
  test.each([
    ['bought today', 0],
    ['bought weeks ago', 20],
  ])('in full leaves the list of parcels, and its owner is told once: %s', async (_case, days) => {
    const { orderId, intentId } = await startOrder();
    expect(said(await give('today'))).toMatch(new RegExp(`^${orderId} \\|`, 'm'));
    await giveBack(intentId);
    await audit(days);
    await audit(days);
    expect(await told('was given back in full')).toBe(1);
    const today = said(await give('today'));
    expect(today).toContain('No order waits.');
    expect(today).toContain(`1 order held until you decide: ${orderId} (refund).`);
    expect(said(await give('orders', { status: 'waiting' }))).toBe('No order fits.');
    expect(said(await give('orders'))).toContain('given back in full');
    expect(said(await give('order', { order: String(orderId) }))).toContain('given back in full');
  });

  test('in part is still to be sent, the part is shown, and its owner is told', async () => {
    const { orderId, intentId } = await startOrder();
    await giveBack(intentId, 500);
    await audit();
    expect(await told('A part of an order')).toBe(1);
    expect(said(await give('today'))).toMatch(
      new RegExp(`^${orderId} .*, 5\\.00 € given back$`, 'm'),
    );
    expect(said(await give('orders', { status: 'waiting' }))).toContain(
      'waiting, 5.00 € given back',
    );
    expect(said(await give('order', { order: String(orderId) }))).toContain(
      'Of it 5.00 € given back',
    );
    await giveBack(intentId);
    await audit();
    expect(said(await give('today'))).toContain('No order waits.');
  });
});
