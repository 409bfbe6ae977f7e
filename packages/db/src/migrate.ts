import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { SchemaEngine, type MigrationList } from '@prisma/schema-engine-wasm';

import { codesOf } from './database-errors.ts';
import { readDatabaseUrl } from './database-url.ts';
import { createDb, type DbHandle } from './db.ts';
import { statementsOf } from './migration-statements.ts';
import { pgliteTarget, postgresqlTarget, type MigrationTarget } from './migration-target.ts';
import {
  indexesOf,
  missingIndexes,
  MIGRATIONS_FOLDER,
  readMigrations,
  type Migration,
} from './migrations.ts';

const SCHEMA_FILE = join(MIGRATIONS_FOLDER, '../schema.prisma');

// The engine's own lock times out after ten seconds. The number is arbitrary, but used by no other
// program on the server.
const LOCK_KEY = 7_218_301;
/** A lock that was not to be had in time, the statement that waited for all of them, a deadlock. */
const KEPT_LOCKED = ['55P03', '57014', '40P01'];
const NO_FILTERS = { externalTables: [], externalEnums: [] };

export type MigrateOptions = {
  folder?: string;
  /** These migrations and no others: where a backup is older than the release. */
  only?: readonly string[];
  /** How long it waits for all of its tables, how often all of it is tried, and the pause between. */
  locks?: LockPatience;
};

/**
 * While it waits for a table lock, all later queries on that table wait. A transaction that holds that
 * table and needs one that is already locked waits too, until PostgreSQL ends one of the two after a
 * second. A short lock timeout with retries keeps the queries behind the lock moving.
 */
type LockPatience = { waitMs: number; tries: number; pauseMs: number };
const LOCKS: LockPatience = { waitMs: 150, tries: 100, pauseMs: 200 };
/** How long a process waits for another one that migrates, or makes indexes. */
const TURN_MS = 120_000;

/**
 * Migrates a database to the newest migration and returns the names of those applied. All run in
 * one transaction: a failing one leaves the database unchanged. Indexes on tables that exist, in the
 * second file of a migration, are made afterwards. Idempotent; processes that start together wait for
 * each other.
 * This loads Prisma's schema engine (WebAssembly, tens of MB): a server runs it in a child process.
 * @throws an Error that names the migration and the database's reason.
 */
export async function migrate(
  database: DbHandle | string,
  options: MigrateOptions = {},
): Promise<string[]> {
  if (typeof database === 'string' && readDatabaseUrl(database).kind === 'pglite') {
    const handle = await createDb(database);
    try {
      return await migrate(handle, options);
    } finally {
      await handle.close();
    }
  }
  const { folder = MIGRATIONS_FOLDER, only, locks = LOCKS } = options;
  const all = await readMigrations(folder);
  const migrations = only === undefined ? all : all.filter(({ name }) => only.includes(name));
  // Each try has a connection of its own: the engine ends the one of a try that failed.
  const applied = await whileLocked(locks, () =>
    withTarget(database, (target) =>
      inLockedTransaction(target, async () => {
        await takeTables(target, migrations, locks);
        return applyMigrations(target, migrations);
      }),
    ),
  );
  return [...applied, ...(await withTarget(database, (target) => makeIndexes(target, migrations)))];
}

async function withTarget<T>(
  database: DbHandle | string,
  work: (target: MigrationTarget) => Promise<T>,
): Promise<T> {
  const target = targetOf(database);
  try {
    return await work(target);
  } finally {
    await target.close();
  }
}

/** Tries again where a lock was not to be had in time: nothing was changed then. */
async function whileLocked<T>(
  { waitMs, tries, pauseMs }: LockPatience,
  work: () => Promise<T>,
): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      const codes = codesOf(error);
      if (!KEPT_LOCKED.some((code) => codes.has(code))) throw error;
      if (left <= 0) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(
          `${reason}. Somebody kept a table locked each of ${tries} times for more than ${waitMs} ms: look at pg_stat_activity for transactions that do not end, and migrate again.`,
          { cause: error },
        );
      }
    }
    await sleep(pauseMs);
  }
}

/**
 * Makes the indexes of the second files, each by itself while others go on writing, and again what broke
 * off. Answers what was made, as MIGRATION: INDEX. Processes that start together take turns.
 */
async function makeIndexes(
  target: MigrationTarget,
  migrations: readonly Migration[],
): Promise<string[]> {
  const wanted = indexesOf(migrations);
  if ((await missingIndexes(target.rows, wanted)).length === 0) return [];
  await takeTurn(target);
  const made: string[] = [];
  for (const { migration, index, sql } of await missingIndexes(target.rows, wanted)) {
    try {
      // One that broke off is there, invalid, and of no use.
      await target.execute(`drop index concurrently if exists "${index}"`);
      await target.execute(sql);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `The index ${index} of ${migration} could not be made: ${reason}. Everything else is done; migrate again.`,
        { cause: error },
      );
    }
    made.push(`${migration}: ${index}`);
  }
  return made;
}

/**
 * Waits for the process that makes indexes, without a statement that is open: making an index waits for
 * those. The lock ends with the connection.
 */
