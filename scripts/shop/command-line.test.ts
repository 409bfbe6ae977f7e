import { createTestDatabase } from '@agres/db/testing';
import { OWNER_COMMANDS } from '@agres/office/owner-commands';
import { DEVELOPMENT_SETTINGS } from '@agres/server/test/support/development-settings';
import { DEVELOPMENT_ACCOUNTS } from '@agres/stripe-emulator/development';
import { createStripeEmulator } from '@agres/stripe-emulator/emulator';
import { describe, expect, test } from 'vitest';

import { shop, shopWith, startSite } from './testing.ts';

describe('the command line of the owner', () => {
  const nowhere = 'postgres://me@127.0.0.1:1/shop';

  test('tells of every command what it does, with examples', async () => {
    const all = await shop(nowhere);
    expect(all.code).toBe(0);
    for (const { name, summary } of OWNER_COMMANDS) {
      expect(all.out).toMatch(new RegExp(`^  ${name} +${summary.slice(0, 10)}`, 'm'));
    }
    const helps = await Promise.all(
      ['order:deliver', 'item:set', 'article:create'].map((name) => shop(nowhere, name, '--help')),
    );
    for (const { code, out } of helps) {
      expect(code).toBe(0);
      expect(out).toMatch(/^Usage: pnpm shop /);
      expect(out).toMatch(/Examples:\n  pnpm shop /);
    }
  });

  test('answers what it cannot read with a sentence and 2, what it cannot do with 1', async () => {
    const results = await Promise.all([
      shop(nowhere, 'stok'),
      shop(nowhere, 'stock', '--hihg'),
      shop(nowhere, 'stock:adjust', '1'),
      shop(nowhere, 'stock:adjust', '1', '2', '3'),
      shop(nowhere, 'item:set', '1', '--price'),
      shop(nowhere, 'stock'),
      shop('postgres://me:hunter2@127.0.0.1:1/shop', 'stock'),
      shop(nowhere, 'article:create', '--file', 'no-such-file.txt'),
    ]);
    expect(results.map(({ err }) => err.split('\n')[0])).toEqual([
      'There is no command "stok". `pnpm shop` lists them.',
      'There is no option --hihg.',
      '±UNITS is missing: how many come in (+20) or go out (-2).',
      '"3" is one word too many.',
      '--price needs a value behind it.',
      'No database answers at 127.0.0.1:1. Start it, or correct DATABASE_URL.',
      'No database answers at 127.0.0.1:1. Start it, or correct DATABASE_URL.',
      'The file no-such-file.txt cannot be read. Is the path right?',
    ]);
    expect(results.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 1, 1, 1]);
    expect(results.map(({ err }) => err).join()).not.toMatch(/hunter2|\n\s+at /);
  });
});

describe('a command that asks the payment provider', () => {
  test('does so beside the site, with its settings, and for its own database alone', async () => {
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
      shopWith({ ...settings, ...changes }, database.url, 'money');

    const told = await money();
    expect(told).toMatchObject({ code: 0, err: '' });
    expect(told.out).toContain('No payment is without an order.');

    const elsewhere = await money({ PUBLIC_URL: 'http://localhost:4000' });
    expect(elsewhere).toMatchObject({
      code: 1,
      err: expect.stringContaining('a copy must not touch the money'),
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
      err: expect.stringContaining('does not tell of the main account'),
    });
    await emulator.app.close();
    await database.close();
  });
});
