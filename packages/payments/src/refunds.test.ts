import { describe, expect, test } from 'vitest';

import type { Payments } from './payments.ts';
import type { Refund } from './shapes.ts';
import { usePayments, valueOf } from './testing/running-payments.ts';

const { emulator, payments } = await usePayments();

let made = 0;
async function pay(token = 'tok_visa'): Promise<string> {
  made += 1;
  const { id } = valueOf(
    await payments.createIntent('main', {
      amountCents: 2999,
      metadata: { attempt_id: `a${made}` },
      idempotencyKey: `create_${made}`,
    }),
  );
  await payments.confirmIntent('main', { intentId: id, token, idempotencyKey: `pay_${made}` });
  return id;
}
const giveBack = (intentId: string, given: Partial<Parameters<Payments['refundIntent']>[1]> = {}) =>
  payments.refundIntent('main', {
    intentId,
    amountCents: 2999,
    metadata: {},
    idempotencyKey: 'rf_1_0',
    ...given,
  });
const refundOf = (answer: Awaited<ReturnType<typeof giveBack>>): Refund => {
  const value = valueOf(answer);
  if (value.state === 'made') return value.refund;
  throw new Error(`refused: ${value.refusal}`);
};
const refunded = () => emulator.control.money()['main']?.refundedCents;
const refundsOf = async (intentId: string) =>
  valueOf(await payments.listRefunds('main', { intentId }));
const disputesOf = async (intentId: string) =>
  valueOf(await payments.listDisputes('main', { intentId }));

describe('refundIntent', () => {
  test('refunds a part of a payment, and the rest of it', async () => {
    const intentId = await pay();
    const part = await giveBack(intentId, {
      amountCents: 1000,
      metadata: { refund_id: 'r1', installation_id: 'shop' },
    });
    expect(refundOf(part)).toMatchObject({
      intentId,
      amountCents: 1000,
      state: 'succeeded',
      failure: null,
      metadata: { refund_id: 'r1', installation_id: 'shop' },
    });
    const rest = await giveBack(intentId, { amountCents: 1999, idempotencyKey: 'rf_2_0' });
    expect(refundOf(rest).amountCents).toBe(1999);
    expect(valueOf(await payments.readIntent('main', intentId)).refundedCents).toBe(2999);
    expect((await refundsOf(intentId)).map(({ amountCents }) => amountCents)).toEqual([1999, 1000]);
  });

  test('refunds once per idempotency key', async () => {
    const intentId = await pay();
    emulator.control.addFault({ operation: 'refunds.create', effect: 'hang', moment: 'after' });
    const lost = await giveBack(intentId, { amountCents: 1000 });
    expect(lost.outcome).toBe('unknown');
    const first = refundOf(await giveBack(intentId, { amountCents: 1000 }));
    expect(refundOf(await giveBack(intentId, { amountCents: 1000 }))).toEqual(first);
    expect(refunded()).toBe(1000);
  });

  test.each([
    {
      of: 'more than the rest',
      refusal: 'over_the_rest',
      amountCents: 2000,
      happen: (id: string) => giveBack(id, { amountCents: 1000, idempotencyKey: 'other' }),
    },
    {
      of: 'a payment that is fully refunded',
      refusal: 'already_refunded',
      amountCents: 1,
      happen: (id: string) => giveBack(id, { idempotencyKey: 'other' }),
    },
    {
      of: 'a disputed payment',
      refusal: 'disputed',
      amountCents: 1000,
      happen: (id: string) => emulator.control.disputePayment({ intentId: id }),
    },
  ])('rejects $of: $refusal', async ({ refusal, amountCents, happen }) => {
    const intentId = await pay();
    await happen(intentId);
    const before = refunded();
    expect(valueOf(await giveBack(intentId, { amountCents }))).toEqual({
      state: 'refused',
      refusal,
    });
    expect(refunded()).toBe(before);
  });

  test('reports an unpaid or unknown intent as misconfigured', async () => {
    const created = valueOf(
      await payments.createIntent('main', {
        amountCents: 2999,
        metadata: {},
        idempotencyKey: 'unpaid',
      }),
    );
    expect(await giveBack(created.id)).toMatchObject({ outcome: 'misconfigured' });
    expect(await giveBack('pi_never')).toMatchObject({ outcome: 'misconfigured' });
  });

  test.each([
    ['another payment', {}, {}],
    ['another amount', { amountCents: 500 }, { amountCents: 400 }],
    [
      'another refund of ours',
      { metadata: { refund_id: 'r1' } },
      { metadata: { refund_id: 'r2' } },
    ],
  ])('rejects a response about %s', async (_case, first, second) => {
    const intentId = await pay();
    await giveBack(intentId, { idempotencyKey: 'first', ...first });
    const isOther = Object.keys(first).length === 0;
    const asked = { idempotencyKey: 'second', ...second };
    emulator.control.addFault({ operation: 'refunds.create', effect: 'mix_up' });
    expect(await giveBack(isOther ? await pay() : intentId, asked)).toMatchObject({
      outcome: 'misconfigured',
      cause: { kind: 'foreign' },
    });
  });
});

