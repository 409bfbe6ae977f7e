import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Prisma, type Tx } from './db.ts';
import { CONCURRENT_FILE, readConcurrentIndex, statementsOf } from './migration-statements.ts';

/** The migrations folder, in the layout of the stock Prisma CLI. */
export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../prisma/migrations');

export type Migration = {
  name: string;
  sql: string;
  /** The second file: indexes on existing tables, created after the commit; empty if there is none. */
  concurrent: string;
};

/** Returns all migrations in order of application, which is by name. */
export async function readMigrations(folder = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.toSorted().map(async (name) => ({
      name,
      sql: await readFile(join(folder, name, 'migration.sql'), 'utf8'),
      concurrent: await readFile(join(folder, name, CONCURRENT_FILE), 'utf8').catch(() => ''),
    })),
  );
}

export type ConcurrentIndex = { migration: string; index: string; sql: string };

/**
 * Returns the indexes of the second files.
 * @throws an Error for any other statement in them.
 */
export function indexesOf(migrations: readonly Migration[]): ConcurrentIndex[] {
  return migrations.flatMap(({ name: migration, concurrent }) =>
    statementsOf(concurrent).map(({ sql, code }) => {
      const index = readConcurrentIndex(code);
      if (index !== null) return { migration, index, sql };
      throw new Error(
        `${migration}/${CONCURRENT_FILE} must contain only CREATE INDEX CONCURRENTLY with a name, not ${code}`,
      );
    }),
  );
}

const WHOLE_INDEXES = `select c.relname::text as name from pg_index i
  join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and i.indisvalid`;

/** Returns the indexes that are missing or invalid; `rows` runs a statement. */
export async function missingIndexes(
  rows: (sql: string) => Promise<Record<string, unknown>[]>,
  wanted: readonly ConcurrentIndex[],
): Promise<ConcurrentIndex[]> {
  if (wanted.length === 0) return [];
  const there = new Set((await rows(WHOLE_INDEXES)).map(({ name }) => name));
  return wanted.filter(({ index }) => !there.has(index));
}

/**
 * Returns what a start must do before it listens: the names of unapplied migrations or, if there are none,
 * of missing indexes.
 */
export async function pendingWork(db: Tx, migrations: readonly Migration[]): Promise<string[]> {
  const pending = await pendingMigrations(db, migrations);
  if (pending.length > 0) return pending;
  const rows = (sql: string) => db.$queryRaw<Record<string, unknown>[]>(Prisma.sql([sql]));
  const missing = await missingIndexes(rows, indexesOf(migrations));
  return missing.map(({ migration, index }) => `${migration}: ${index}`);
}

/** Returns the names of unapplied migrations; for the readiness probe. */
export async function pendingMigrations(
  db: Tx,
  migrations: readonly Pick<Migration, 'name'>[],
): Promise<string[]> {
  const applied = new Set(await appliedMigrations(db));
  return migrations.map((migration) => migration.name).filter((name) => !applied.has(name));
}

async function appliedMigrations(db: Tx): Promise<string[]> {
  const tables: { there: boolean }[] = await db.$queryRaw`
    select to_regclass('_prisma_migrations') is not null as there`;
  if (!tables[0]?.there) return [];
  const rows: { name: string }[] = await db.$queryRaw`
    select migration_name as name from _prisma_migrations
    where finished_at is not null and rolled_back_at is null`;
  return rows.map((row) => row.name);
}
