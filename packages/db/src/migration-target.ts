import type { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';

import { PooledClient } from './postgresql.ts';

/** One connection to migrate over. */
export type MigrationTarget = {
  factory: SqlMigrationAwareDriverAdapterFactory;
  /** Runs statements separated by semicolons. */
  execute: (sql: string) => Promise<unknown>;
  /** Runs one statement, and answers its rows. */
  rows: (sql: string) => Promise<Record<string, unknown>[]>;
  close: () => Promise<void>;
};

/** One connection to a PostgreSQL server, without reconnecting. */
export function postgresqlTarget(url: string): MigrationTarget {
  let isConnected = false;
  const pool = new pg.Pool({
    Client: PooledClient,
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 5000,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, although its type says void
    onConnect: (client) => {
      // A new connection would be outside the transaction.
      if (isConnected) throw new Error('The connection was lost while migrating.');
      isConnected = true;
      return client.query(`set time zone 'UTC'`);
    },
  });
  // Lost between two statements: the next one reports it.
  pool.on('error', () => {});
  const execute = (sql: string) => pool.query(sql);
  return {
    factory: new PrismaPg(pool),
    execute,
    rows: async (sql) => (await pool.query<Record<string, unknown>>(sql)).rows,
    close: () => pool.end(),
  };
}

/** An embedded database; closing the target does not close it. */
export function pgliteTarget(pglite: PGlite): MigrationTarget {
  const execute = (sql: string) => pglite.exec(sql);
  return {
    factory: new PrismaPGlite(pglite),
    execute,
    rows: async (sql) => (await pglite.query<Record<string, unknown>>(sql)).rows,
    close: async () => {},
  };
}
