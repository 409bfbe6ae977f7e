import type { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { DEVELOPMENT_ACCOUNTS, webhookTargetsOf } from '../development.ts';
import {
  errorFrom,
  startEmulator,
  startReceiver,
  tokenParams,
  type RunningEmulator,
} from '../testing/running-emulator.ts';

let emulator: RunningEmulator;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
  emulator = await startEmulator({ webhookTargets: webhookTargetsOf(receiver.url) });
});
afterAll(async () => {
  await emulator.app.close();
  await receiver.close();
});
beforeEach(async () => {
  await emulator.control.webhooksSettled({ withinMs: 3000 });
  emulator.control.reset();
  receiver.received.length = 0;
});

async function pay(token = 'tok_visa', amount = 1000): Promise<string> {
  const { id } = await emulator.main.paymentIntents.create({ amount, currency: 'eur' });
  await emulator.main.paymentIntents.confirm(id, tokenParams(token));
  return id;
}
const refund = (id: string, amount?: number) =>
  emulator.main.refunds.create({ payment_intent: id, ...(amount === undefined ? {} : { amount }) });
async function chargeOf(id: string): Promise<Stripe.Charge> {
  const { latest_charge: charge } = await emulator.main.paymentIntents.retrieve(id, {
    expand: ['latest_charge'],
  });
  if (charge === null || typeof charge === 'string') throw new Error('nothing was charged');
  return charge;
}
/** Returns the types of the delivered refund and dispute events, parsed by the SDK. */
async function toldOf(kinds: RegExp): Promise<string[]> {
  await emulator.control.webhooksSettled({ withinMs: 3000 });
  return receiver.received
    .map(({ body, signature }) =>
      emulator.main.webhooks.constructEvent(
        body,
        signature,
        DEVELOPMENT_ACCOUNTS.main.webhookSecret,
      ),
    )
    .map(({ type }): string => type)
    .filter((type) => kinds.test(type))
    .toSorted();
}
const REFUNDS = /refund/;
const DISPUTES = /dispute/;

describe('a refund', () => {
  test('refunds parts until nothing is left', async () => {
    const id = await pay();
    await refund(id, 300);
    const tooMuch = await errorFrom(refund(id, 701));
    expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' });
    const rest = await refund(id);
    expect(rest).toMatchObject({ amount: 700, status: 'succeeded', payment_intent: id });
    expect((await errorFrom(refund(id))).code).toBe('charge_already_refunded');
    expect((await errorFrom(refund(id, 1))).code).toBe('charge_already_refunded');
    const refunds = await emulator.main.refunds.list({ payment_intent: id });
    expect(refunds.data.map(({ amount }) => amount)).toEqual([700, 300]);
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 1000, refunded: true });
    expect(await toldOf(REFUNDS)).toEqual([
      'charge.refunded',
      'charge.refunded',
      'refund.created',
      'refund.created',
    ]);
  });

  test('can be pending, and counts as refunded from then on', async () => {
    emulator.control.answerRefunds({ account: 'main', outcome: 'pending' });
    const id = await pay();
    const made = await refund(id, 400);
    expect(made).toMatchObject({ status: 'pending', pending_reason: 'processing' });
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 400 });
    emulator.control.endRefund({ refundId: made.id, as: 'succeeded' });
    expect(await emulator.main.refunds.retrieve(made.id)).toMatchObject({ status: 'succeeded' });
    expect(await toldOf(REFUNDS)).toEqual([
      'charge.refund.updated',
      'charge.refunded',
      'refund.created',
      'refund.updated',
    ]);
  });

  test('can fail at once without moving money, and be requested again', async () => {
    emulator.control.answerRefunds({ account: 'main', outcome: 'failed' });
    const id = await pay();
    expect(await refund(id)).toMatchObject({ status: 'failed', failure_reason: 'declined' });
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect(await toldOf(REFUNDS)).toEqual(['refund.created', 'refund.failed']);
    emulator.control.answerRefunds({ account: 'main', outcome: 'succeeded' });
    expect(await refund(id)).toMatchObject({ status: 'succeeded', amount: 1000 });
  });

  test('can fail after it succeeded, which undoes it', async () => {
    const id = await pay();
    const made = await refund(id);
    emulator.control.endRefund({ refundId: made.id, as: 'failed', reason: 'unknown' });
    expect(await emulator.main.refunds.retrieve(made.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'unknown',
    });
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect(await toldOf(/refund\.(updated|failed)/)).toEqual([
      'charge.refund.updated',
      'refund.failed',
      'refund.updated',
    ]);
    expect(() => emulator.control.endRefund({ refundId: made.id, as: 'succeeded' })).toThrow(
      /its status is failed/,
    );
  });

  test.each([
    ['tok_pendingRefund', 'pending', 'succeeded'],
    ['tok_refundFail', 'succeeded', 'failed'],
  ])('with the card %s is %s, and %s after a while', async (token, first, then) => {
    const made = await refund(await pay(token));
    expect(made.status).toBe(first);
    emulator.control.moveClock({ bySeconds: 60 });
    expect((await emulator.main.refunds.retrieve(made.id)).status).toBe(then);
  });
});