describe('a refund', () => {
  test.each([
    ['pending', 'pending', null],
    ['requires_action', 'pending', null],
    ['failed', 'failed', 'declined'],
  ] as const)('that is %s at the provider is %s', async (outcome, state, failure) => {
    emulator.control.answerRefunds({ account: 'main', outcome });
    const intentId = await pay();
    const { id, ...refund } = refundOf(await giveBack(intentId));
    expect(refund).toMatchObject({ state, failure });
    expect(await refundsOf(intentId)).toMatchObject([{ id, state, failure }]);
  });

  test.each([
    ['succeeded', 'succeeded', null],
    ['failed', 'failed', 'lost_or_stolen_card'],
    ['canceled', 'failed', 'canceled'],
  ] as const)('that is pending and ends as %s is %s', async (as, state, failure) => {
    emulator.control.answerRefunds({ account: 'main', outcome: 'pending' });
    const intentId = await pay();
    const { id } = refundOf(await giveBack(intentId));
    emulator.control.endRefund({ refundId: id, as, reason: 'lost_or_stolen_card' });
    expect(await refundsOf(intentId)).toMatchObject([{ id, state, failure }]);
    expect(refunded()).toBe(state === 'failed' ? 0 : 2999);
  });

  test('that fails after it succeeded can be repeated', async () => {
    const intentId = await pay();
    const first = refundOf(await giveBack(intentId));
    emulator.control.endRefund({ refundId: first.id, as: 'failed' });
    expect(refundOf(await giveBack(intentId, { idempotencyKey: 'rf_1_1' })).state).toBe(
      'succeeded',
    );
    expect((await refundsOf(intentId)).map(({ state }) => state)).toEqual(['succeeded', 'failed']);
  });
});

describe('listRefunds', () => {
  test('lists every refund of one payment, those of the dashboard too, across pages', async () => {
    const intentId = await pay();
    await giveBack(await pay(), { idempotencyKey: 'another’s' });
    for (let index = 0; index < 101; index += 1) {
      emulator.control.refundPayment({ intentId, amountCents: 10 });
    }
    const refunds = await refundsOf(intentId);
    expect(refunds).toHaveLength(101);
    expect(refunds.every((refund) => refund.intentId === intentId)).toBe(true);
    expect(refunds[0]?.metadata).toEqual({});
  });

  test('lists those since a date', async () => {
    emulator.control.refundPayment({ intentId: await pay() });
    emulator.control.moveClock({ bySeconds: 3600 });
    const since = new Date(emulator.control.now());
    const intentId = await pay();
    emulator.control.refundPayment({ intentId });
    const refunds = valueOf(await payments.listRefunds('main', { createdAfter: since }));
    expect(refunds.map((refund) => refund.intentId)).toEqual([intentId]);
  });

  test('is unknown if the response is about another payment', async () => {
    const intentId = await pay();
    emulator.control.refundPayment({ intentId });
    await refundsOf(intentId);
    const other = await pay();
    emulator.control.addFault({ operation: 'refunds.list', effect: 'mix_up' });
    const answer = await payments.listRefunds('main', { intentId: other });
    expect(answer.outcome).toBe('unknown');
  });

  test('of an unknown payment is misconfigured, not empty', async () => {
    const answer = await payments.listRefunds('main', { intentId: 'pi_never' });
    expect(answer.outcome).toBe('misconfigured');
  });
});

describe('a dispute', () => {
  test('has its payment, amount, reason and deadline', async () => {
    const intentId = await pay();
    emulator.control.disputePayment({ intentId, reason: 'product_not_received' });
    const [dispute] = await disputesOf(intentId);
    expect(dispute).toMatchObject({
      intentId,
      status: 'needs_response',
      amountCents: 2999,
      reason: 'product_not_received',
    });
    expect(dispute?.answerBy?.getTime()).toBeGreaterThan(Date.now());
    expect(await disputesOf(await pay())).toEqual([]);
  });

  test.each([
    ['won', 'won', true],
    ['lost', 'lost', false],
    ['answered', 'under_review', false],
  ] as const)(
    'that is %s has the status %s; refundable: %s',
    async (turn, status, isRefundable) => {
      const intentId = await pay();
      const disputeId = emulator.control.disputePayment({ intentId });
      emulator.control.turnDispute({ disputeId, turn });
      expect(await disputesOf(intentId)).toMatchObject([{ status }]);
      const answer = valueOf(await giveBack(intentId));
      expect(answer.state).toBe(isRefundable ? 'made' : 'refused');
    },
  );

  test('that is an inquiry is closed by a full refund', async () => {
    const intentId = await pay();
    emulator.control.disputePayment({ intentId, kind: 'inquiry' });
    expect(await disputesOf(intentId)).toMatchObject([{ status: 'warning_needs_response' }]);
    await giveBack(intentId, { amountCents: 1000 });
    expect(await disputesOf(intentId)).toMatchObject([{ status: 'warning_needs_response' }]);
    await giveBack(intentId, { amountCents: 1999, idempotencyKey: 'rf_2_0' });
    expect(await disputesOf(intentId)).toMatchObject([{ status: 'warning_closed' }]);
  });

  test('is listed since a date', async () => {
    emulator.control.disputePayment({ intentId: await pay() });
    emulator.control.moveClock({ bySeconds: 3600 });
    const since = new Date(emulator.control.now());
    const intentId = await pay();
    emulator.control.disputePayment({ intentId });
    const disputes = valueOf(await payments.listDisputes('main', { createdAfter: since }));
    expect(disputes.map((dispute) => dispute.intentId)).toEqual([intentId]);
  });
});
