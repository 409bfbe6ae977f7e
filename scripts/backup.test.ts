import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';

import { createPasswords } from '@agres/core/session/password';
import { inspectBackup } from '@agres/db/backup/load-backup';
import { inLongTransaction } from '@agres/db/backup/long-transaction';
import { readTables } from '@agres/db/backup/write-backup';
import { createDb, type Db } from '@agres/db/db';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '@agres/db/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { seed } from '../prisma/seed.ts';
import { runProgram, startSite } from './shop/testing.ts';

const SITE = 'https://www.agres.test';
const ELSEWHERE = 'https://staging.agres.test';

/** Programs take long on a busy machine. */
const TIMEOUT = { timeout: 240_000 };

let original: TestDatabase;
let folder = '';
let cleanUp: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agres-backup-'));
  original = await createTestDatabase();
  await withDb(original.url, addRows);
});
afterAll(async () => {
  await original.close();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  for (const close of cleanUp) await close();
  cleanUp = [];
});

async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = createDb(url);
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** Adds the rows that are hardest to back up: every kind of value, mutual references, manually assigned ids. */
async function addRows(db: Db): Promise<void> {
  await seed(db, { hashPassword: createPasswords().hash, now: new Date() });
  await db.installation.create({ data: { site: SITE, place: 'postgresql 1 1' } });
  const user = await db.user.create({
    data: {
      id: 4000,
      email: 'Zoé@agres.example',
      emailKey: 'zoé@agres.example',
      passwordHash: 'a "quoted" \\ text\nwith lines,\u2028 tabs\t and 👟',
      personalDiscountCode: 'ZOE',
      locale: 'fr',
      createdAt: new Date('2026-07-14T23:30:15.123Z'),
    },
  });
  await db.staff.create({
    data: {
      id: 7,
      email: 'lea@agres.example',
      name: 'Léa Martin',
      roles: ['owner', 'preparer'],
      suspendedAt: new Date('2026-11-01T12:00:00Z'),
      passkeys: {
        create: {
          id: 'a-passkey',
          publicKey: Buffer.alloc(8),
          counter: 0,
          transports: [],
          label: 'iPhone',
          lastUsedAt: new Date('2026-10-30T12:00:00Z'),
        },
      },
    },
  });
  await db.session.create({
    data: { id: 'a-session', userId: user.id, expiresAt: new Date('2030-01-01T00:00:00Z') },
  });
  await db.$executeRaw`
    INSERT INTO job (kind, payload, created_at, done_at)
    VALUES ('none', 'null'::jsonb, '2026-07-14T23:30:15.123456Z', now()),
      ('deep', '{"big": 12345678901234567890.5, "text": "\\u00e9\\n"}'::jsonb, now(), NULL)`;
  await db.referralCredit.create({
    data: {
      ownerId: user.id,
      kind: 'referral',
      amountCents: 1000,
      dueAt: new Date(0),
      addressHash: Buffer.alloc(32, new Uint8Array([0, 255, 92, 10])),
      ownerAddressHash: Buffer.alloc(32),
    },
  });
}

/** Returns every row of every table, as the database formats it. */
async function rowsOf(url: string): Promise<Record<string, string[]>> {
  return inLongTransaction(url, 'read', async (query) => {
    const rows: Record<string, string[]> = {};
    for (const { table } of await readTables(query)) {
      const found = await query(`select t::text as row from "${table}" t order by 1`);
      rows[table] = found.map(({ row }) => String(row));
    }
    return rows;
  });
}

async function emptyDatabase(): Promise<string> {
  const { url, close } = await createEmptyDatabase();
  cleanUp.push(close);
  return url;
}

let backupFile: Promise<string> | undefined;

/** Returns a backup of the unchanged original, made once. */
function backUp(): Promise<string> {
  return (backupFile ??= writeBackup());
}

async function writeBackup(): Promise<string> {
  const file = join(folder, 'backup');
  const { code, err } = await runProgram('backup', { url: original.url }, file);
  if (code !== 0) throw new Error(err);
  return file;
}

/** `site`: the new address; default: the original's. */
const restore = (
  url: string,
  file: string,
  { word, site = SITE }: { word: string; site?: string },
) => runProgram('restore', { url, settings: { PUBLIC_URL: site } }, file, word);

