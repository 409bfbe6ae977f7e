import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { codesOf } from './database-errors.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { statementsOf } from './migration-statements.ts';
import {
  indexesOf,
  missingIndexes,
  MIGRATIONS_FOLDER,
  readMigrations,
  type Migration,
} from './migrations.ts';
import { PooledClient } from './postgresql.ts';

// Arbitrary, but used by no other program on the server.
const LOCK_KEY = 7_218_301;
/** SQLSTATEs to retry: a lock timeout, a timeout of the statement that takes all locks, a deadlock. */
const RETRYABLE_LOCK_ERRORS = ['55P03', '57014', '40P01'];

export type MigrateOptions = {
  folder?: string;
  /** Applies only these migrations: for a backup older than the release. */
  only?: readonly string[];
  locks?: LockPatience;
};

/**
 * The retry policy for table locks. While a migration waits for a table lock, all later queries on that
 * table wait. A transaction that holds that table and needs one already locked waits too, until
 * PostgreSQL's deadlock detection ends one of the two after a second. A short lock timeout with retries
 * keeps the queries behind the lock moving.
 */
type LockPatience = { waitMs: number; tries: number; pauseMs: number };
const LOCKS: LockPatience = { waitMs: 150, tries: 100, pauseMs: 200 };
/** How long a process waits for another one that is migrating or creating indexes, in ms. */
const TURN_MS = 120_000;

/**
 * Migrates a database to the newest migration and returns the names of those applied. All run in one
 * transaction: a failure leaves the database unchanged. Indexes on existing tables, in the second file of a
 * migration, are created afterwards. Idempotent; processes that start together wait for each other. The
 * history table is compatible with the stock Prisma CLI.
 * @throws an Error with the migration's name and the database's reason.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  parseDatabaseUrl(url);
  const { folder = MIGRATIONS_FOLDER, only, locks = LOCKS } = options;
  const all = await readMigrations(folder);
  const migrations = only === undefined ? all : all.filter(({ name }) => only.includes(name));
  const applied = await whileLocked(locks, () =>
    onConnection(url, (connection) =>
      inLockedTransaction(connection, () =>
        applyMigrations(connection, { all, migrations, locks }),
      ),
    ),
  );
  return [
    ...applied,
    ...(await onConnection(url, (connection) => makeIndexes(connection, migrations))),
  ];
}

/** The connection to migrate over; `rows` runs statements separated by semicolons. */
type Connection = {
  rows: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
};

async function onConnection<T>(
  url: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const client = new PooledClient({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    await client.query(`set time zone 'UTC'`);
    return await work({
      rows: async (sql, values) => (await client.query<Record<string, unknown>>(sql, values)).rows,
    });
  } finally {
    await client.end();
  }
}

/** Runs work, and retries it if a lock could not be acquired in time: nothing has changed then. */
async function whileLocked<T>(
  { waitMs, tries, pauseMs }: LockPatience,
  work: () => Promise<T>,
): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      const codes = codesOf(error);
      if (!RETRYABLE_LOCK_ERRORS.some((code) => codes.has(code))) throw error;
      if (left <= 0) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(
          `${reason}. A table stayed locked through all ${tries} attempts, each of ${waitMs} ms: look for long transactions in pg_stat_activity, and run the migration again.`,
          { cause: error },
        );
      }
    }
    await sleep(pauseMs);
  }
}

/**
 * Creates the indexes of the second files, one by one and `concurrently`, including any whose creation was
 * interrupted. Returns those created, as MIGRATION: INDEX. Processes that start together take turns.
 */
async function makeIndexes(
  connection: Connection,
  migrations: readonly Migration[],
): Promise<string[]> {
  const wanted = indexesOf(migrations);
  if ((await missingIndexes(connection.rows, wanted)).length === 0) return [];
  await takeTurn(connection);
  const made: string[] = [];
  for (const { migration, index, sql } of await missingIndexes(connection.rows, wanted)) {
    try {
      // An interrupted index exists as an invalid one, which is useless.
      await connection.rows(`drop index concurrently if exists "${index}"`);
      await connection.rows(sql);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `The index ${index} of ${migration} could not be created: ${reason}. All other changes are applied; run the migration again.`,
        { cause: error },
      );
    }
    made.push(`${migration}: ${index}`);
  }
  return made;
}

/**
 * Waits for another process that is creating indexes, by polling: creating an index waits for open
 * statements. The lock ends with the connection.
 */
