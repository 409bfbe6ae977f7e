import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { SchemaEngine, type MigrationList } from '@prisma/schema-engine-wasm';

import { readDatabaseUrl } from './database-url.ts';
import { createDb, type DbHandle } from './db.ts';
import { pgliteTarget, postgresqlTarget, type MigrationTarget } from './migration-target.ts';
import { MIGRATIONS_FOLDER, readMigrations, type Migration } from './migrations.ts';

const SCHEMA_FILE = join(MIGRATIONS_FOLDER, '../schema.prisma');

// The engine's own lock times out after ten seconds. The number is arbitrary, but used by no other
// program on the server.
const LOCK_KEY = 7_218_301;
const NO_FILTERS = { externalTables: [], externalEnums: [] };

export type MigrateOptions = { folder?: string };

/**
 * Migrates a database to the newest migration and returns the names of those applied. All run in
 * one transaction: a failing one leaves the database unchanged. Idempotent; processes that start
 * together wait for each other.
 * This loads Prisma's schema engine (WebAssembly, tens of MB): a server runs it in a child process.
 * @throws an Error that names the migration and the database's reason.
 */
export async function migrate(
  database: DbHandle | string,
  { folder = MIGRATIONS_FOLDER }: MigrateOptions = {},
): Promise<string[]> {
  if (typeof database === 'string' && readDatabaseUrl(database).kind === 'pglite') {
    const handle = await createDb(database);
    try {
      return await migrate(handle, { folder });
    } finally {
      await handle.close();
    }
  }
  const target = targetOf(database);
  try {
    return await inLockedTransaction(target, async () =>
      applyMigrations(target, await readMigrations(folder)),
    );
  } finally {
    await target.close();
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
      `set local lock_timeout = '120s'; select pg_advisory_xact_lock(${LOCK_KEY})`,
    );
    const result = await work();
    await target.execute('commit');
    return result;
  } catch (error) {
    await target.execute('rollback').catch(() => {});
    throw error;
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
