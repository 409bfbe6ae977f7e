import { randomUUID } from 'node:crypto';

import { auditRefunds } from '@agres/money/refund/audit-refunds';
import type { Payments } from '@agres/payments/payments';
import type { Refund } from '@agres/payments/shapes';
import type { DisputeTurn } from '@agres/stripe-emulator/payments/disputes';
import { afterEach, describe, expect, test } from 'vitest';

import { give } from '../support/command.ts';
import { startRefund } from '../support/refunds.ts';
import { useRunning } from '../support/running.ts';
import { countAlerts, payOutside, startTestShop } from '../support/shop.ts';
import { newSubscriber } from '../support/subscribing.ts';

// No webhook event arrives in this file: the audit decides alone.

const shop = useRunning(startTestShop);
afterEach(async () => {
  shop.provider.clearFaults();
  expect(await shop.brokenInvariants()).toEqual([]);
});

/** Runs the audit this many minutes later; `tellOtherwise` changes the refunds in the provider's answers. */
const audit = (inMinutes = 0, tellOtherwise = (refund: Refund): Refund | null => refund) => {
  const payments: Payments = {
    ...shop.payments,
    listRefunds: async (account, selection) => {
      const answer = await shop.payments.listRefunds(account, selection);
      if (answer.outcome !== 'known') return answer;
      const told = answer.value.map(tellOtherwise).filter((refund) => refund !== null);
      return { outcome: 'known', value: told };
    },
  };
  const clock = () => new Date(Date.now() + inMinutes * 60_000);
  return auditRefunds({ ...shop.jobDeps, payments, clock });
};
const disputesOf = (paymentIntentId: string) =>
  shop.app.db.dispute.findMany({ where: { paymentIntentId } });
const alertsAbout = (name: string, value: string, event: string) =>
  countAlerts(shop, event, { name, value });

describe('a dispute without a webhook event', () => {
  test('is recorded once with its response deadline, and holds the parcel', async () => {
    const { intentId, orderId, order } = await startRefund(shop);
    const disputeId = shop.provider.disputePayment({ intentId });
    await audit();
    await audit();
    expect(await disputesOf(intentId)).toMatchObject([
      {
        id: disputeId,
        stripeAccount: 'main',
        orderId,
        status: 'needs_response',
        amountCents: 2999,
        reason: 'fraudulent',
        answerBy: expect.any(Date),
        closedAt: null,
      },
    ]);
    expect(await order()).toMatchObject({ heldFor: 'dispute', refundedCents: null });
    expect(await alertsAbout('disputeId', disputeId, 'disputes a payment: needs_response')).toBe(1);
  });

  test.each([
    ['won', false],
    ['lost', true],
  ] as const)('that is %s sends one alert; later refunds forbidden: %s', async (turn, forbids) => {
    const { intentId, request } = await startRefund(shop);
    const disputeId = shop.provider.disputePayment({ intentId });
    await audit();
    await expect(request()).rejects.toThrow('disputed');
    const turns: DisputeTurn[] = ['answered', turn];
    for (const next of turns) shop.provider.turnDispute({ disputeId, turn: next });
    await audit();
    await audit();
    expect(await disputesOf(intentId)).toMatchObject([
      { status: turn, closedAt: expect.any(Date) },
    ]);
    expect(await alertsAbout('disputeId', disputeId, `disputes a payment: ${turn}`)).toBe(1);
    const asked = request().then(
      () => false,
      () => true,
    );
    expect(await asked).toBe(forbids);
  });

  test('decided months later still sends an alert', async () => {
    const { intentId } = await startRefund(shop);
    const disputeId = shop.provider.disputePayment({ intentId });
    await audit();
    shop.provider.turnDispute({ disputeId, turn: 'lost' });
    await audit(90 * 24 * 60);
    expect(await disputesOf(intentId)).toMatchObject([
      { status: 'lost', closedAt: expect.any(Date) },
    ]);
    expect(await alertsAbout('disputeId', disputeId, 'disputes a payment: lost')).toBe(1);
  });

  test('lost and appealed is open again, until the audit finds its decision months later', async () => {
    const { intentId, orderId, request } = await startRefund(shop);
    const disputeId = shop.provider.disputePayment({ intentId });
    await audit();
    shop.provider.turnDispute({ disputeId, turn: 'lost' });
    await audit();
    shop.provider.turnDispute({ disputeId, turn: 'appealed' });
    await audit();
    const open = { orderId, status: 'appeal_under_review' };
    expect(await disputesOf(intentId)).toMatchObject([{ ...open, closedAt: null }]);
    expect(await give(shop, 'today.read')).toMatchObject({
      output: { disputes: expect.arrayContaining([expect.objectContaining(open)]) },
    });
    await expect(request()).rejects.toThrow('disputed');
    // The previous release kept the time of the first decision.
    await shop.app.db.dispute.update({ where: { id: disputeId }, data: { closedAt: new Date(0) } });
    shop.provider.turnDispute({ disputeId, turn: 'won' });
    await audit(90 * 24 * 60);
    const [won] = await disputesOf(intentId);
    expect(won?.status).toBe('won');
    expect(Date.now() - Number(won?.closedAt)).toBeLessThan(60_000);
    await request();
  });

  test('does not hold the order again after the shop owner releases it', async () => {
    const { intentId, orderId, order } = await startRefund(shop);
    const disputeId = shop.provider.disputePayment({ intentId });
    await audit();
    await shop.app.db.order.update({ where: { id: orderId }, data: { heldFor: null } });
    shop.provider.turnDispute({ disputeId, turn: 'answered' });
    await audit();
    expect(await disputesOf(intentId)).toMatchObject([{ status: 'under_review' }]);
    expect(await order()).toMatchObject({ heldFor: null });
  });

  test('as an inquiry holds no parcel and ends with a refund; as a chargeback it holds', async () => {
    const { intentId, order, request, reconcile, rows } = await startRefund(shop);
    const inquiry = shop.provider.disputePayment({ intentId, kind: 'inquiry' });
    await audit();
    expect(await order()).toMatchObject({ heldFor: null });
    expect(await alertsAbout('disputeId', inquiry, 'giving it back ends that')).toBe(1);
    await request({ amountCents: 2999 });
    await reconcile();
    await audit();
    expect(await rows()).toMatchObject([{ state: 'succeeded' }]);
    expect(await disputesOf(intentId)).toMatchObject([{ status: 'warning_closed' }]);

    const other = await startRefund(shop);
    const escalated = shop.provider.disputePayment({ intentId: other.intentId, kind: 'inquiry' });
    await audit();
    shop.provider.turnDispute({ disputeId: escalated, turn: 'escalated' });
    await audit();
    expect(await other.order()).toMatchObject({ heldFor: 'dispute' });
  });

  test('of a subscription payment is recorded without an order', async () => {
    const { userId } = await newSubscriber(shop);
    const attempt = await shop.app.db.subscriptionAttempt.findFirstOrThrow({ where: { userId } });
    const intentId = attempt.stripeIntentId ?? '';
    const disputeId = shop.provider.disputePayment({ intentId });
    await audit();
    expect(await disputesOf(intentId)).toMatchObject([{ id: disputeId, orderId: null }]);
    expect(await alertsAbout('disputeId', disputeId, 'disputes a payment')).toBe(1);
  });

  test('of another shop with the same API keys is ignored', async () => {
    const metadata = { installation: randomUUID() };
    const intentId = await payOutside(shop, { amountCents: 700, metadata });
    const disputeId = shop.provider.disputePayment({ intentId });
    const [seen] = await audit();
    expect(seen?.disputes).toBeGreaterThan(0);
    expect(await disputesOf(intentId)).toEqual([]);
    expect(await alertsAbout('disputeId', disputeId, 'disputes')).toBe(0);
  });

  test('is recorded by the next audit after a list error, which does not stop the other account', async () => {
    const { intentId } = await startRefund(shop);
    shop.provider.disputePayment({ intentId });
    shop.provider.addFault({ operation: 'disputes.list', effect: 'server_error' });
    expect((await audit()).map(({ account }) => account)).toEqual(['bis']);
    expect(await disputesOf(intentId)).toEqual([]);
    expect((await audit()).map(({ account }) => account)).toEqual(['main', 'bis']);
    expect(await disputesOf(intentId)).toHaveLength(1);
  });
});

