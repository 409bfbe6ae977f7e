import { checkKeys } from '@agres/money/checkout/check-keys';
import { WEBHOOK_EVENT_TYPES } from '@agres/payments/events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startTestShop, webhookTargetOf, type TestShop } from '../support/shop.ts';

describe('the check of the provider’s keys', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startTestShop();
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    shop.provider.reset();
    subscribeTo(WEBHOOK_EVENT_TYPES);
    await shop.app.db.job.deleteMany();
  });

  /** What the webhooks of both accounts are subscribed to. */
  const subscribeTo = (events: readonly string[]) =>
    shop.provider.setWebhookTargets(
      (['main', 'bis'] as const).map((account) => ({
        ...webhookTargetOf(shop.app.deps.config.publicUrl, account),
        events,
      })),
    );
  /** Makes the check, and returns its sentences for the operator. */
  const check = async () => {
    const before = shop.app.logLines.length;
    await checkKeys(shop.jobDeps, { signal: new AbortController().signal, firstPauseMs: 1 });
    return sentences(before);
  };
  const sentences = (from: number) =>
    shop.app.logLines
      .slice(from)
      .map((line) => JSON.parse(line) as { level: string; msg: string })
      .filter(({ level }) => level === 'error')
      .map(({ msg }) => msg);
  const alerts = () =>
    shop.app.db.job.count({
      where: { payload: { path: ['event'], string_contains: 'refuses settings' } },
    });

  test('tells nothing where both accounts are in order, and changes nothing', async () => {
    expect(await check()).toEqual([]);
    expect(await alerts()).toBe(0);
    const asked = shop.provider.journal().map(({ operation }) => operation);
    expect(new Set(asked)).toEqual(
      new Set(['payment_intents.list', 'prices.retrieve', 'webhook_endpoints.list']),
    );
  });

  test('is made again until the provider takes them, and tells once, with one email', async () => {
    for (const operation of ['payment_intents.list', 'prices.retrieve']) {
      shop.provider.addFault({ operation, effect: 'authentication', times: 8 });
    }
    const told = await check();
    for (const account of ['main', 'bis'] as const) {
      const setting = account === 'main' ? 'STRIPE_SECRET_KEY ' : 'STRIPE_BIS_SECRET_KEY ';
      expect(
        told.filter((sentence) => sentence.startsWith(`Stripe refuses ${setting}`)),
      ).not.toEqual([]);
    }
    // A day's email for each account, however often it is refused.
    expect(await alerts()).toBe(2);
  });

  test('names a permission that a restricted key lacks, for what it is needed', async () => {
    shop.provider.addFault({ operation: 'payment_intents.list', effect: 'permission' });
    const told = await check();
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(
      /^Stripe refuses STRIPE(?:_BIS)?_SECRET_KEY \(permission\): no purchases on/,
    );
  });

  test('waits for a provider that does not answer, and tells nobody', async () => {
    shop.provider.addFault({ operation: 'payment_intents.list', effect: 'server_error', times: 4 });
    expect(await check()).toEqual([]);
    expect(await alerts()).toBe(0);
  });

  test('names the webhook events that do not come, and alerts nobody', async () => {
    subscribeTo(WEBHOOK_EVENT_TYPES.filter((type) => !type.startsWith('charge.dispute.')));
    const told = await check();
    expect(told).toHaveLength(2);
    expect(told[0]).toMatch(
      /^The webhook \S+\/api\/webhooks\/stripe\/(?:main|bis) does not get charge\.dispute\.created, charge\.dispute\.updated, charge\.dispute\.closed:/,
    );
    subscribeTo(['*']);
    expect(await check()).toEqual([]);
    shop.provider.setWebhookTargets([]);
    expect(await check()).toEqual([
      expect.stringMatching(/^Stripe has no webhook that leads to /),
      expect.stringMatching(/^Stripe has no webhook that leads to /),
    ]);
    expect(await alerts()).toBe(0);
  });

  test('leaves the events unchecked where the key may not read them', async () => {
    shop.provider.setWebhookTargets([]);
    const operation = 'webhook_endpoints.list';
    shop.provider.addFault({ operation, effect: 'permission', times: 2 });
    expect(await check()).toEqual([]);
  });

  test('ends when its process does', async () => {
    shop.provider.addFault({ operation: '*', effect: 'authentication', times: 1_000_000 });
    const ending = new AbortController();
    const before = shop.app.logLines.length;
    const checking = checkKeys(shop.jobDeps, { signal: ending.signal, firstPauseMs: 3_600_000 });
    await expect.poll(() => sentences(before)).toHaveLength(2);
    ending.abort();
    await checking;
  });
});
