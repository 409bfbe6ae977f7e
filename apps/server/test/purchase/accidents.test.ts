import { auditPayments } from '@agres/money/purchase/audit-payments';
import { reconcilePurchases } from '@agres/money/purchase/open-purchases';
import { valueOf } from '@agres/payments/testing/running-payments';
import { afterEach, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import type { Answer } from '../support/client.ts';
import { addSubscription } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, loseConfirmations, payOutside, signedEvent, startTestShop } from '../support/shop.ts';

const SECURE = '4000000000003220';
const CONFIRM = 'payment_intents.confirm';

describe('money is not lost', () => {
  const shop = useRunning(startTestShop);

  afterEach(async () => {
    shop.provider.clearFaults();
    shop.provider.setLatency({ minMs: 0, maxMs: 0 });
    await shop.reconcileAll();
    await shop.inBackground(async () => (await shop.brokenInvariants()).length === 0);
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  /** Charges the next card, and answers after something else has happened. */
  const whileConfirmed = (meanwhile: () => Promise<unknown>) =>
    shop.provider.addFault({ operation: CONFIRM, effect: 'delay', moment: 'after', meanwhile });
  const intentOf = async (id: string | null | undefined) =>
    valueOf(await shop.payments.readIntent('main', id ?? ''));
  const alerts = () => shop.app.logLines.join('\n');

  test('when the payment is refunded at the provider before the order is written: no order is made', async () => {
    const { item, client, attempts, states, remaining, charges } = await startBuyer(shop);
    whileConfirmed(async () => {
      expect(await charges()).toBe(1);
      const [attempt] = await attempts();
      shop.provider.refundPayment({ intentId: attempt?.paymentIntentId ?? '' });
      await shop.reconcile();
    });
    await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    expect(await attempts()).toMatchObject([{ state: 'refused', order: null }]);
    expect(await remaining()).toBe(5);
    expect(await states()).toEqual(['refused']);
  });

  test('when the provider stores the first refund’s failure under its idempotency key', async () => {
    const { item, client, attempts, states } = await startBuyer(shop);
    whileConfirmed(async () => {
      expect(await states()).toEqual(['charging']);
      await shop.app.db.$executeRaw`
        UPDATE purchase_attempt SET amount_cents = amount_cents + 1 WHERE state = 'charging'`;
      await shop.reconcile();
    });
    shop.provider.addFault({ operation: 'refunds.create', effect: 'server_error' });
    await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    const [attempt] = await attempts();
    const isGivenBack = async () => {
      await shop.app.db
        .$executeRaw`UPDATE refund SET next_check_at = now() - interval '1 second' WHERE lease_until IS NULL AND state = 'sending'`;
      const { amountCents, refundedCents } = await intentOf(attempt?.paymentIntentId);
      return refundedCents === amountCents;
    };
    await shop.inBackground(isGivenBack);
    expect(shop.provider.journal({ operation: 'refunds.create' }).length).toBeGreaterThan(1);
  });

  test('when the database’s clock is set back an hour during an open purchase', async () => {
    const { item, client, states } = await startBuyer(shop);
    loseConfirmations(shop.provider);
    const stripeToken = await shop.cardToken();
    expect((await buy(client, { id: item.id, stripeToken })).status).toBe(503);
    shop.provider.clearFaults();
    // Times written before are an hour ahead afterwards.
    await shop.app.db.$executeRaw`
      UPDATE purchase_attempt SET lease_owner = 'gone', lease_until = now() + interval '61 minutes',
        next_check_at = now() + interval '61 minutes'
      WHERE state = 'charging'`;
    await shop.inBackground(async () => (await states())[0] === 'paid');
  });

  test('when the database’s clock jumps ahead during a running purchase', async () => {
    const { item, client, states, charges, remaining } = await startBuyer(shop);
    const stripeToken = await shop.cardToken();
    let meanwhile: Promise<[Answer, void]> | undefined;
    whileConfirmed(async () => {
      expect(await states()).toEqual(['charging']);
      // Every lease seems expired: another call and the reconciler take it at the same time.
      await shop.app.db.$executeRaw`
        UPDATE purchase_attempt SET lease_until = now() - interval '1 hour',
          next_check_at = now() - interval '1 hour' WHERE state = 'charging'`;
      meanwhile = Promise.all([buy(client.copy(), { id: item.id, stripeToken }), shop.reconcile()]);
    });
    const first = await buy(client, { id: item.id, stripeToken });
    const [second] = (await meanwhile) ?? [];
    expect([200, 503]).toContain(first.status);
    expect([200, 409, 503]).toContain(second?.status);
    await shop.reconcileAll();
    expect(await charges()).toBeLessThanOrEqual(1);
    const sold = (await states()).filter((state) => state === 'paid').length;
    expect(await charges()).toBe(sold);
    expect(await remaining()).toBe(5 - sold);
  });

  test('when the price rises between two tries: the charge equals the shown amount and the order', async () => {
    const { item, client, attempts } = await startBuyer(shop);
    shop.provider.addFault({ operation: 'payment_intents.create', effect: 'reset', times: 20 });
    const stripeToken = await shop.cardToken();
    expect((await buy(client, { id: item.id, stripeToken })).status).toBe(503);
    shop.provider.clearFaults();
    await shop.reconcile();
    await shop.app.db.item.update({ where: { id: item.id }, data: { priceCents: 5000 } });
    expect(await buy(client, { id: item.id, stripeToken })).toMatchObject({
      status: 409,
      body: { message: 'price_changed' },
    });
    const answer = await buy(client, { id: item.id, stripeToken, shownAmountCents: 4999 });
    expect(answer.body).toMatchObject({ item: { price: 50 } });
    const [attempt] = await attempts();
    expect(attempt).toMatchObject({ amountCents: 4999, order: { amountCents: 4999 } });
    expect((await intentOf(attempt?.paymentIntentId)).amountCents).toBe(4999);
  });

  test('when the buyer’s provider account changes during 3-D Secure', async () => {
    const { item, client, userId, attempts } = await startBuyer(shop);
    const stripeToken = await shop.cardToken(SECURE);
    expect((await buy(client, { id: item.id, stripeToken })).status).toBe(402);
    await addSubscription(shop.app.db, userId, { stripeAccount: 'bis' });
    shop.answerChallenges('succeed');
    expect((await buy(client, { id: item.id, stripeToken })).status).toBe(200);
    expect(await attempts()).toMatchObject([{ state: 'paid', stripeAccount: 'main' }]);
  });

  test('when both provider accounts send a webhook event with the same id', async () => {
    const { item, client, states } = await startBuyer(shop);
    await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
    const intentId = shop.provider.challenges()[0]?.intentId;
    shop.answerChallenges('succeed');
    const send = (account: 'main' | 'bis') => {
      const object = { id: intentId, object: 'payment_intent', metadata: {} };
      const fields = { id: 'evt_same', type: 'payment_intent.succeeded', data: { object } };
      const event = signedEvent(fields, { account });
      return shop.app.client().send('POST', `/api/webhooks/stripe/${account}`, event);
    };
    // An event of the other account is not about this purchase, and must not count for it.
    expect((await send('bis')).status).toBe(200);
    expect((await send('main')).status).toBe(200);
    await shop.inBackground(async () => (await states())[0] === 'paid');
  });

  test('when an order cannot be written at all: an alert is raised', async () => {
    const { item, client, attempts, states } = await startBuyer(shop);
    loseConfirmations(shop.provider);
    await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    shop.provider.clearFaults();
    const [attempt] = await attempts();
    const recipient = attempt?.recipient ?? {};
    await shop.app.db.$executeRaw`
      UPDATE purchase_attempt SET recipient = '{}'::jsonb, cgv_at = now() - interval '20 minutes'
      WHERE id = ${attempt?.id}::uuid`;
    await shop.reconcile();
    expect(await attempts()).toMatchObject([{ state: 'charging', leaseHolder: null }]);
    expect(alerts()).toContain('A purchase is undecided for too long');
    expect(
      await shop.app.db.job.count({ where: { dedupe: { contains: `stuck:${attempt?.id}` } } }),
    ).toBe(1);
    await shop.app.db.$executeRaw`
      UPDATE purchase_attempt SET recipient = ${JSON.stringify(recipient)}::jsonb
      WHERE id = ${attempt?.id}::uuid`;
    await shop.reconcile();
    expect(await states()).toEqual(['paid']);
  });

  test('when reading the payment fails for days: each alert sends one email a day', async () => {
    const { item, client, attempts, states } = await startBuyer(shop);
    shop.provider.addFault({ operation: CONFIRM, effect: 'reset', moment: 'after', times: 20 });
    const RETRIEVE = 'payment_intents.retrieve';
    shop.provider.addFault({ operation: RETRIEVE, effect: 'permission', times: 20 });
    await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    const [attempt] = await attempts();
    const attemptId = attempt?.id ?? '';
    const emails = () => {
      const aboutIt = { path: ['facts', 'attemptId'], equals: attemptId };
      return shop.app.db.job.count({ where: { kind: 'mail', payload: aboutIt } });
    };
    const asked = ['2027-03-01T09:30:00Z', '2027-03-01T12:30:00Z', '2027-03-02T09:30:00Z'];
    const before = await emails();
    const sent: number[] = [];
    for (const time of asked) {
      await shop.app.db.$executeRaw`
        UPDATE purchase_attempt SET next_check_at = now() - interval '1 second', lease_until = NULL,
          created_at = now() - interval '20 minutes', cgv_at = now() - interval '20 minutes'
        WHERE id = ${attemptId}::uuid`;
      await reconcilePurchases({ ...shop.jobDeps, clock: () => new Date(time) });
      sent.push((await emails()) - before);
    }
    expect(sent).toEqual([2, 2, 4]);
    shop.provider.clearFaults();
    await shop.reconcile();
    expect(await states()).toEqual(['paid']);
  });

  test('when the commit of the payment’s id is lost: the audit completes the purchase', async () => {
    const { item, client, attempts, states, remaining } = await startBuyer(shop);
    shop.provider.addFault({ operation: 'payment_intents.create', effect: 'reset', times: 20 });
    await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    shop.provider.clearFaults();
    const [attempt] = await attempts();
    const metadata = { attempt_id: attempt?.id ?? '' };
    const intentId = await payOutside(shop, { amountCents: 2999, metadata });
    expect(await states()).toEqual(['reserved']);
    await auditPayments(shop.jobDeps);
    expect(await attempts()).toMatchObject([{ state: 'charging', paymentIntentId: intentId }]);
    await shop.reconcileAll();
    expect(await attempts()).toMatchObject([{ state: 'paid', order: { amountCents: 2999 } }]);
    expect(await remaining()).toBe(4);
    expect(alerts()).toContain('Money for a purchase that had lost its payment');
  });

  test('when a wrong clock makes webhook signatures fail: the reconciler completes the purchase', async () => {
    const { item, client, states } = await startBuyer(shop);
    await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
    shop.answerChallenges('succeed');
    const late = signedEvent({ type: 'payment_intent.succeeded' }, { secondsAgo: 3600 });
    const delivery = await shop.app.client().send('POST', '/api/webhooks/stripe/main', late);
    expect(delivery.status).toBe(400);
    await shop.reconcile();
    expect(await states()).toEqual(['paid']);
  });
});
