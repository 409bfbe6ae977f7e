import type { PaymentAccount } from '@agres/domain/shapes';
import { checkKeys } from '@agres/money/checkout/check-keys';
import { WEBHOOK_EVENT_TYPES } from '@agres/payments/events';
import { sdkFor } from '@agres/stripe-emulator/testing/running-emulator';
import { beforeEach, describe, expect, test } from 'vitest';

import { useRunning } from '../support/running.ts';
import { startTestShop, webhookTargetOf } from '../support/shop.ts';

describe('the check of the provider’s keys', () => {
  const shop = useRunning(startTestShop);
  beforeEach(async () => {
    shop.provider.reset();
    subscribeTo(WEBHOOK_EVENT_TYPES);
    await shop.app.db.job.deleteMany();
  });

  const subscribeTo = (events: readonly string[]) =>
    shop.provider.setWebhookTargets(
      (['main', 'bis'] as const).map((account) => ({
        ...webhookTargetOf(shop.app.deps.config.publicUrl, account),
        events,
      })),
    );
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

  test('reports nothing and changes nothing if both accounts are in order', async () => {
    expect(await check()).toEqual([]);
    expect(await alerts()).toBe(0);
    const asked = shop.provider.journal().map(({ operation }) => operation);
    expect(new Set(asked)).toEqual(
      new Set(['payment_intents.list', 'prices.retrieve', 'webhook_endpoints.list']),
    );
  });

  test('is retried until the provider accepts them, with one alert email per account', async () => {
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
    // The owner gets one email a day per account, however often the provider refuses the key.
    expect(await alerts()).toBe(2);
  });

  test('names a permission that a restricted key lacks, and what needs it', async () => {
    shop.provider.addFault({ operation: 'payment_intents.list', effect: 'permission' });
    const told = await check();
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(
      /^Stripe refuses STRIPE(?:_BIS)?_SECRET_KEY \(permission\): no purchases on/,
    );
  });

  test('is retried while the provider fails, without an alert', async () => {
    shop.provider.addFault({ operation: 'payment_intents.list', effect: 'server_error', times: 4 });
    expect(await check()).toEqual([]);
    expect(await alerts()).toBe(0);
  });

  test('names the missing webhook events, without an alert', async () => {
    subscribeTo(WEBHOOK_EVENT_TYPES.filter((type) => !type.startsWith('charge.dispute.')));
    const told = await check();
    expect(told).toHaveLength(2);
    expect(told[0]).toMatch(
      /^The webhook \S+\/api\/webhooks\/stripe\/(?:main|bis) does not get charge\.dispute\.created, charge\.dispute\.updated, charge\.dispute\.closed\. Changes to /,
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

  test('skips the webhook events if the key may not read them', async () => {
    shop.provider.setWebhookTargets([]);
    const operation = 'webhook_endpoints.list';
    shop.provider.addFault({ operation, effect: 'permission', times: 2 });
    expect(await check()).toEqual([]);
  });

  describe('on a site with TLS', () => {
    const HOST = 'www.agres.example';
    const domainsOf = (account: PaymentAccount) =>
      sdkFor(shop.providerUrl, `sk_test_${account}`).paymentMethodDomains;
    const checkOn = async (host: string) => {
      const config = { ...shop.jobDeps.config, publicUrl: `https://${host}` };
      const deps = { ...shop.jobDeps, config };
      await checkKeys(deps, { signal: new AbortController().signal, firstPauseMs: 1 });
      const [main, bis] = await Promise.all([domainsOf('main').list(), domainsOf('bis').list()]);
      return { main: main.data, bis: bis.data };
    };
    const callsOf = (operation: string) => shop.provider.journal({ operation }).length;
    const warnings = (from: number) =>
      shop.app.logLines.slice(from).filter((line) => line.includes('card payments still work'));

    test('registers its host for the wallets of both accounts, once', async () => {
      const registered = [expect.objectContaining({ domain_name: HOST, enabled: true })];
      expect(await checkOn(HOST)).toEqual({ main: registered, bis: registered });
      expect(await checkOn(HOST)).toEqual({ main: registered, bis: registered });
      expect(callsOf('payment_method_domains.create')).toBe(2);
      expect(callsOf('payment_method_domains.validate')).toBe(0);
    });

    test('revalidates an inactive wallet, and logs which', async () => {
      const before = shop.app.logLines.length;
      await checkOn('agres.invalid');
      await checkOn('agres.invalid');
      expect(callsOf('payment_method_domains.create')).toBe(2);
      expect(callsOf('payment_method_domains.validate')).toBe(2);
      expect(warnings(before)).toHaveLength(4);
      expect(warnings(before)[0]).toContain('Apple Pay (We were unable to reach');
      expect(await alerts()).toBe(0);
    });

    test('does not enable a host that was disabled by hand', async () => {
      const { main } = await checkOn(HOST);
      await domainsOf('main').update(main[0]?.id ?? '', { enabled: false });
      expect((await checkOn(HOST)).main).toMatchObject([{ enabled: false }]);
    });

    test('logs a warning without an alert if the key may not register', async () => {
      const before = shop.app.logLines.length;
      const operation = 'payment_method_domains.create';
      shop.provider.addFault({ operation, effect: 'permission', times: 2 });
      expect(await checkOn(HOST)).toEqual({ main: [], bis: [] });
      expect(warnings(before)).toHaveLength(2);
      expect(await alerts()).toBe(0);
    });
  });

  test('stops on abort', async () => {
    shop.provider.addFault({ operation: '*', effect: 'authentication', times: 1_000_000 });
    const ending = new AbortController();
    const before = shop.app.logLines.length;
    const checking = checkKeys(shop.jobDeps, { signal: ending.signal, firstPauseMs: 3_600_000 });
    await expect.poll(() => sentences(before)).toHaveLength(2);
    ending.abort();
    await checking;
  });
});
