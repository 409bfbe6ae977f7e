import { randomUUID } from 'node:crypto';

import { WEBHOOK_EVENT_TYPES } from '@agres/payments/events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { startRefund } from '../support/refunds.ts';
import { useRunning } from '../support/running.ts';
import { payOutside, signedEvent, startTestShop, webhookTargetOf } from '../support/shop.ts';

const shop = useRunning(startTestShop);
let url = '';
beforeAll(async () => {
  const origin = await shop.app.server.listen({ host: '127.0.0.1', port: 0 });
  const target = webhookTargetOf(origin);
  url = target.url;
  // Only the events to which the guide tells the owner to subscribe.
  shop.provider.setWebhookTargets([{ ...target, events: WEBHOOK_EVENT_TYPES }]);
});
afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([]);
});
afterAll(async () => {
  shop.provider.setWebhookTargets([]);
});

const settled = async () =>
  expect(await shop.provider.webhooksSettled({ withinMs: 5000 })).toBe(true);

test('a dashboard refund is recorded by its webhook event, and the parcel is held', async () => {
  const { order, rows, giveInDashboard } = await startRefund(shop);
  await giveInDashboard();
  await settled();
  await shop.inBackground(async () => (await rows()).length > 0);
  expect(await rows()).toMatchObject([{ origin: 'provider', state: 'succeeded' }]);
  expect(await order()).toMatchObject({ heldFor: 'refund', refundedCents: 2999 });
});

test('a dispute holds the parcel by its webhook event', async () => {
  const { order, intentId } = await startRefund(shop);
  shop.provider.disputePayment({ intentId });
  await settled();
  await shop.inBackground(async () => (await order()).heldFor !== null);
  expect(await order()).toMatchObject({ heldFor: 'dispute' });
});

test('refunds of another shop with the same keys trigger one check a minute and are ignored', async () => {
  const intentIds: string[] = [];
  for (let made = 0; made < 5; made += 1) {
    const metadata = { attempt_id: randomUUID(), installation: randomUUID() };
    const intentId = await payOutside(shop, { amountCents: 700, metadata });
    intentIds.push(intentId);
    shop.provider.refundPayment({ intentId });
  }
  await settled();
  // One more check, for events that arrived during the first one.
  const looks = shop.app.db.job.count({
    where: { dedupe: { startsWith: 'check_account_refunds:main:' } },
  });
  expect(await looks).toBeLessThanOrEqual(3);
  const ofPayments = shop.app.db.job.count({
    where: { OR: intentIds.map((id) => ({ dedupe: { startsWith: `check_refunds:${id}` } })) },
  });
  expect(await ofPayments).toBe(0);
  expect(await shop.app.db.refund.count({ where: { paymentIntentId: { in: intentIds } } })).toBe(0);
});

test('1,000 forged events about one payment trigger one check per two seconds and write nothing', async () => {
  const { intentId, rows, order } = await startRefund(shop);
  const send = () => {
    const object = { id: 'ch_forged', object: 'charge', payment_intent: intentId };
    const event = signedEvent({ type: 'charge.refunded', data: { object } });
    return fetch(url, { method: 'POST', ...event });
  };
  const startedMs = Date.now();
  for (let sent = 0; sent < 1000; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, send));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
  const spans = Math.ceil((Date.now() - startedMs) / 2000) + 2;
  const asked = await shop.app.db.job.count({
    where: { kind: 'check_refunds', payload: { path: ['intentId'], equals: intentId } },
  });
  expect(asked).toBeLessThanOrEqual(spans);
  expect(await rows()).toEqual([]);
  expect(await order()).toMatchObject({ heldFor: null, refundedCents: null });
});
