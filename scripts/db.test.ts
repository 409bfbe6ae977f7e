import { execFile } from 'node:child_process';
import { join } from 'node:path';

import { createDb } from '@agres/db/db';
import { createEmptyDatabase, type TestDatabase } from '@agres/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

type Result = { code: number; out: string; err: string };

function db(url: string, ...args: string[]): Promise<Result> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'db.ts'), ...args],
      { env: { ...process.env, DATABASE_URL: url } },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}

describe('the database scripts', () => {
  let database: TestDatabase;
  let url: string;
  let name: string;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    ({ url } = database);
    name = new URL(url).pathname.slice(1);
  });
  afterAll(() => database.close());

  test('migrate, seed once, and reset only with a double confirmation', async () => {
    expect((await db(url, 'seed')).err).toContain('Run `pnpm db:migrate` first');
    expect((await db(url, 'migrate')).out).toContain('Applied 0001_shop');
    expect((await db(url, 'migrate')).out).toBe('Nothing to migrate.\n');
    expect((await db(url, 'seed', '--demo-accounts')).out).toContain(
      'Added 10 items, 7 articles, 3 accounts, 2 orders',
    );
    expect((await db(url, 'seed', '--demo-accounts')).out).toContain(
      'Added 0 items, 0 articles, 0 accounts, 0 orders',
    );

    const once = await db(url, 'reset', '--yes-delete-everything');
    expect(once).toMatchObject({
      code: 1,
      err: expect.stringContaining(`--yes-delete-everything ${name}`),
    });
    expect((await db(url, 'reset', name)).code).toBe(1);
    expect((await db(url, 'reset', '--yes-delete-everything', 'another')).code).toBe(1);
    expect(await countItems(url)).toBe(10);

    expect((await db(url, 'reset', '--yes-delete-everything', name)).code).toBe(0);
    expect(await countItems(url)).toBe(0);
  });

  test('explain a wrong command, name or URL without a stack trace', async () => {
    const results = await Promise.all([
      db(url, 'migrat'),
      db(url, 'new', 'Add Column'),
      db('mysql://localhost/shop', 'migrate'),
      db('postgres://me:hunter2@127.0.0.1:1/shop', 'seed'),
    ]);
    expect(results.map((result) => result.err.split('\n')[0])).toEqual([
      'Usage: db.ts migrate | new | seed | reset',
      'Give the migration one name in lower case: pnpm db:new add_tracking_number',
      expect.stringContaining('It must be postgres://USER:PASSWORD@HOST:PORT/DATABASE'),
      'No database answers at 127.0.0.1:1. Start it, or correct DATABASE_URL.',
    ]);
    expect(results.every((result) => result.code > 0)).toBe(true);
    expect(results.map((result) => result.err).join()).not.toMatch(/hunter2|\n\s+at /);
  });
});

describe('the database scripts on a server', () => {
  test('add demo accounts on request only', async () => {
    const database = await createEmptyDatabase();
    const name = new URL(database.url).pathname.slice(1);
    await db(database.url, 'migrate');
    expect((await db(database.url, 'seed')).out).toContain('no accounts');
    expect(await countAccounts(database.url)).toBe(0);
    await db(database.url, 'seed', '--demo-accounts');
    expect(await countAccounts(database.url)).toBe(3);

    expect((await db(database.url, 'reset', '--yes-delete-everything', name)).code).toBe(0);
    expect(await countAccounts(database.url)).toBe(0);
    await database.close();
  });
});

async function countItems(url: string): Promise<number> {
  const handle = createDb(url);
  const count = await handle.db.item.count();
  await handle.close();
  return count;
}

async function countAccounts(url: string): Promise<number> {
  const handle = createDb(url);
  const count = await handle.db.user.count();
  await handle.close();
  return count;
}
