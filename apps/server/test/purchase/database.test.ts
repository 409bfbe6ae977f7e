import { createDb } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { startPostgresProxy } from '@agres/db/testing/postgres-proxy';
import { afterEach, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { useRunning } from '../support/running.ts';
import { buy, startMailedShop, webhookTargetOf } from '../support/shop.ts';

const SECURE = '4000000000003220';
const DECLINED = '4000000000000002';
const MOMENTS = ['before', 'after'] as const;

/** The transactions of a purchase, each matched by the message that ends it. */
const TX1 = /INSERT INTO purchase_attempt/;
const TX2 = /SET state = \$\d+, payment_intent_id =/;
const TX3 = /INSERT INTO orders[^]*COMMIT/;
const TX4 = /item_option SET remaining = remaining \+ 1[^]*COMMIT/;
const TX5 = /SET state = \$\d+, hold_until = date_trunc/;

// If a connection breaks at a COMMIT, it is unknown whether the transaction was committed.
describe('a purchase whose database connection breaks', () => {
  const database = useRunning(createTestDatabase);
  const proxy = useRunning(() => startPostgresProxy(database.url));
  const handle = useRunning(() => createDb(proxy.url));
  const shop = useRunning(() => startMailedShop({ database: handle }));

  afterEach(async () => {
    proxy.comeBack();
    await shop.reconcileAll();
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  const start = () => startBuyer(shop);

  test('before the reservation sells nothing, and a retry sells', async () => {
    const { item, client, states, charges } = await start();
    const stripeToken = await shop.cardToken();
    proxy.cut({ when: TX1, moment: 'before' });
    const answer = await buy(client, { id: item.id, stripeToken });
    expect(proxy.hasCut()).toBe(true);
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBeDefined();
    expect(await states()).toEqual([]);
    expect((await buy(client, { id: item.id, stripeToken })).status).toBe(200);
    expect(await charges()).toBe(1);
  });

  test('after the reservation finds it and completes', async () => {
    const { item, client, remaining, charges } = await start();
    proxy.cut({ when: TX1, moment: 'after' });
    const answer = await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    expect(proxy.hasCut()).toBe(true);
    expect(answer.status).toBe(200);
    expect(await remaining()).toBe(4);
    expect(await charges()).toBe(1);
  });

  test('before the payment’s id is stored does not confirm the payment', async () => {
    const { item, client, states, remaining, charges } = await start();
    proxy.cut({ when: TX2, moment: 'before' });
    const stripeToken = await shop.cardToken();
    const answer = await buy(client, { id: item.id, stripeToken });
    expect(proxy.hasCut()).toBe(true);
    expect(answer.status).toBe(503);
    expect(await states()).toEqual(['reserved']);
    expect(await charges()).toBe(0);
    await shop.reconcile();
    expect(await remaining()).toBe(5);
    expect((await buy(client, { id: item.id, stripeToken })).status).toBe(200);
  });

  test('before the payment’s id is stored is completed by an immediate retry', async () => {
    const { item, client, charges } = await start();
    proxy.cut({ when: TX2, moment: 'before' });
    const stripeToken = await shop.cardToken();
    expect((await buy(client, { id: item.id, stripeToken })).status).toBe(503);
    expect(proxy.hasCut()).toBe(true);
    expect((await buy(client, { id: item.id, stripeToken })).status).toBe(200);
    expect(await charges()).toBe(1);
  });

  test('after the payment’s id is stored finds it and completes', async () => {
    const { item, client, states, charges } = await start();
    proxy.cut({ when: TX2, moment: 'after' });
    const answer = await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    expect(proxy.hasCut()).toBe(true);
    expect(answer.status).toBe(200);
    expect(await states()).toEqual(['paid']);
    expect(await charges()).toBe(1);
  });

  test.each(MOMENTS)('%s the commit of the order writes one order', async (moment) => {
    const { item, client, attempts, charges } = await start();
    proxy.cut({ when: TX3, moment });
    const stripeToken = await shop.cardToken();
    const answer = await buy(client, { id: item.id, stripeToken });
    expect(proxy.hasCut()).toBe(true);
    expect(answer.status).toBe(200);
    const [attempt] = await attempts();
    expect(answer.body).toMatchObject({ id: attempt?.order?.id });
    expect(await charges()).toBe(1);
    const replay = await buy(client, { id: item.id, stripeToken });
    expect(replay.body).toEqual(answer.body);
  });

  test.each(MOMENTS)(
    '%s the commit of a declined card returns the unit to stock once',
    async (moment) => {
      const { item, client, states, remaining } = await start();
      proxy.cut({ when: TX4, moment });
      const answer = await buy(client, {
        id: item.id,
        stripeToken: await shop.cardToken(DECLINED),
      });
      expect(proxy.hasCut()).toBe(true);
      expect(answer.status).toBe(402);
      expect(await states()).toEqual(['refused']);
      expect(await remaining()).toBe(5);
    },
  );

  test.each(MOMENTS)('%s the 3-D Secure hold is stored asks for the challenge', async (moment) => {
    const { item, client, states } = await start();
    proxy.cut({ when: TX5, moment });
    const answer = await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
    expect(proxy.hasCut()).toBe(true);
    expect(answer.status).toBe(402);
    expect(answer.body).toMatchObject({ message: 'invalid_card', requiresAction: true });
    expect(await states()).toEqual(['requires_action']);
  });

  test('after the charge gets 500 until the reconciler writes the order and its email', async () => {
    const { item, client, email, attempts, states } = await startBuyer(shop, {
      user: { locale: 'en' },
    });
    shop.provider.addFault({
      operation: 'payment_intents.confirm',
      effect: 'delay',
      moment: 'after',
      meanwhile: async () => proxy.goAway(),
    });
    const stripeToken = await shop.cardToken();
    const answer = await buy(client, { id: item.id, stripeToken });
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      message: 'failed_purchase_contact_admin',
      code: 'failed_purchase_contact_admin',
    });
    expect(shop.app.logLines.join('\n')).toContain('paid but not written');
    proxy.comeBack();
    expect(await states()).toEqual(['charging']);
    // The lease of the failed call expires; the client does not retry.
    await shop.app.db.$executeRaw`
      UPDATE purchase_attempt SET lease_until = now() - interval '1 second', next_check_at = now() - interval '1 second'
      WHERE state = 'charging'`;
    const emails = () => shop.emailsTo(email);
    await shop.inBackground(async () => emails().length > 0);
    expect(emails().map(({ subject }) => subject)).toEqual([expect.stringContaining('confirmed')]);
    const [attempt] = await attempts();
    expect(attempt).toMatchObject({ state: 'paid', order: { amountCents: 2999, locale: 'en' } });
    const replay = await buy(client, { id: item.id, stripeToken });
    expect(replay).toMatchObject({ status: 200, body: { id: attempt?.order?.id } });
  });

  test('refuses a webhook event with 503, and its redelivery completes the purchase', async () => {
    const { item, client, states } = await startBuyer(shop);
    await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
    const origin = await shop.app.server.listen({ host: '127.0.0.1', port: 0 });
    shop.provider.setWebhookTargets([webhookTargetOf(origin)]);
    await proxy.goAway();
    shop.answerChallenges('succeed');
    const results = (result: string) =>
      shop.provider.deliveries().filter((delivery) => delivery.result === result);
    await expect.poll(() => results('failed').length).toBeGreaterThan(0);
    expect(new Set(results('failed').map(({ status }) => status))).toEqual(new Set([503]));
    await shop.provider.webhooksSettled({ withinMs: 5000 });
    proxy.comeBack();
    expect(await states()).toEqual(['requires_action']);
    // The provider retries failed events for three days.
    for (const eventId of new Set(results('failed').map((delivery) => delivery.eventId))) {
      shop.provider.resendEvent({ eventId });
    }
    await expect.poll(() => results('delivered').length).toBeGreaterThan(0);
    // No clock is moved: the event alone triggers the reconciler.
    await shop.inBackground(async () => (await states())[0] === 'paid');
    shop.provider.setWebhookTargets([]);
  });

  test('pauses the reconciler, which resumes once the database is back', async () => {
    const { item, client, states, remaining } = await startBuyer(shop);
    await buy(client, { id: item.id, stripeToken: await shop.cardToken(SECURE) });
    await shop.app.db.$executeRaw`
      UPDATE purchase_attempt SET hold_until = NULL, next_check_at = now() - interval '1 second'
      WHERE state = 'requires_action'`;
    const before = shop.app.logLines.length;
    const warnings = () => shop.app.logLines.slice(before).join('\n');
    await proxy.goAway();
    await shop.inBackground(async () => {
      if (!warnings().includes('background work failed, trying again')) return false;
      proxy.comeBack();
      return (await states())[0] === 'expired';
    });
    expect(await remaining()).toBe(5);
  });

  test('before any statement gets 503 within three seconds, and nothing is charged', async () => {
    const { item, client, states } = await start();
    const stripeToken = await shop.cardToken();
    const calls = shop.provider.journal().length;
    await proxy.goAway();
    const startedMs = performance.now();
    const answer = await buy(client, { id: item.id, stripeToken });
    const tookMs = performance.now() - startedMs;
    proxy.comeBack();
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({ message: 'error_message', code: 'unavailable' });
    expect(tookMs).toBeLessThan(3000);
    expect(shop.provider.journal().length).toBe(calls);
    expect(await states()).toEqual([]);
  });
});
