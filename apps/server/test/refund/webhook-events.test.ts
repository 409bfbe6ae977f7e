import { randomUUID } from 'node:crypto';

import { WEBHOOK_EVENT_TYPES } from '@agres/payments/events';
import { signatureHeaderOf } from '@agres/stripe-emulator/events/signature';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { startRefund } from '../support/refunds.ts';
import { useRunning } from '../support/running.ts';
import { startTestShop, webhookSecretOf, webhookTargetOf } from '../support/shop.ts';

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
  const { payments } = shop;
  const intentIds: string[] = [];
  for (let made = 0; made < 5; made += 1) {
    const answer = await payments.createIntent('main', {
      amountCents: 700,
      metadata: { attempt_id: randomUUID(), installation: randomUUID() },
      idempotencyKey: `another_shop_${made}`,
    });
    if (answer.outcome !== 'known') throw new Error('no payment');
    const { id: intentId } = answer.value;
    intentIds.push(intentId);
    const token = await shop.cardToken();
    await payments.confirmIntent('main', { intentId, token, idempotencyKey: `its_card_${made}` });
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
  const send = (index: number) => {
    const body = JSON.stringify({
      id: `evt_forged_${index}`,
      object: 'event',
      type: 'charge.refunded',
      livemode: false,
      created: Math.floor(Date.now() / 1000),
      data: { object: { id: 'ch_forged', object: 'charge', payment_intent: intentId } },
    });
    const seconds = Math.floor(Date.now() / 1000);
    const signature = signatureHeaderOf(body, webhookSecretOf('main'), seconds);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return fetch(url, { method: 'POST', body, headers });
  };
  const startedMs = Date.now();
  for (let sent = 0; sent < 1000; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => send(sent + index)));
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