describe('a restored backup', TIMEOUT, () => {
  test('has every row unchanged, and no sessions', async () => {
    const file = await backUp();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const url = await emptyDatabase();
    const restored = await restore(url, file, { word: '--instead' });
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toContain('sells nothing yet');
    // Who was suspended or removed since, and lost devices, have their access back.
    expect(restored.out).toContain(
      '7 Léa Martin <lea@agres.example>, owner and preparer, suspended: iPhone (last used 2026-10-30)',
    );

    const { session: was, installation: whose, ...before } = await rowsOf(original.url);
    const { session, installation, setting, ...after } = await rowsOf(url);
    // The numbers that the original may have given to invoices since the backup.
    expect(setting).toEqual([expect.stringContaining('invoiceNumbersLeftOut')]);
    expect({ ...after, setting: [] }).toEqual(before);
    expect({ was, session }).toMatchObject({ was: [expect.any(String)], session: [] });
    expect([whose, installation]).toEqual([[expect.any(String)], [expect.any(String)]]);
    await withDb(url, async (db) => {
      const { id } = await db.user.create({
        data: {
          email: 'n',
          emailKey: 'n',
          passwordHash: '-',
          personalDiscountCode: 'N',
          locale: 'en',
        },
      });
      expect(id).toBeGreaterThan(104_000);
      const now = await db.installation.findFirstOrThrow();
      expect(now.site).toBe(SITE);
      expect(now.restoredFrom).not.toBeNull();
      // The triggers and constraints are in force again.
      await expect(db.$executeRaw`DELETE FROM referral_credit`).rejects.toThrow('referral_credit');
      await expect(
        db.$executeRaw`INSERT INTO session (id, user_id, expires_at) VALUES ('x', 999999, now())`,
      ).rejects.toThrow('session_user_id_fkey');
    });
  });
});

