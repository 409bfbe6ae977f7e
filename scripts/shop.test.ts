import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createPasswords } from '@agres/core/session/password';
import { createDb } from '@agres/db/db';
import { createTestDatabase, type TestDatabase } from '@agres/db/testing';
import { itemSchema } from '@agres/domain/shapes.schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { seed } from '../prisma/seed.ts';
import { millisecondsUntil, shop, startSite, type RunningSite } from './shop/testing.ts';

// Each command is a process, which takes seconds: apps/server/test tests the operations in its own.
describe('the command line of a shop with two processes', () => {
  let database: TestDatabase;
  let sites: RunningSite[] = [];
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'agres-shop-'));
    database = await createTestDatabase();
    const { db, close } = createDb(database.url);
    await seed(db, { hashPassword: createPasswords().hash, now: new Date() });
    await close();
    sites = await Promise.all([startSite(database.url), startSite(database.url)]);
  });
  const stopSites = () => Promise.all(sites.map((site) => site.stop()));
  afterAll(async () => {
    await stopSites();
    await database.close();
    await rm(folder, { recursive: true });
  });

  const run = (...args: string[]) => shop(database.url, ...args);
  const items = async () =>
    itemSchema.array().parse(await (await fetch(`${sites[0]?.origin}/api/items`)).json());

  test('--output json prints the result of an operation, but an error as text', async () => {
    const { code, out } = await run('orders', 'get', '2', '--output', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      id: 2,
      status: 'waiting',
      sentDate: null,
      heldFor: null,
      amountCents: 7499,
      buyer: { email: 'member@agres.test' },
    });
    expect(await run('orders', 'get', '999', '--output', 'json')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('There is no order 999'),
    });
  });

  test('@file is read from a file of UTF-8', async () => {
    const [path, written] = [join(folder, 'latin.txt'), join(folder, 'utf8.txt')];
    await writeFile(written, '<p>\nCorde lestée</p>\n');
    await writeFile(path, Buffer.from('<p>\nCorde lestée</p>\n', 'latin1'));
    expect(await run('items', 'set', '1', '--description-fr', `@${path}`)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('is not UTF-8: see its line 2.'),
    });
    const known = await run('items', 'set', '1', '--description-fr', `@${written}`);
    expect(known).toMatchObject({ code: 0, err: '' });
    const shown = async () => (await items()).find(({ id }) => id === 1)?.description.fr;
    await expect.poll(shown).toBe('<p>\nCorde lestée</p>');
    const missing = await run('items', 'set', '1', '--description-fr', '@no-such-file.html');
    expect(missing.err).toContain('The file no-such-file.html cannot be read.');
  });

  test('--out writes a new file that only its owner may read', async () => {
    const path = join(folder, 'member.json');
    const write = () =>
      run('members', 'export', 'member@agres.test', '--output', 'json', '--out', path);
    const made = await write();
    expect(made).toMatchObject({ code: 0, err: '' });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toContain('member@agres.test');
    expect((await write()).err).toContain('cannot be written');
  });

  test('a stock change shows on every process within a second, and works while none runs', async () => {
    const adjust = (units: string, reason: string, ...more: string[]) =>
      run('stock', 'adjust', '3', '--units', units, '--kind', 'other', '--reason', reason, ...more);
    const [before] = await items();
    const into = await adjust('+7', 'Livraison', '--by', 'Jeanne');
    expect(into).toMatchObject({ code: 0, out: expect.stringContaining('Left: ') });
    const stock = (before?.remainingStock ?? 0) + 7;
    const isThere = (body: string) => body.includes(`"remainingStock":${stock},`);
    for (const took of await Promise.all(
      sites.map(({ origin }) => millisecondsUntil(`${origin}/api/items`, isThere)),
    )) {
      expect(took).toBeLessThan(1000);
    }

    expect(await adjust('-8', 'Casse')).toEqual({
      code: 1,
      out: '',
      err: '7 left: 8 units cannot be removed. Nothing was changed.\n',
    });
    await stopSites();
    expect((await adjust('-7', 'Casse')).code).toBe(0);
    const { out } = await run('stock', 'log', '--option', '3');
    expect(out).toMatch(/40\scm .*-7 .*Casse/);
    expect(out).toMatch(/40\scm .*7 .*Livraison +Jeanne\n/);
  });
});
