import { PrismaPg } from '@prisma/adapter-pg';
import type { PoolConfig } from 'pg';

// What a shared server may cost at most, so that an outage answers in time instead of queueing.
// The adapter writes and reads times as UTC without saying so: the session has to agree.
const SESSION_SETTINGS = [
  `set time zone 'UTC'`,
  `set default_transaction_isolation = 'read committed'`,
  `set statement_timeout = '5s'`,
  `set lock_timeout = '2s'`,
  `set idle_in_transaction_session_timeout = '10s'`,
].join(';');

/**
 * The driver for a PostgreSQL server with a pool of at most `connections`. Nothing connects before
 * the first query; a connection that cannot be had within two seconds is an error.
 */
export function postgresqlAdapter(url: string, connections: number): PrismaPg {
  const config: PoolConfig = {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 2000,
    // Longer than `statement_timeout`: for a server that does not answer at all.
    query_timeout: 8000,
    keepAlive: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, whatever its type says
    onConnect: (client) => client.query(SESSION_SETTINGS),
  };
  return new PrismaPg(config);
}
