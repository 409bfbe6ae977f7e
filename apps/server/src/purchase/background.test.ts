import { randomUUID } from 'node:crypto';

import { auditPayments } from '@shop/api/purchase/audit';
import { watchLaws } from '@shop/api/purchase/watch';
import { startMailbox, type Mailbox } from '@shop/mail/mailbox';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { addItem } from '../testing/rows.ts';
import { buy, startTestShop, webhookSecretOf, type TestShop } from '../testing/shop.ts';

const SECURE = '4000000000003220';

describe('what happens behind a purchase', () => {
  let shop: TestShop;
  let mailbox: Mailbox;
  let origin: string;

  beforeAll(async () => {
    mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
    shop = await startTestShop({ smtpUrl: mailbox.smtpUrl });
    origin = await shop.app.server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    shop.provider.clearFaults();
    shop.provider.setWebhookTargets([]);
  });
  afterAll(async () => {
    await shop.close();
    await mailbox.close();
  });

  const target = () => ({
    account: 'main',
    url: `${origin}/api/webhooks/stripe/main`,
    secret: webhookSecretOf('main'),
  });
  const lettersTo = (email: string) => mailbox.letters().filter(({ to }) => to.includes(email));
  const openAttempts = () =>
    shop.app.db.purchaseAttempt.count({
      where: { state: { in: ['reserved', 'charging', 'requires_action'] } },
    });

  describe('the letter that confirms an order', () => {
    test.each([
      ['fr', 'confirmée'],
      ['en', 'confirmed'],
    ] as const)('goes once to the buyer, in %s', async (locale, word) => {
      const item = await addItem(shop.app.db);
      const { client, email } = await shop.app.member({ locale });
      await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
      await shop.inBackground(async () => lettersTo(email).length > 0);
      const [letter] = lettersTo(email);
      expect(letter?.subject).toContain(word);
      expect(lettersTo(email)).toHaveLength(1);
    });

    test.each([
      ['sweep', 'fr', 'confirmée'],
      ['sweep', 'en', 'confirmed'],
      ['webhook', 'fr', 'confirmée'],
      ['webhook', 'en', 'confirmed'],
    ] as const)(
      'goes out also when the %s finished the purchase, in %s, the language of the order',
      async (finisher, locale, word) => {
        const item = await addItem(shop.app.db);
        const { client, userId, email } = await shop.app.member({ locale });
        await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
        // The order speaks the language that was spoken when it was bought.
        const other = locale === 'fr' ? 'en' : 'fr';
        await shop.app.db.user.update({ where: { id: userId }, data: { locale: other } });
        if (finisher === 'webhook') shop.provider.setWebhookTargets([target()]);
        const [challenge] = shop.provider.challenges();
        shop.provider.finishChallenge({ intentId: challenge?.intentId ?? '', outcome: 'succeed' });
        if (finisher === 'sweep') await shop.sweep();
        await shop.inBackground(async () => lettersTo(email).length > 0);
        expect(lettersTo(email).map(({ subject }) => subject)).toEqual([
          expect.stringContaining(word),
        ]);
      },
    );
  });

  describe('notices of the provider', () => {
    const events = () => shop.app.db.webhookEvent.count();

    test('doubled and out of order, they end a purchase once and are kept once', async () => {
      shop.provider.setWebhookTargets([target()]);
      shop.provider.setWebhookHabits({ habits: { duplicateRate: 1, shuffleWindow: 4 } });
      const item = await addItem(shop.app.db);
      const { client, userId } = await shop.app.member();
      await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
      const [challenge] = shop.provider.challenges();
      shop.provider.finishChallenge({ intentId: challenge?.intentId ?? '', outcome: 'succeed' });
      expect(await shop.provider.webhooksSettled({ withinMs: 5000 })).toBe(true);
      // No clock is moved here: the notice alone has the sweep look at once.
      await shop.inBackground(async () => (await openAttempts()) === 0);
      const orders = await shop.app.db.order.findMany({ where: { userId } });
      expect(orders).toHaveLength(1);
      const delivered = shop.provider.deliveries().filter(({ result }) => result === 'delivered');
      expect(delivered.length).toBeGreaterThan(
        new Set(delivered.map(({ eventId }) => eventId)).size,
      );
      expect(await events()).toBe(new Set(delivered.map(({ eventId }) => eventId)).size);
      expect(await shop.brokenLaws()).toEqual([]);
      shop.provider.setWebhookHabits({ habits: { duplicateRate: 0, shuffleWindow: 1 } });
    });

    test('dropped, the purchase ends all the same', async () => {
      shop.provider.setWebhookTargets([target()]);
      shop.provider.setWebhookHabits({ habits: { dropRate: 1 } });
      const item = await addItem(shop.app.db);
      const { client, userId } = await shop.app.member();
      await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
      const [challenge] = shop.provider.challenges();
      shop.provider.finishChallenge({ intentId: challenge?.intentId ?? '', outcome: 'succeed' });
      await shop.settle();
      expect(await shop.app.db.order.count({ where: { userId } })).toBe(1);
      shop.provider.setWebhookHabits({ habits: { dropRate: 0 } });
    });

    test('with a wrong signature they are refused, and nothing is kept', async () => {
      const before = await events();
      shop.provider.setWebhookTargets([{ ...target(), secret: 'whsec_somebody_else' }]);
      const item = await addItem(shop.app.db);
      const { client } = await shop.app.member();
      await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
      await shop.provider.webhooksSettled({ withinMs: 5000 });
      const statuses = new Set(
        shop.provider
          .deliveries()
          .filter(({ result }) => result === 'failed')
          .map(({ status }) => status),
      );
      expect(statuses).toEqual(new Set([400]));
      expect(await events()).toBe(before);
    });

    test('without any signature they are refused', async () => {
      const response = await fetch(`${origin}/api/webhooks/stripe/bis`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded' }),
      });
      expect(response.status).toBe(400);
    });
  });

  describe('the daily audit', () => {
    const alerts = () => lettersTo('alert@example.fr').length;

    test('finds nothing where everything is in order', async () => {
      await shop.settle();
      expect(await shop.brokenLaws()).toEqual([]);
      const summaries = await auditPayments(shop.jobDeps);
      expect(summaries.map(({ findings }) => findings)).toEqual([0, 0]);
      expect(summaries[0]?.takenCents).toBe(summaries[0]?.orderedCents);
      expect(summaries[0]?.intents).toBeGreaterThan(0);
    });

    test('gives money back for which there is nothing, and tells somebody', async () => {
      const attemptId = randomUUID();
      const made = await shop.payments.createIntent('main', {
        amountCents: 1234,
        metadata: { attempt_id: attemptId },
        idempotencyKey: attemptId,
      });
      const intentId = made.outcome === 'known' ? made.value.id : '';
      await shop.payments.confirmIntent('main', {
        intentId,
        token: 'tok_visa',
        idempotencyKey: `${attemptId}_confirm`,
      });
      expect(await shop.brokenLaws()).toEqual([`L4 ${attemptId} unknown`]);
      const before = alerts();
      const [summary] = await auditPayments(shop.jobDeps);
      expect(summary?.findings).toBe(1);
      await shop.inBackground(
        async () => alerts() > before && (await shop.brokenLaws()).length === 0,
      );
      expect(shop.provider.money()['main']?.byAttempt[attemptId]?.refundedCents).toBe(1234);
      const again = await auditPayments(shop.jobDeps);
      expect(again.map(({ findings }) => findings)).toEqual([0, 0]);
    });

    test('proves nothing from half a list', async () => {
      shop.provider.addFault({
        operation: 'payment_intents.list',
        effect: 'server_error',
        times: 9,
      });
      expect(await auditPayments(shop.jobDeps)).toEqual([]);
    });
  });

  test('a law that does not hold is told to somebody', async () => {
    const item = await addItem(shop.app.db);
    const { client } = await shop.app.member();
    await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    const before = shop.app.logLines.length;
    await watchLaws(shop.jobDeps);
    expect(shop.app.logLines.slice(before).join()).not.toContain('does not hold');
    await shop.app.db.itemOption.updateMany({
      where: { itemId: item.id },
      data: { remaining: { increment: 1 } },
    });
    await watchLaws(shop.jobDeps);
    expect(shop.app.logLines.slice(before).join()).toContain('A law of the shop does not hold: L2');
    await shop.app.db.itemOption.updateMany({
      where: { itemId: item.id },
      data: { remaining: { decrement: 1 } },
    });
  });
});
