import { randomUUID } from 'node:crypto';

import { readSetting } from '@agres/core/settings';
import { checkInvariants } from '@agres/money/check-invariants';
import { auditPayments } from '@agres/money/purchase/audit-payments';
import { reconcilePurchases } from '@agres/money/purchase/open-purchases';
import { createBackground } from '@agres/shop/background-schedule';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, payOutside, signedEvent, startMailedShop, webhookTargetOf } from '../support/shop.ts';
import { subscribe } from '../support/subscribing.ts';

const SECURE = '4000000000003220';

const DECLINED = '4000000000000002';

describe('background work of purchases', () => {
  const shop = useRunning(startMailedShop);
  let origin: string;

  beforeAll(async () => {
    origin = await shop.app.server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    shop.provider.clearFaults();
    shop.provider.setWebhookTargets([]);
  });

  const target = () => webhookTargetOf(origin);
  const openAttempts = () =>
    shop.app.db.purchaseAttempt.count({
      where: { state: { in: ['reserved', 'charging', 'requires_action'] } },
    });

  describe('order confirmation email', () => {
    test.each([
      ['fr', 'confirmée'],
      ['en', 'confirmed'],
    ] as const)('is sent to the buyer once, in %s', async (locale, word) => {
      const { item, client, email } = await startBuyer(shop, { user: { locale } });
      await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
      await shop.inBackground(async () => shop.emailsTo(email).length > 0);
      const [received] = shop.emailsTo(email);
      expect(received?.subject).toContain(word);
      expect(shop.emailsTo(email)).toHaveLength(1);
    });

    test.each([
      ['reconciler', 'fr', 'confirmée'],
      ['reconciler', 'en', 'confirmed'],
      ['webhook', 'fr', 'confirmée'],
      ['webhook', 'en', 'confirmed'],
    ] as const)(
      'is sent when the %s completes the purchase, in %s, the language of the order',
      async (finisher, locale, word) => {
        const { item, client, userId, email } = await startBuyer(shop, { user: { locale } });
        await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
        // The order is in the language in which it was bought.
        const other = locale === 'fr' ? 'en' : 'fr';
        await shop.app.db.user.update({ where: { id: userId }, data: { locale: other } });
        if (finisher === 'webhook') shop.provider.setWebhookTargets([target()]);
        shop.answerChallenges('succeed');
        if (finisher === 'reconciler') await shop.reconcile();
        await shop.inBackground(async () => shop.emailsTo(email).length > 0);
        expect(shop.emailsTo(email).map(({ subject }) => subject)).toEqual([
          expect.stringContaining(word),
        ]);
      },
    );
  });

  describe('webhook events', () => {
    test('duplicates out of order complete a purchase once', async () => {
      shop.provider.setWebhookTargets([target()]);
      shop.provider.setWebhookHabits({ habits: { duplicateRate: 1, shuffleWindow: 4 } });
      const { item, client, userId } = await startBuyer(shop);
      await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
      shop.answerChallenges('succeed');
      expect(await shop.provider.webhooksSettled({ withinMs: 5000 })).toBe(true);
      // No clock is moved: the event alone triggers the reconciler.
      await shop.inBackground(async () => (await openAttempts()) === 0);
      const orders = await shop.app.db.order.findMany({ where: { userId } });
      expect(orders).toHaveLength(1);
      const delivered = shop.provider.deliveries().filter(({ result }) => result === 'delivered');
      expect(delivered.length).toBeGreaterThan(
        new Set(delivered.map(({ eventId }) => eventId)).size,
      );
      expect(await shop.brokenInvariants()).toEqual([]);
      shop.provider.setWebhookHabits({ habits: { duplicateRate: 0, shuffleWindow: 1 } });
    });

    test('an event that arrives during a check of its purchase triggers another check', async () => {
      shop.provider.setWebhookTargets([target()]);
      const { item, client, userId, states } = await startBuyer(shop);
      await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
      expect(await shop.provider.webhooksSettled({ withinMs: 15_000 })).toBe(true);
      await shop.app.db.$executeRaw`
        UPDATE purchase_attempt SET next_check_at = now() - interval '1 second' WHERE user_id = ${userId}::int`;
      shop.provider.addFault({
        operation: 'payment_intents.retrieve',
        effect: 'delay',
        moment: 'after',
        meanwhile: async () => {
          shop.answerChallenges('succeed');
          expect(await shop.provider.webhooksSettled({ withinMs: 4000 })).toBe(true);
        },
      });
      await reconcilePurchases(shop.jobDeps);
      expect(await states()).toEqual(['requires_action']);
      // No clock is moved: the event triggers another check of what the first one missed.
      const [attempt] = await shop.app.db.$queryRaw<{ isSoon: boolean }[]>`
        SELECT next_check_at < now() + interval '20 seconds' AS "isSoon" FROM purchase_attempt WHERE user_id = ${userId}::int`;
      expect(attempt).toEqual({ isSoon: true });
      await shop.inBackground(async () => (await openAttempts()) === 0);
      expect(await states()).toEqual(['paid']);
    });

    test('an event replayed 400 times triggers at most one check per two seconds', async () => {
      const { item, client, userId } = await startBuyer(shop);
      await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
      const [attempt] = await shop.app.db.purchaseAttempt.findMany({ where: { userId } });
      const object = { id: attempt?.paymentIntentId, object: 'payment_intent', metadata: {} };
      const event = signedEvent({ type: 'payment_intent.succeeded', data: { object } });
      const send = () => fetch(`${origin}/api/webhooks/stripe/main`, { method: 'POST', ...event });
      const asked = () => shop.provider.journal({ operation: 'payment_intents.retrieve' }).length;
      const before = asked();
      const startedMs = performance.now();
      const statuses: number[] = [];
      const replay = async () => {
        while (statuses.length < 400) {
          const answers = await Promise.all(Array.from({ length: 10 }, send));
          statuses.push(...answers.map(({ status }) => status));
        }
      };
      const replaying = replay();
      await shop.inBackground(async () => statuses.length >= 400 && asked() > before);
      await replaying;
      const seconds = (performance.now() - startedMs) / 1000;
      expect(new Set(statuses)).toEqual(new Set([200]));
      // One check at once, and one more for each two seconds that it lasted.
      expect(asked() - before).toBeLessThanOrEqual(1 + Math.ceil(seconds / 2));
      // The next event triggers a check again: no clock is moved.
      shop.provider.setWebhookTargets([target()]);
      shop.provider.finishChallenge({
        intentId: attempt?.paymentIntentId ?? '',
        outcome: 'succeed',
      });
      await shop.inBackground(async () => (await openAttempts()) === 0);
    });

    test('a purchase whose events are dropped is completed by the reconciler', async () => {
      shop.provider.setWebhookTargets([target()]);
      shop.provider.setWebhookHabits({ habits: { dropRate: 1 } });
      const { item, client, userId } = await startBuyer(shop);
      await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
      shop.answerChallenges('succeed');
      await shop.reconcileAll();
      expect(await shop.app.db.order.count({ where: { userId } })).toBe(1);
      shop.provider.setWebhookHabits({ habits: { dropRate: 0 } });
    });
  });

  const endInOneRun = async (countOpen: () => Promise<number>) => {
    const rarely = { pollMs: 3_600_000, reconcileMs: 3_600_000 };
    const background = createBackground(shop.jobDeps, rarely);
    background.start();
    await expect.poll(countOpen, { timeout: 20_000 }).toBe(0);
    await background.stop();
  };

  test('a backlog of purchases larger than one batch is ended without waiting for the next run', async () => {
    const { db } = shop.app;
    const item = await addItem(db, { stocks: [30] });
    for (let index = 0; index < 22; index += 1) {
      const { client } = await shop.app.member();
      await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
    }
    expect(await openAttempts()).toBe(22);
    await db.$executeRaw`
      UPDATE purchase_attempt SET next_check_at = now() - interval '1 second', hold_until = NULL
      WHERE state = 'requires_action'`;
    await endInOneRun(openAttempts);
    expect(await db.itemOption.findFirst({ where: { itemId: item.id } })).toMatchObject({
      remaining: 30,
    });
  });

  test('a backlog of subscription attempts larger than one batch is ended likewise', async () => {
    const { db } = shop.app;
    const isOpen = { kind: 'subscribe', state: { in: ['started', 'requires_action'] } };
    const open = () => db.subscriptionAttempt.count({ where: isOpen });
    for (let index = 0; index < 22; index += 1) {
      const { client } = await shop.app.member();
      await subscribe(client, { stripeToken: await shop.cardToken(SECURE) });
    }
    expect(await open()).toBe(22);
    await db.$executeRaw`
      UPDATE subscription_attempt SET next_check_at = now() - interval '1 second', hold_until = NULL
      WHERE state = 'requires_action'`;
    await endInOneRun(open);
    expect(await db.job.count({ where: { dedupe: { startsWith: 'alert:stuck' } } })).toBe(0);
  });

  describe('the hourly audit', () => {
    const alerts = () => shop.emailsTo('alert@example.fr').length;

    test('reports no findings when orders and payments match', async () => {
      await shop.reconcileAll();
      expect(await shop.brokenInvariants()).toEqual([]);
      const summaries = await auditPayments(shop.jobDeps);
      expect(summaries.map(({ findings }) => findings)).toEqual([0, 0]);
      expect(summaries[0]?.takenCents).toBe(summaries[0]?.orderedCents);
      expect(summaries[0]?.intents).toBeGreaterThan(0);
    });

    /** Creates a payment for an attempt outside the shop. */
    const payFor = (attemptId: string, metadata: Record<string, string>) =>
      payOutside(shop, { amountCents: 1234, metadata: { attempt_id: attemptId, ...metadata } });

    test('refunds the payment of a refused purchase and raises an alert', async () => {
      const { item, client, attempts } = await startBuyer(shop);
      await buy(client, { id: item.id, stripeToken: await shop.cardToken(DECLINED) });
      const [refused] = await attempts();
      const attemptId = refused?.id ?? '';
      await payFor(attemptId, { installation: shop.jobDeps.installation.id });
      expect(await shop.brokenInvariants()).toEqual([
        `L5 ${attemptId} is refused, and its money was taken`,
      ]);
      const before = alerts();
      const [summary] = await auditPayments(shop.jobDeps);
      expect(summary).toMatchObject({ findings: 1, undecided: 0 });
      await shop.inBackground(
        async () => alerts() > before && (await shop.brokenInvariants()).length === 0,
      );
      expect(shop.provider.money()['main']?.byAttempt[attemptId]?.refundedCents).toBe(1234);
      const again = await auditPayments(shop.jobDeps);
      expect(again.map(({ findings }) => findings)).toEqual([0, 0]);
    });

    test('leaves a payment without a row in our database to the owner', async () => {
      const attemptId = randomUUID();
      const intentId = await payFor(attemptId, {});
      expect(await shop.brokenInvariants()).toEqual([`L4 ${attemptId} unknown`]);
      const before = alerts();
      const [summary] = await auditPayments(shop.jobDeps);
      expect(summary).toMatchObject({ findings: 1, undecided: 1, rebuilt: 0 });
      await shop.inBackground(async () => alerts() > before);
      expect(shop.provider.money()['main']?.byAttempt[attemptId]?.refundedCents).toBe(0);
      shop.provider.refundPayment({ intentId });
    });

    test('reports nothing when listing the payments fails', async () => {
      shop.provider.addFault({
        operation: 'payment_intents.list',
        effect: 'server_error',
        times: 9,
      });
      expect(await auditPayments(shop.jobDeps)).toEqual([]);
    });
  });

  test('a broken invariant raises an alert', async () => {
    const { item, client } = await startBuyer(shop);
    await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    const before = shop.app.logLines.length;
    await checkInvariants(shop.jobDeps);
    expect(shop.app.logLines.slice(before).join()).not.toContain('is violated');
    await shop.app.db.itemOption.updateMany({
      where: { itemId: item.id },
      data: { remaining: { increment: 1 } },
    });
    await shop.app.db.jobSchedule.deleteMany();
    // A process without metrics checks them too.
    const isReported = async () =>
      shop.app.logLines.slice(before).join().includes('An invariant is violated: L2');
    await shop.inBackground(isReported);
    // Also later, when nothing has changed for a while.
    const later = { ...shop.jobDeps, clock: () => new Date(Date.now() + 3_600_000) };
    expect(await checkInvariants(later)).toBe(1);
    await shop.app.db.itemOption.updateMany({
      where: { itemId: item.id },
      data: { remaining: { decrement: 1 } },
    });
    expect(await checkInvariants(later)).toBe(0);
    const setting = await readSetting(shop.app.db, 'invariantsViolated');
    expect(setting.value).toEqual({ since: null });
  });
});
