import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@agres/domain/shapes';
import { auditRefunds } from '@agres/money/refund/audit-refunds';
import { WEBHOOK_EVENT_TYPES } from '@agres/payments/events';
import { valueOf } from '@agres/payments/testing/running-payments';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { startCardShop } from '../support/card-update.ts';
import { webhookTargetOf } from '../support/shop.ts';

// The provider makes the payment of a renewal by itself: none of our rows names it.

const MONTH_SECONDS = 32 * 86_400;

const { shop, subscriber, close } = await startCardShop();
let origin = '';
beforeAll(async () => {
  origin = await shop.app.server.listen({ host: '127.0.0.1', port: 0 });
  // The hourly work is done, and not due again.
  const isAudited = async () =>
    (await shop.app.db.jobSchedule.count({
      where: { name: 'refund_audit', lockedUntil: null, nextRunAt: { gt: new Date() } },
    })) === 1;
  await shop.inBackground(isAudited);
});
afterEach(async () => {
  shop.provider.setWebhookTargets([]);
  expect(await shop.brokenInvariants()).toEqual([]);
});
afterAll(close);

const startRenewed = async (account: PaymentAccount) => {
  const { userId } = await subscriber(account);
  const { id: subscriptionId, stripeSubscriptionId } =
    await shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
  shop.provider.moveClock({ bySeconds: MONTH_SECONDS });
  const invoices = valueOf(await shop.payments.listInvoices(account, stripeSubscriptionId ?? ''));
  const intentId = invoices.find(({ reason }) => reason === 'renewal')?.paymentIntentId ?? '';
  expect(intentId).not.toBe('');
  return {
    intentId,
    subscriptionId,
    disputes: () => shop.app.db.dispute.findMany({ where: { paymentIntentId: intentId } }),
    refunds: () => shop.app.db.refund.findMany({ where: { paymentIntentId: intentId } }),
    alerts: () =>
      shop.app.db.job.count({
        where: { kind: 'mail', payload: { path: ['facts', 'intentId'], equals: intentId } },
      }),
  };
};
const audit = () => auditRefunds(shop.jobDeps);
const listenTo = (account: PaymentAccount) =>
  shop.provider.setWebhookTargets([
    { ...webhookTargetOf(origin, account), events: WEBHOOK_EVENT_TYPES },
  ]);

describe.each(PAYMENT_ACCOUNTS)('a renewal on the account %s', (account) => {
  test('has its dispute recorded once by the audit, and then its outcome', async () => {
    const { intentId, subscriptionId, disputes, alerts } = await startRenewed(account);
    const disputeId = shop.provider.disputePayment({ intentId });
    await audit();
    await audit();
    const facts = { id: disputeId, stripeAccount: account, orderId: null, subscriptionId };
    expect(await disputes()).toMatchObject([{ ...facts, status: 'needs_response' }]);
    expect(await alerts()).toBe(1);
    shop.provider.turnDispute({ disputeId, turn: 'lost' });
    await audit();
    expect(await disputes()).toMatchObject([{ status: 'lost', closedAt: expect.any(Date) }]);
    expect(await alerts()).toBe(2);
  });

  test('has its dispute and its outcome recorded by webhook events', async () => {
    const { intentId, subscriptionId, disputes } = await startRenewed(account);
    listenTo(account);
    const disputeId = shop.provider.disputePayment({ intentId });
    await shop.inBackground(async () => (await disputes()).length > 0);
    expect(await disputes()).toMatchObject([{ id: disputeId, subscriptionId }]);
    shop.provider.turnDispute({ disputeId, turn: 'won' });
    await shop.inBackground(async () => (await disputes())[0]?.status === 'won');
  });

  test('refunded in the dashboard is recorded as a refund', async () => {
    const { intentId, subscriptionId, refunds } = await startRenewed(account);
    shop.provider.refundPayment({ intentId });
    await audit();
    expect(await refunds()).toMatchObject([
      {
        origin: 'provider',
        state: 'succeeded',
        subscriptionId,
        amountCents: 1999,
        paidCents: 1999,
      },
    ]);
  });

  test('of another shop with the same API keys is ignored', async () => {
    const { intentId, subscriptionId, disputes, alerts } = await startRenewed(account);
    await shop.app.db.subscription.update({
      where: { id: subscriptionId },
      data: { stripeSubscriptionId: `sub_another_${subscriptionId}` },
    });
    shop.provider.disputePayment({ intentId });
    await audit();
    expect(await disputes()).toEqual([]);
    expect(await alerts()).toBe(0);
  });
});
