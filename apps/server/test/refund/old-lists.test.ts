import { auditRefunds } from '@agres/money/refund/audit-refunds';
import { unanswered } from '@agres/payments/answer';
import type { Payments } from '@agres/payments/payments';
import type { Refund } from '@agres/payments/shapes';
import { afterEach, describe, expect, test } from 'vitest';

import { startRefund } from '../support/refunds.ts';
import { useRunning } from '../support/running.ts';
import { startTestShop, withRefunds } from '../support/shop.ts';

const shop = useRunning(startTestShop);
afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([]);
});

/** Runs an audit on an outdated list of the provider's refunds; by default on the current one. */
async function audit(listed?: readonly Refund[]): Promise<void> {
  const payments: Payments = {
    ...shop.payments,
    listRefunds: async (account, selection) =>
      listed === undefined
        ? shop.payments.listRefunds(account, selection)
        : { outcome: 'known', value: account === 'main' ? [...listed] : [] },
  };
  await auditRefunds({ ...shop.jobDeps, payments });
}
const comeBack = (refundId: string | undefined) =>
  shop.provider.endRefund({ refundId: refundId ?? '', as: 'failed' });

describe('a stale list of refunds from the provider', () => {
  test('does not undo the failure of a refund that is repeated meanwhile', async () => {
    const { request, reconcile, rows, given } = await startRefund(shop);
    await request({ amountCents: 2999 });
    await reconcile();
    const old = await given();
    comeBack(old[0]?.id);
    await audit();
    await request({ amountCents: 2999 });
    await reconcile();
    await audit(old);
    expect((await rows()).map(({ state }) => state)).toEqual(['failed', 'succeeded']);
  });

  test('does not set a succeeded refund back to pending', async () => {
    shop.provider.answerRefunds({ account: 'main', outcome: 'pending' });
    const { request, reconcile, rows, given } = await startRefund(shop);
    await request();
    await reconcile();
    const old = await given();
    shop.provider.endRefund({ refundId: old[0]?.id ?? '', as: 'succeeded' });
    await audit();
    await audit(old);
    expect(await rows()).toMatchObject([{ state: 'succeeded' }]);
    shop.provider.answerRefunds({ account: 'main', outcome: 'succeeded' });
  });

  test('does not record a dashboard refund as succeeded after it failed', async () => {
    const { request, reconcile, rows, given, giveInDashboard } = await startRefund(shop);
    await giveInDashboard();
    const old = await given();
    comeBack(old[0]?.id);
    await request({ amountCents: 2999 });
    await reconcile();
    await audit(old);
    await audit();
    const told = (await rows()).map(({ origin, state }) => `${origin} ${state}`);
    expect(told.toSorted()).toEqual(['office succeeded', 'provider failed']);
  });
});

test('a dashboard refund beyond the rest has no row while our own refund is open', async () => {
  const { request, reconcile, rows, giveInDashboard } = await startRefund(shop);
  await request({ amountCents: 2999 });
  await giveInDashboard();
  await audit();
  const told = async () => (await rows()).map(({ origin, state }) => `${origin} ${state}`);
  expect(await told()).toEqual(['office requested']);
  expect(await shop.brokenInvariants()).toEqual([]);
  await reconcile();
  expect((await told()).toSorted()).toEqual(['office failed', 'provider succeeded']);
});

test('a call that reaches the provider after its refund failed here is recorded separately', async () => {
  const { request, reconcile, rows, given, giveInDashboard, intentId } = await startRefund(shop);
  const { id } = await request();
  // The call leaves, but the provider carries it out much later.
  await reconcile(withRefunds(shop.payments, async () => unanswered('no answer', 'timeout')));
  await giveInDashboard();
  const dashboard = (await given())[0];
  await reconcile();
  expect(await rows()).toContainEqual(expect.objectContaining({ id, state: 'failed' }));
  comeBack(dashboard?.id);
  await audit();
  await request();
  await reconcile();
  const late = await shop.payments.refundIntent('main', {
    intentId,
    amountCents: 1000,
    metadata: { refund_id: id },
    idempotencyKey: `rf_${id}_0`,
  });
  expect(late).toMatchObject({ outcome: 'known', value: { state: 'made' } });
  await audit();
  const arrived = (await rows()).filter(({ state }) => state === 'succeeded');
  expect(arrived.map(({ amountCents }) => amountCents)).toEqual([1000, 1000]);
  expect(new Set(arrived.map(({ providerRefundId }) => providerRefundId)).size).toBe(2);
  expect(await rows()).toContainEqual(expect.objectContaining({ id, state: 'failed' }));
});