async function takeTurn({ rows }: MigrationTarget): Promise<void> {
  const endsAt = Date.now() + TURN_MS;
  for (;;) {
    const [turn] = await rows(`select pg_try_advisory_lock(${LOCK_KEY + 1}) as mine`);
    if (turn?.['mine'] === true) return;
    if (Date.now() > endsAt) throw new Error('Another process makes indexes for too long.');
    await sleep(200);
  }
}

/**
 * The SQL that leads from the migrations' result to schema.prisma; null where they agree. Computed
 * on an embedded database in memory.
 */
export async function diffToSchema({ folder = MIGRATIONS_FOLDER }: MigrateOptions = {}): Promise<
  string | null
> {
  const handle = await createDb('pglite:memory');
  try {
    await migrate(handle, { folder });
    const target = targetOf(handle);
    const files = [{ path: SCHEMA_FILE, content: await readFile(SCHEMA_FILE, 'utf8') }];
    return await withEngine(target.factory, async (engine) => {
      const diff = await engine.diff({
        from: { tag: 'schemaDatasource', files, configDir: folder },
        to: { tag: 'schemaDatamodel', files },
        script: true,
        exitCode: true,
        filters: NO_FILTERS,
      });
      return diff.exitCode === 0 ? null : diff.stdout;
    });
  } finally {
    await handle.close();
  }
}

function targetOf(database: DbHandle | string): MigrationTarget {
  if (typeof database === 'string') return postgresqlTarget(database);
  return database.kind === 'pglite'
    ? pgliteTarget(database.pglite)
    : postgresqlTarget(database.url);
}

async function inLockedTransaction<T>(target: MigrationTarget, work: () => Promise<T>): Promise<T> {
  await target.execute('begin');
  try {
    await target.execute(
      `set local lock_timeout = ${TURN_MS}; select pg_advisory_xact_lock(${LOCK_KEY})`,
    );
    const result = await work();
    await target.execute('commit');
    return result;
  } catch (error) {
    await target.execute('rollback').catch(() => {});
    throw error;
  }
}

/**
 * Locks every table that the migrations name before the first of them runs. One after the other they
 * would be held while the next is waited for, and a purchase may have them the other way round.
 */
async function takeTables(
  { rows, execute }: MigrationTarget,
  migrations: readonly Migration[],
  { waitMs }: LockPatience,
): Promise<void> {
  await execute(`set local lock_timeout = ${waitMs}`);
  const [history] = await rows(`select to_regclass('_prisma_migrations') is not null as there`);
  if (history?.['there'] !== true) return;
  const applied = await rows(
    'select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
  );
  const done = new Set(applied.map(({ name }) => name));
  const pending = migrations.filter(({ name }) => !done.has(name));
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
    await execute(
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

async function applyMigrations(
  target: MigrationTarget,
  migrations: readonly Migration[],
): Promise<string[]> {
  let failure: Error | undefined;
  const runScript = async (script: string) => {
    try {
      await target.execute(script);
    } catch (error) {
      const name = migrations.find((migration) => migration.sql === script)?.name;
      const reason = error instanceof Error ? error.message : String(error);
      failure = new Error(`Migration ${name} failed, nothing was changed: ${reason}`, {
        cause: error,
      });
      throw error;
    }
  };
  const factory = withScripts(target.factory, runScript);
  try {
    return await withEngine(factory, (engine) => applyInOrder(engine, migrations));
  } catch (error) {
    // The engine's own report buries the database's reason in pages of its protocol.
    throw failure ?? error;
  }
}

async function applyInOrder(
  engine: SchemaEngine,
  migrations: readonly Migration[],
): Promise<string[]> {
  const migrationsList = listOf(migrations);
  const { appliedMigrationNames } = await engine.applyMigrations({
    migrationsList,
    filters: NO_FILTERS,
  });
  const { editedMigrationNames } = await engine.diagnoseMigrationHistory({
    migrationsList,
    optInToShadowDatabase: false,
    filters: NO_FILTERS,
  });
  if (editedMigrationNames.length > 0) {
    throw new Error(
      `Already applied to this database and edited since: ${editedMigrationNames.join(', ')}. ` +
        'Bring the file back as it was and write a new migration (`pnpm db:new NAME`); ' +
        'in development `pnpm db:reset` starts afresh. Nothing was changed.',
    );
  }
  return appliedMigrationNames;
}

function listOf(migrations: readonly Migration[]): MigrationList {
  return {
    baseDir: MIGRATIONS_FOLDER,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  };
}

async function withEngine<T>(
  factory: SqlMigrationAwareDriverAdapterFactory,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const schema = await readFile(SCHEMA_FILE, 'utf8');
  const engine = await SchemaEngine.new(
    { datamodels: [[SCHEMA_FILE, schema]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  try {
    return await work(engine);
  } finally {
    engine.free();
  }
}

// The adapters' own `executeScript` splits at every semicolon, inside function bodies too
// (PostgreSQL), or does not wait for the end (PGlite).
function withScripts(
  factory: SqlMigrationAwareDriverAdapterFactory,
  runScript: (script: string) => Promise<void>,
): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    connect: async () => {
      const adapter = await factory.connect();
      adapter.executeScript = runScript;
      return adapter;
    },
  };
}