async function takeTurn({ rows }: Connection): Promise<void> {
  const endsAt = Date.now() + TURN_MS;
  for (;;) {
    const [turn] = await rows(`select pg_try_advisory_lock(${LOCK_KEY + 1}) as mine`);
    if (turn?.['mine'] === true) return;
    if (Date.now() > endsAt)
      throw new Error('Timed out waiting for another process to build indexes.');
    await sleep(200);
  }
}

async function inLockedTransaction<T>({ rows }: Connection, work: () => Promise<T>): Promise<T> {
  await rows('begin');
  try {
    await rows(`set local lock_timeout = ${TURN_MS}; select pg_advisory_xact_lock(${LOCK_KEY})`);
    const result = await work();
    await rows('commit');
    return result;
  } catch (error) {
    await rows('rollback').catch(() => {});
    throw error;
  }
}

type MigrationRun = {
  /** All migrations of this release. */
  all: readonly Migration[];
  migrations: readonly Migration[];
  locks: LockPatience;
};

async function applyMigrations(
  connection: Connection,
  { all, migrations, locks }: MigrationRun,
): Promise<string[]> {
  const { rows } = connection;
  const applied = await readHistory(connection);
  refuseEdited(all, applied);
  const pending = migrations.filter(({ name }) => !applied.has(name));
  if (pending.length === 0) return [];
  refuseUnknown(all, applied);
  await rows(HISTORY_TABLE);
  await takeTables(connection, pending, locks);
  for (const { name, sql } of pending) {
    try {
      await rows(sql);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`Migration ${name} failed, nothing was changed: ${reason}`, { cause: error });
    }
    await rows(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
      values ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksumOf(sql), name],
    );
  }
  return pending.map(({ name }) => name);
}

/** The history table, as the stock Prisma CLI creates it. */
const HISTORY_TABLE = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0)`;

const checksumOf = (sql: string) => createHash('sha256').update(sql).digest('hex');

/** Returns the checksums of the applied migrations, by name. */
async function readHistory({ rows }: Connection): Promise<ReadonlyMap<string, string>> {
  const [table] = await rows(`select to_regclass('_prisma_migrations') is not null as there`);
  if (table?.['there'] !== true) return new Map();
  const history = await rows(`select migration_name as name, checksum from _prisma_migrations
    where finished_at is not null and rolled_back_at is null`);
  return new Map(history.map(({ name, checksum }) => [String(name), String(checksum)]));
}

function refuseEdited(all: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const edited = all.filter(
    ({ name, sql }) => applied.has(name) && applied.get(name) !== checksumOf(sql),
  );
  if (edited.length === 0) return;
  throw new Error(
    `Already applied to this database and edited since: ${edited.map(({ name }) => name).join(', ')}. ` +
      'Restore the file and write a new migration (`pnpm db:new NAME`); ' +
      'in development stop `pnpm dev` and delete .data. Nothing was changed.',
  );
}

/** Refuses a database that a newer release has migrated. */
function refuseUnknown(all: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const known = new Set(all.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new Error(
    `This database has migrations that this release does not know: ${unknown.join(', ')}. ` +
      'Migrate it with the release that has them. Nothing was changed.',
  );
}

/**
 * Locks all tables that the migrations mention before the first migration runs. Otherwise a migration would
 * hold one table while it waits for the next, and a purchase may lock them in the opposite order.
 */
async function takeTables(
  { rows }: Connection,
  pending: readonly Migration[],
  { waitMs }: LockPatience,
): Promise<void> {
  await rows(`set local lock_timeout = ${waitMs}`);
  const words = new Set(
    pending.flatMap(({ sql }) => statementsOf(sql)).flatMap(({ code }) => code.match(/\w+/g) ?? []),
  );
  const tables = await rows(
    'select tablename as name from pg_tables where schemaname = current_schema()',
  );
  const named = tables.map(({ name }) => String(name)).filter((name) => words.has(name));
  if (named.length === 0) return;
  const quoted = named.toSorted().map((name) => `"${name}"`);
  try {
    await rows(
      `set local statement_timeout = ${waitMs}; lock table ${quoted.join(', ')} in access exclusive mode; set local statement_timeout to default`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The tables of ${pending.map(({ name }) => name).join(', ')} (${named.join(', ')}) could not be locked, nothing was changed: ${reason}`,
      { cause: error },
    );
  }
}
