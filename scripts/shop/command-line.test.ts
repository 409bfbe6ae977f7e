import { createTestDatabase } from '@agres/db/testing';
import { kebab } from '@agres/office/command-line/command-fields';
import { OPERATIONS } from '@agres/office/operations';
import { DEVELOPMENT_SETTINGS } from '@agres/server/test/support/development-settings';
import { DEVELOPMENT_ACCOUNTS } from '@agres/stripe-emulator/development';
import { createStripeEmulator } from '@agres/stripe-emulator/emulator';
import { describe, expect, test } from 'vitest';

import { shop, shopWith, startSite } from './testing.ts';

describe('the owner’s command line', () => {
  const nowhere = 'postgres://me@127.0.0.1:1/shop';

  test('lists every noun with its verbs, and every verb with its options', async () => {
    const all = await shop(nowhere, '--help');
    expect(all.code).toBe(0);
    for (const [noun, verbs] of Object.entries(OPERATIONS)) {
      expect(all.out).toMatch(new RegExp(`^  ${noun} +${kebab(Object.keys(verbs)[0] ?? '')}`, 'm'));
    }
    const [noun, verb] = await Promise.all([
      shop(nowhere, 'orders', '--help'),
      shop(nowhere, 'orders', 'send', '--help'),
    ]);
    expect(noun).toMatchObject({ code: 0, out: expect.stringContaining('undo-sending') });
    expect(verb.out).toMatch(/^Usage: pnpm shop orders send \[options\] <ORDERS\.\.\.>/);
    expect(verb.out).toMatch(/--carrier <TEXT> +Carrier: colissimo, chronopost/);
  });

  test('explains a usage error and exits with 2, and a failure with 1', async () => {
    const results = await Promise.all([
      shop(nowhere, 'stok'),
      shop(nowhere, 'stock', 'list', '--hihg'),
      shop(nowhere, 'stock', 'adjust', '1', '--units', '2', '--kind', 'loss'),
      shop(nowhere, 'orders', 'get', '1', '2'),
      shop(nowhere, 'orders', 'get', '1', '--by', ' '),
      shop(nowhere, 'items', 'set', '1', '--shown-price'),
      shop(nowhere, 'members', 'export', 'ada@example.fr'),
      shop(nowhere, 'stock', 'list'),
      shop('postgres://me:hunter2@127.0.0.1:1/shop', 'stock', 'list'),
    ]);
    expect(results.map(({ err }) => err.split('\n')[0])).toEqual([
      expect.stringContaining("unknown command 'stok'"),
      "error: unknown option '--hihg'",
      "error: required option '--reason <TEXT>' not specified",
      expect.stringContaining('too many arguments'),
      '--by must be a name of 1 to 80 characters.',
      "error: option '--shown-price <EUROS>' argument missing",
      "error: required option '--out <FILE>' not specified",
      'No database answers at 127.0.0.1:1. Start it, or correct DATABASE_URL.',
      'No database answers at 127.0.0.1:1. Start it, or correct DATABASE_URL.',
    ]);
    expect(results.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2, 2, 1, 1]);
    expect(results.map(({ err }) => err).join()).not.toMatch(/hunter2|\n\s+at /);
  });
});

describe('a command that calls the payment provider', () => {
  test('needs the settings of the site, and the site’s own database', async () => {
    const emulator = createStripeEmulator({ accounts: DEVELOPMENT_ACCOUNTS });
    const providerUrl = await emulator.app.listen({ host: '127.0.0.1', port: 0 });
    const database = await createTestDatabase();
    await (await startSite(database.url)).stop();
    const { main, bis } = DEVELOPMENT_ACCOUNTS;
    const settings = {
      ...DEVELOPMENT_SETTINGS,
      STRIPE_API_URL: providerUrl,
      STRIPE_SECRET_KEY: main.secretKey,
      STRIPE_BIS_SECRET_KEY: bis.secretKey,
    };
    const money = (changes: Record<string, string> = {}) =>
      shopWith({ ...settings, ...changes }, database.url, 'payments', 'list');

    const told = await money();
    expect(told).toMatchObject({ code: 0, err: '' });
    expect(told.out).toContain('Payments without an order: –');

    const elsewhere = await money({ PUBLIC_URL: 'http://localhost:4000' });
    expect(elsewhere).toMatchObject({
      code: 1,
      err: expect.stringContaining("it must not act on the original's payments"),
    });
    const without = await money({ STRIPE_SECRET_KEY: '' });
    expect(without).toMatchObject({
      code: 1,
      err: expect.stringContaining('needs the settings of the site'),
    });
    expect(`${elsewhere.err}${without.err}`).not.toMatch(/\n\s+at /);
    const away = await money({ STRIPE_API_URL: 'http://127.0.0.1:9' });
    expect(away).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not list the payments of the main account'),
    });
    await emulator.app.close();
    await database.close();
  });
});