describe('a dispute', () => {
  const dispute = async (id: string) => {
    const { data } = await emulator.main.disputes.list({ payment_intent: id });
    if (data[0] === undefined) throw new Error('not disputed');
    return data[0];
  };

  test('withdraws the money, and prevents a refund', async () => {
    const id = await pay();
    const disputeId = emulator.control.disputePayment({ intentId: id });
    expect(await dispute(id)).toMatchObject({
      id: disputeId,
      status: 'needs_response',
      amount: 1000,
      reason: 'fraudulent',
      payment_intent: id,
      is_charge_refundable: false,
    });
    expect((await errorFrom(refund(id))).code).toBe('charge_disputed');
    expect(await toldOf(DISPUTES)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
    ]);
  });

  test.each([
    ['won', ['charge.dispute.closed', 'charge.dispute.funds_reinstated']],
    ['lost', ['charge.dispute.closed']],
  ] as const)('that is %s is closed', async (turn, told) => {
    const id = await pay();
    const disputeId = emulator.control.disputePayment({ intentId: id });
    emulator.control.turnDispute({ disputeId, turn: 'answered' });
    await emulator.control.webhooksSettled({ withinMs: 3000 });
    receiver.received.length = 0;
    emulator.control.turnDispute({ disputeId, turn });
    expect((await dispute(id)).status).toBe(turn);
    expect(await toldOf(DISPUTES)).toEqual(told);
    expect(() => emulator.control.turnDispute({ disputeId, turn })).toThrow(/its status is/);
  });

  test('that is lost can be appealed, and then won', async () => {
    const id = await pay();
    const disputeId = emulator.control.disputePayment({ intentId: id });
    emulator.control.turnDispute({ disputeId, turn: 'lost' });
    emulator.control.turnDispute({ disputeId, turn: 'appealed' });
    expect((await dispute(id)).status).toBe('appeal_under_review');
    expect((await errorFrom(refund(id))).code).toBe('charge_disputed');
    emulator.control.turnDispute({ disputeId, turn: 'won' });
    expect((await dispute(id)).status).toBe('won');
  });

  test('fails pending refunds', async () => {
    emulator.control.answerRefunds({ account: 'main', outcome: 'pending' });
    const id = await pay();
    const { id: refundId } = await refund(id, 400);
    emulator.control.disputePayment({ intentId: id });
    expect(await emulator.main.refunds.retrieve(refundId)).toMatchObject({
      status: 'failed',
      failure_reason: 'charge_for_pending_refund_disputed',
    });
  });

  test('that is an inquiry withdraws nothing, and ends by a full refund or an escalation', async () => {
    const [given, escalated] = [await pay(), await pay()];
    for (const intentId of [given, escalated]) {
      emulator.control.disputePayment({ intentId, kind: 'inquiry' });
    }
    await refund(given, 400);
    expect((await dispute(given)).status).toBe('warning_needs_response');
    await refund(given);
    expect((await dispute(given)).status).toBe('warning_closed');
    emulator.control.turnDispute({ disputeId: (await dispute(escalated)).id, turn: 'escalated' });
    expect((await dispute(escalated)).status).toBe('needs_response');
    expect((await errorFrom(refund(escalated))).code).toBe('charge_disputed');
  });

  test.each([
    ['tok_createDispute', 'needs_response', 'fraudulent'],
    ['tok_createDisputeProductNotReceived', 'needs_response', 'product_not_received'],
    ['tok_createDisputeInquiry', 'warning_needs_response', 'fraudulent'],
  ])('is created by the card %s: %s, %s', async (token, status, reason) => {
    expect(await dispute(await pay(token))).toMatchObject({ status, reason });
  });

  test('that is unknown, or cannot change so, gets 400 over HTTP too', async () => {
    const say = (verb: string, body: object) =>
      fetch(`${emulator.url}/_emulator/${verb}`, { method: 'POST', body: JSON.stringify(body) });
    const intentId = await pay();
    const made = await say('disputePayment', { intentId });
    const disputeId: unknown = await made.json();
    expect((await say('turnDispute', { disputeId, turn: 'closed' })).status).toBe(400);
    expect((await say('turnDispute', { disputeId, turn: 'nonsense' })).status).toBe(400);
    expect((await say('turnDispute', { disputeId: 'du_never', turn: 'won' })).status).toBe(400);
    expect((await say('answerRefunds', { account: 'none', outcome: 'pending' })).status).toBe(400);
    expect((await say('answerRefunds', { account: 'main', outcome: 'lost' })).status).toBe(400);
    expect((await say('turnDispute', { disputeId, turn: 'won' })).status).toBe(200);
  });
});