describe('L13: our refunds and those of the provider match', () => {
  const L13 = 'An invariant is violated: L13';
  const settled = async () => {
    const scene = await startRefund(shop);
    const { id } = await scene.request();
    await scene.reconcile();
    const isIt = ({ metadata }: Refund) => metadata['refund_id'] === id;
    return {
      alerts: () => alertsAbout('refundId', id, L13),
      hidden: (refund: Refund) => (isIt(refund) ? null : refund),
      ofAnotherSum: (refund: Refund) => (isIt(refund) ? { ...refund, amountCents: 900 } : refund),
    };
  };

  test('raises no alert when both match', async () => {
    const { alerts } = await settled();
    await audit(20);
    expect(await alerts()).toBe(0);
  });

  test('a refund missing at the provider raises one alert a day, but none in its first minutes', async () => {
    const { alerts, hidden } = await settled();
    await audit(10, hidden);
    expect(await alerts()).toBe(0);
    await audit(20, hidden);
    await audit(21, hidden);
    expect(await alerts()).toBe(1);
  });

  test('a refund of another amount raises an alert', async () => {
    const { alerts, ofAnotherSum } = await settled();
    await audit(20, ofAnotherSum);
    expect(await alerts()).toBe(1);
  });

  test('a dashboard refund beyond the rest raises an alert, and is recorded once ours has failed', async () => {
    const { request, reconcile, rows, giveInDashboard, given } = await startRefund(shop);
    await request({ amountCents: 2000 });
    await giveInDashboard(1500);
    const [stranger] = await given();
    const alerts = () => alertsAbout('providerRefundId', stranger?.id ?? '', 'More went back');
    await audit();
    expect(await alerts()).toBe(0);
    expect(await rows()).toHaveLength(1);
    await audit(20);
    await audit(21);
    expect(await alerts()).toBe(1);
    await reconcile();
    const written = (await rows()).map(({ origin, state }) => `${origin} ${state}`);
    expect(written.toSorted()).toEqual(['office failed', 'provider succeeded']);
  });
});
