import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';

import { readDatabaseUrl } from '../database-url.ts';
import type { DbKind } from '../db.ts';
import { migrateInChild } from '../migrate-in-child.ts';
import { hashOfMigrations, readMigrations } from '../migrations.ts';
import { startPostgresServer } from '../local/postgres-server.ts';

/** Where test databases come from. Plain data: it travels from process to process. */
export type TestServer =
  | {
      kind: 'postgresql';
      url: string;
      /** A migrated database that new ones are copied from. */
      template: string;
      /** What every database of this run is called at the front. */
      prefix: string;
    }
  | {
      kind: 'pglite';
      /** A migrated directory that new ones are copied from. */
      template: string;
    };

/** The servers of one test run, each started when it is first asked for. */
export type TestServers = {
  /** What tests get that do not ask for one kind. */
  kind: DbKind;
  server: (kind: DbKind) => Promise<TestServer>;
  close: () => Promise<void>;
};

/**
 * Prepares a test run: the server at `given` (TEST_DATABASE_URL), else a temporary PostgreSQL
 * (postgres-server.ts). `given` may also be `pglite:memory`, to have PGlite.
 */
export async function prepareTestServers(given: string | undefined): Promise<TestServers> {
  const isPostgresqlThere = given === undefined || readDatabaseUrl(given).kind === 'postgresql';
  const closings: (() => Promise<void>)[] = [];
  const prefix = `agres_test_${Date.now().toString(36)}_${randomBytes(3).toString('hex')}`;

  const startPostgresql = async (): Promise<TestServer> => {
    const own = given === undefined ? await startPostgresServer() : undefined;
    const url = own?.url ?? given;
    if (!isPostgresqlThere || url === undefined) {
      throw new Error('This test needs PostgreSQL: guard it with `testDatabaseKind()`.');
    }
    closings.push(() => own?.remove() ?? dropDatabases(url, prefix));
    const template = `${prefix}_template`;
    await runOn(url, `create database ${template}`);
    await migrateInChild(addressOf(url, template));
    return { kind: 'postgresql', url, template, prefix };
  };

  const starts = { postgresql: once(startPostgresql), pglite: once(preparePglite) };
  return {
    kind: isPostgresqlThere ? 'postgresql' : 'pglite',
    server: (kind) => starts[kind](),
    close: async () => {
      await Promise.all(closings.map((close) => close()));
    },
  };
}

/** The address of another database on the same server. */
export function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** Runs one statement on a connection of its own. Never with a value from outside. */
export async function runOn(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

// Also those of tests that were stopped before they could clean up.
async function dropDatabases(url: string, prefix: string): Promise<void> {
  const rows = await runOn(url, `select datname from pg_database where datname ~ '^${prefix}_'`);
  for (const { datname } of rows) await runOn(url, `drop database ${String(datname)} with (force)`);
}

const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/agres');

// Creating a cluster takes PGlite seconds, copying one a quarter of a second: it is kept until the
// migrations change.
async function preparePglite(): Promise<TestServer> {
  const template = join(CACHE, `pglite-${hashOfMigrations(await readMigrations())}`);
  if (await stat(template).catch(() => undefined)) return { kind: 'pglite', template };

  await mkdir(CACHE, { recursive: true });
  for (const name of await readdir(CACHE)) {
    if (name.startsWith('pglite-')) await rm(join(CACHE, name), { recursive: true, force: true });
  }
  const workshop = await mkdtemp(join(CACHE, 'new-'));
  try {
    await migrateInChild(`pglite:${join(workshop, 'db')}`);
    // Another run may have been faster; then its copy is as good.
    await rename(join(workshop, 'db'), template).catch(() => stat(template));
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
  return { kind: 'pglite', template };
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}
