import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createDb, type DbHandle } from './db.ts';
import { diffToSchema } from './local/diff-schema.ts';
import { migrate } from './migrate.ts';
import {
  indexesOf as shippedIndexes,
  MIGRATIONS_FOLDER,
  pendingMigrations,
  readMigrations,
} from './migrations.ts';
import { createEmptyDatabase } from './testing.ts';

const shipped = await readMigrations();
const names = shipped.map((migration) => migration.name);
/** The indexes of their second files, created after all migrations. */
const indexes = shippedIndexes(shipped).map(({ migration, index }) => `${migration}: ${index}`);
const everything = [...names, ...indexes];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agres-migrations-'));
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'migration.sql'), sql);
}

async function addConcurrently(name: string, sql: string): Promise<void> {
  await writeFile(join(folder, name, 'concurrently.sql'), sql);
}

async function indexesOf({ db }: DbHandle, table: string) {
  return db.$queryRaw<{ name: string; isWhole: boolean }[]>`
    select c.relname::text as name, i.indisvalid as "isWhole" from pg_index i
    join pg_class c on c.oid = i.indexrelid where i.indrelid = ${table}::text::regclass order by 1`;
}

async function tablesOf({ db }: DbHandle): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    select table_name::text as name from information_schema.tables where table_schema = 'public'`;
  return rows.map((row) => row.name);
}

describe('migrate', () => {
  let database: { url: string; close: () => Promise<void> };
  let handle: DbHandle;
  beforeEach(async () => {
    database = await createEmptyDatabase();
    handle = createDb(database.url);
  });
  afterEach(async () => {
    await handle.close();
    await database.close();
  });

  test('applies every migration once', async () => {
    expect(await pendingMigrations(handle.db, await readMigrations())).toEqual(names);
    expect(await migrate(database.url)).toEqual(everything);
    expect(await pendingMigrations(handle.db, await readMigrations())).toEqual([]);
    expect(await migrate(database.url)).toEqual([]);
    expect(await handle.db.user.count()).toBe(0);
  });

  test('applies new migrations to an existing database', async () => {
    await migrate(database.url);
    await addMigration('9000_note', 'create table note (id int primary key)');
    expect(await pendingMigrations(handle.db, await readMigrations(folder))).toEqual(['9000_note']);
    expect(await migrate(database.url, { folder })).toEqual(['9000_note']);
    expect(await tablesOf(handle)).toContain('note');
  });

  test('rolls everything back when one fails, and resumes after the fix', async () => {
    await migrate(database.url);
    await addMigration('9000_note', 'create table note (id int primary key)');
    await addMigration('9001_bad', 'create table worse (id int); select 1 / 0');
    await expect(migrate(database.url, { folder })).rejects.toThrow(
      /Migration 9001_bad failed, nothing was changed: division by zero/,
    );
    expect(await tablesOf(handle)).not.toContain('note');
    expect(await tablesOf(handle)).not.toContain('worse');

    await addMigration('9001_bad', 'create table worse (id int)');
    expect(await migrate(database.url, { folder })).toEqual(['9000_note', '9001_bad']);
  });

  test('creates indexes concurrently after the commit, and recreates missing ones', async () => {
    await addMigration('9000_note', 'create table note (id int primary key, at int, by int)');
    await migrate(database.url, { folder });
    await addMigration('9001_indexes', 'select 1');
    await addConcurrently(
      '9001_indexes',
      `-- For the list.
       create index concurrently if not exists "note_at" on "note" ("at");
       create index concurrently "note_by" on "note" ("by") where "by" > 0;`,
    );
    expect(await migrate(database.url, { folder })).toEqual([
      '9001_indexes',
      '9001_indexes: note_at',
      '9001_indexes: note_by',
    ]);
    expect(await indexesOf(handle, 'note')).toEqual([
      { name: 'note_at', isWhole: true },
      { name: 'note_by', isWhole: true },
      { name: 'note_pkey', isWhole: true },
    ]);
    expect(await migrate(database.url, { folder })).toEqual([]);
    await handle.db.$executeRaw`drop index note_by`;
    expect(await migrate(database.url, { folder })).toEqual(['9001_indexes: note_by']);
  });

  test('rejects a migration that was edited after it was applied', async () => {
    await addMigration('9000_note', 'create table note (id int primary key)');
    await migrate(database.url, { folder });
    await addMigration('9000_note', 'create table note (id int primary key, text text)');
    await expect(migrate(database.url, { folder })).rejects.toThrow(/edited since: 9000_note/);
  });
});

describe('migrate with other processes and releases', () => {
  test('applies each migration once when several processes start at the same time', async () => {
    const database = await createEmptyDatabase();
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database.url)));
    expect(applied.flat().toSorted()).toEqual(everything.toSorted());
    await database.close();
  });

  test('accepts a database migrated by a newer release, unless it has migrations of its own to apply', async () => {
    const database = await createEmptyDatabase();
    await addMigration('9000_newer', 'create table newer (id int primary key)');
    await migrate(database.url, { folder });
    expect(await migrate(database.url)).toEqual([]);
    await rm(join(folder, '9000_newer'), { recursive: true });
    await addMigration('9001_ours', 'create table ours (id int primary key)');
    await expect(migrate(database.url, { folder })).rejects.toThrow(
      'migrations that this release does not know: 9000_newer',
    );
    await database.close();
  });
});

describe('migrate under load', () => {
  test('waits for another process as long as its migration takes', async () => {
    const database = await createEmptyDatabase();
    await addMigration('9000_slow', 'select pg_sleep(11)');
    const applied = await Promise.all([
      migrate(database.url, { folder }),
      migrate(database.url, { folder }),
    ]);
    // Either process may create the indexes.
    expect(applied.flat().toSorted()).toEqual([...everything, '9000_slow'].toSorted());
    await database.close();
  });

  test('recreates an invalid index once, when several processes start at the same time', async () => {
    const database = await createEmptyDatabase();
    const handle = createDb(database.url);
    await addMigration('9000_note', 'create table note (id int primary key, at int)');
    await migrate(database.url, { folder });
    await handle.db.$executeRaw`insert into note values (1, 7), (2, 7)`;
    await addMigration('9001_index', 'select 1');
    await addConcurrently('9001_index', 'create unique index concurrently note_at on note (at)');
    await expect(migrate(database.url, { folder })).rejects.toThrow(
      /The index note_at of 9001_index could not be created: could not create unique index.*run the migration again/,
    );
    expect(await indexesOf(handle, 'note')).toContainEqual({ name: 'note_at', isWhole: false });

    await handle.db.$executeRaw`delete from note where id = 2`;
    const made = await Promise.all([1, 2, 3].map(() => migrate(database.url, { folder })));
    expect(made.flat()).toEqual(['9001_index: note_at']);
    expect(await indexesOf(handle, 'note')).toContainEqual({ name: 'note_at', isWhole: true });
    await handle.close();
    await database.close();
  });

  test('releases its lock request on a busy table so that others can read, and retries', async () => {
    const database = await createEmptyDatabase();
    const handle = createDb(database.url);
    await addMigration('9000_note', 'create table note (id int primary key)');
    await migrate(database.url, { folder });
    await addMigration('9001_more', 'alter table note add column at int');
    const release = Promise.withResolvers<void>();
    const kept = Promise.withResolvers<void>();
    const keeping = handle.db.$transaction(
      async (tx) => {
        // The rest may take any time on a slow machine.
        await tx.$executeRaw`set local idle_in_transaction_session_timeout = 0`;
        await tx.$queryRaw`select * from note`;
        kept.resolve();
        await release.promise;
      },
      { timeout: 240_000 },
    );
    await kept.promise;
    const locks = { waitMs: 300, tries: 2, pauseMs: 50 };
    await expect(migrate(database.url, { folder, locks })).rejects.toThrow(
      /The tables of 9001_more \(note\).*stayed locked through all 2 attempts, each of 300 ms/,
    );

    const migrating = migrate(database.url, { folder, locks: { ...locks, tries: 1000 } });
    // Queries queued behind the waiting ALTER get the table between its retries.
    for (let read = 0; read < 4; read += 1) {
      expect(await handle.workers().$queryRaw`select * from note`).toEqual([]);
    }
    release.resolve();
    await keeping;
    expect(await migrating).toEqual(['9001_more']);
    await handle.close();
    await database.close();
  });

  test('does not deadlock with a transaction that locks the same tables in another order', async () => {
    const database = await createEmptyDatabase();
    const handle = createDb(database.url);
    await addMigration(
      '9000_notes',
      'create table note (id int primary key); create table page (id int primary key)',
    );
    await migrate(database.url, { folder });
    await addMigration(
      '9001_more',
      'alter table note add column at int; alter table page add column at int',
    );
    const waits = Promise.withResolvers<void>();
    const kept = Promise.withResolvers<void>();
    const buying = handle.db.$transaction(
      async (tx) => {
        await tx.$executeRaw`set local idle_in_transaction_session_timeout = 0`;
        await tx.$executeRaw`set local lock_timeout = 0`;
        await tx.$executeRaw`insert into page values (1)`;
        kept.resolve();
        await waits.promise;
        await tx.$executeRaw`insert into note values (1)`;
      },
      { timeout: 240_000 },
    );
    await kept.promise;
    const migrating = migrate(database.url, { folder });
    // The migration holds the table that the purchase needs, and waits for the one that the purchase holds.
    await expect
      .poll(async () => {
        const [{ waiting } = { waiting: 0 }] = await handle.workers().$queryRaw<
          { waiting: number }[]
        >`
          select count(*)::int as waiting from pg_locks l
          join pg_class c on c.oid = l.relation
          join pg_database d on d.oid = l.database and d.datname = current_database()
          where c.relname = 'page' and not l.granted`;
        return waiting;
      })
      .toBe(1);
    waits.resolve();
    await buying;
    expect(await migrating).toEqual(['9001_more']);
    expect(await handle.db.$queryRaw`select * from note`).toEqual([{ id: 1, at: null }]);
    await handle.close();
    await database.close();
  });

  test('rolls everything back when the connection breaks', async () => {
    const database = await createEmptyDatabase();
    const handle = createDb(database.url);
    await migrate(database.url);
    await addMigration('9000_note', 'create table note (id int primary key)');
    await addMigration('9001_cut', 'select pg_terminate_backend(pg_backend_pid())');
    await addMigration('9002_later', 'create table later (id int primary key)');
    await expect(migrate(database.url, { folder })).rejects.toThrow('Migration 9001_cut failed');
    expect(await tablesOf(handle)).not.toContain('note');
    expect(await tablesOf(handle)).not.toContain('later');
    expect(await pendingMigrations(handle.db, await readMigrations(folder))).toHaveLength(3);
    await handle.close();
    await database.close();
  });
});

describe('diffToSchema', () => {
  test('finds no difference between the migrations and the schema', async () => {
    expect(await diffToSchema()).toBeNull();
  });

  test('prints the missing statement', async () => {
    await addMigration('9000_drop', 'alter table article drop column tags');
    expect(await diffToSchema(folder)).toContain('ALTER TABLE "article" ADD COLUMN     "tags"');
  });
});