describe('a backup file', TIMEOUT, () => {
  test('that is truncated, damaged or foreign is rejected without any change', async () => {
    const file = await backUp();
    const whole = await readFile(file);
    const text = gunzipSync(whole).toString();
    const files: Record<string, Buffer> = {
      'cut off': whole.subarray(0, whole.length - 30),
      'cut off early': whole.subarray(0, 200),
      'cut off between lines': gzipSync(text.slice(0, text.lastIndexOf('\n{"end"') + 1)),
      changed: gzipSync(text.replace('Zoé@', 'Zoa@')),
      'with more behind it': Buffer.concat([whole, gzipSync('["1"]\n')]),
      empty: Buffer.alloc(0),
      'something else': Buffer.from('CREATE TABLE users (id int);'),
      'packed, and something else': gzipSync('CREATE TABLE users (id int);\n'),
    };
    const broken = join(folder, 'broken');
    for (const [what, bytes] of Object.entries(files)) {
      await writeFile(broken, bytes);
      await expect
        .soft(inspectBackup(broken), what)
        .rejects.toThrow(
          /is incomplete or damaged .* Use an older backup|is not a backup created by/,
        );
    }
    const url = await emptyDatabase();
    expect(await restore(url, broken, { word: '--instead' })).toMatchObject({
      code: 1,
      err: `${broken} is not a backup created by \`pnpm backup\`.\n`,
    });
    expect((await restore(url, file, { word: '--instead' })).code).toBe(0);
  });

  test('of a newer release, or with unknown columns, leaves the database empty', async () => {
    const file = await backUp();
    const text = gunzipSync(await readFile(file)).toString();
    const url = await emptyDatabase();
    const other = join(folder, 'other');
    await writeFile(other, gzipSync(withNewSum(text.replace('"0001_shop"', '"9001_later"'))));
    expect(await restore(url, other, { word: '--instead' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('9001_later is not known here'),
    });
    await writeFile(other, gzipSync(withNewSum(text.replace('"password_hash"', '"colour"'))));
    expect(await restore(url, other, { word: '--instead' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('its column colour'),
    });
    // The failed restores leave nothing that would block the next one.
    expect((await restore(url, file, { word: '--instead' })).code).toBe(0);
  });

  test('is refused as a copy at the address of the original, and without an address', async () => {
    const file = await backUp();
    const url = await emptyDatabase();
    expect(await restore(url, file, { word: '--copy' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('A copy needs a PUBLIC_URL of its own'),
    });
    expect(await restore(url, file, { word: '--instead', site: '' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('PUBLIC_URL is not set'),
    });
    expect((await restore(url, file, { word: '--copy', site: ELSEWHERE })).code).toBe(0);
    await withDb(url, async (db) => {
      const [copy, shop] = [
        await db.installation.findFirstOrThrow(),
        await withDb(original.url, (other) => other.installation.findFirstOrThrow()),
      ];
      expect(copy.id).not.toBe(shop.id);
      expect(copy).toMatchObject({ site: ELSEWHERE, restoredFrom: null });
      expect(copy.copiedAt).not.toBeNull();
      expect(await db.job.count({ where: { doneAt: null } })).toBe(0);
    });
  });
});

describe('restoring a backup file', TIMEOUT, () => {
  test('fails if the database is not empty, or has other connections', async () => {
    const file = await backUp();
    const full = original.url;
    const before = await rowsOf(full);
    expect(await restore(full, file, { word: '--instead' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('This database is not empty'),
    });
    expect(await rowsOf(full)).toEqual(before);

    const url = await emptyDatabase();
    const living = createDb(url);
    await living.db.$queryRaw`SELECT 1 AS one`;
    const { code, err } = await restore(url, file, { word: '--instead' });
    expect(code).toBe(1);
    expect(err).toMatch(/Another program is connected/);
    await living.close();
  });
});

/** Returns a tampered backup with a recomputed checksum. */
function withNewSum(text: string): string {
  const end = text.lastIndexOf('{"end"');
  const { rows } = JSON.parse(text.slice(end)).end;
  const sha256 = createHash('sha256').update(text.slice(0, end)).digest('hex');
  return `${text.slice(0, end)}${JSON.stringify({ end: { rows, sha256 } })}\n`;
}

describe('pnpm backup', TIMEOUT, () => {
  test('works while the site runs', async () => {
    const database = await createTestDatabase();
    cleanUp.push(database.close);
    const site = await startSite(database.url);
    const file = join(folder, 'living');
    const { code, out, err } = await runProgram('backup', { url: database.url }, file);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain("people's data");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await fetch(`${site.origin}/healthz`)).status).toBe(200);
    await site.stop();
    const url = await emptyDatabase();
    expect(await restore(url, file, { word: '--instead' })).toMatchObject({ code: 0, err: '' });
  });

  test('with many pictures needs little memory', async () => {
    const database = await createTestDatabase();
    cleanUp.push(database.close);
    await withDb(database.url, async (db) => {
      await db.installation.create({ data: { site: SITE, place: 'postgresql 1 1' } });
      await db.$executeRaw`INSERT INTO picture (id, width, height) VALUES ('large', 80, 80)`;
      await db.$executeRaw`
        INSERT INTO picture_file (picture_id, format, width, bytes)
        SELECT 'large', 'webp', width, ${Buffer.alloc(1_000_000)}::bytea
        FROM generate_series(1, 80) AS width`;
    });
    const settings = { NODE_OPTIONS: '--max-old-space-size=100' };
    const file = join(folder, 'pictures');
    const { code, err } = await runProgram('backup', { url: database.url, settings }, file);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  test('fails if another process replaces its file during the backup', async () => {
    const file = join(folder, 'replaced');
    const others = join(folder, 'of-others');
    const replacing = (async () => {
      for (;;) {
        const isMade = await rename(file, join(folder, 'moved')).then(
          () => true,
          () => false,
        );
        if (isMade) break;
        await sleep(1);
      }
      await writeFile(others, '');
      await rename(others, file);
    })();
    const { code, out, err } = await runProgram('backup', { url: original.url }, file);
    await replacing;
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(`${file} was replaced or moved`);
    expect((await stat(file)).size).toBe(0);
    expect((await stat(join(folder, 'moved'))).mode & 0o777).toBe(0o600);
    await rm(file);
  });

  test('overwrites no file, and explains wrong arguments', async () => {
    const file = await backUp();
    const bytes = await readFile(file);
    const results = await Promise.all([
      runProgram('backup', { url: original.url }, file),
      runProgram('backup', { url: original.url }, join(folder, 'no/such/folder')),
      runProgram('backup', { url: original.url }),
      runProgram('restore', { url: original.url }, file),
      runProgram('restore', { url: original.url }, file, '--copy', '--instead'),
    ]);
    expect(results.map(({ code }) => code)).toEqual([1, 1, 2, 2, 2]);
    expect(results[0]?.err).toContain('is there already');
    expect(results.map(({ err }) => err).join()).not.toMatch(/\n\s+at /);
    expect(await readFile(file)).toEqual(bytes);
    const empty = await emptyDatabase();
    const other = join(folder, 'of-nothing');
    expect(await runProgram('backup', { url: empty }, other)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no shop'),
    });
    await expect(stat(other)).rejects.toThrow('ENOENT');
  });
});

test('a backup is a consistent snapshot despite concurrent writes', TIMEOUT, async () => {
  const database = await createTestDatabase();
  cleanUp.push(database.close);
  await withDb(database.url, async (db) => {
    const pair = async (number: number) => {
      await db.$transaction([
        db.$executeRaw`INSERT INTO rate_limit (key, tat) VALUES (${`a${number}`}, now())`,
        db.$executeRaw`INSERT INTO job (kind, payload) VALUES (${`a${number}`}, '{}')`,
      ]);
    };
    for (let number = 0; number < 20; number += 1) await pair(number);
    let isOver = false;
    const writing = (async () => {
      for (let number = 20; !isOver; number += 1) await pair(number);
    })();
    const file = join(folder, 'moment');
    const backup = await runProgram('backup', { url: database.url }, file);
    isOver = true;
    await writing;
    expect(backup).toMatchObject({ code: 0, err: '' });
    const url = await emptyDatabase();
    expect(await restore(url, file, { word: '--instead' })).toMatchObject({ code: 0, err: '' });
    const [jobs, limits] = await withDb(url, async (copy) => [
      await copy.job.count(),
      await copy.rateLimit.count(),
    ]);
    expect(jobs).toBe(limits);
    expect(jobs).toBeGreaterThan(20);
  });
});
