import { randomBytes } from 'node:crypto';

import pg from 'pg';

import { startPostgresServer } from '../local/postgres-server.ts';
import { migrate } from '../migrate.ts';

/** A server for test databases. It is plain data, because it is sent between processes. */
export type TestServer = {
  url: string;
  /** A migrated database that new ones are copied from. */
  template: string;
  /** The name prefix of all databases of this run. */
  prefix: string;
};

/** The server of one test run, prepared on first use. */
export type TestServers = {
  server: () => Promise<TestServer>;
  close: () => Promise<void>;
};

/** Prepares a test run: the server at `given` (TEST_DATABASE_URL), otherwise a temporary PostgreSQL. */
export function prepareTestServers(given: string | undefined): TestServers {
  let closing: (() => Promise<void>) | undefined;
  let prepared: Promise<TestServer> | undefined;
  const prepare = async (): Promise<TestServer> => {
    const prefix = `agres_test_${Date.now().toString(36)}_${randomBytes(3).toString('hex')}`;
    const own = given === undefined ? await startPostgresServer() : undefined;
    const url = own?.url ?? given ?? '';
    closing = () => own?.remove() ?? dropDatabases(url, prefix);
    const template = `${prefix}_template`;
    await runOn(url, `create database ${template}`);
    await migrate(addressOf(url, template));
    return { url, template, prefix };
  };
  return {
    server: () => (prepared ??= prepare()),
    close: async () => {
      await closing?.();
    },
  };
}

/** Returns the URL of another database on the same server. */
export function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** Runs one statement on its own connection. Never pass external input. */
export async function runOn(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

// Includes databases of tests that were stopped before they could clean up.
async function dropDatabases(url: string, prefix: string): Promise<void> {
  const rows = await runOn(url, `select datname from pg_database where datname ~ '^${prefix}_'`);
  for (const { datname } of rows) await runOn(url, `drop database ${String(datname)} with (force)`);
}
