import { PrismaPg } from '@prisma/adapter-pg';
import pg, { type ClientConfig, type PoolConfig } from 'pg';

// Time limits, so that an outage fails fast instead of queueing. The adapter writes and reads times
// as UTC without saying so: the session has to agree.
const SESSION_SETTINGS = [
  `set time zone 'UTC'`,
  `set default_transaction_isolation = 'read committed'`,
  `set statement_timeout = '5s'`,
  `set lock_timeout = '2s'`,
  `set idle_in_transaction_session_timeout = '10s'`,
].join(';');

/**
 * A connection that always has an error listener. The pool removes its own when it hands a
 * connection out, and the adapter adds one a microtask later: a session that the server ends in
 * between would otherwise crash the process. The next statement reports the error.
 */
export class PooledClient extends pg.Client {
  constructor(config?: ClientConfig) {
    super(config);
    // guard: a session that the database ends does not end the process
    this.on('error', () => {});
  }
}

export type PostgresqlDriver = {
  /** Ends the pool when it is disposed of. */
  adapter: PrismaPg;
  pool: pg.Pool;
};

/**
 * The driver for a PostgreSQL server, with a pool of at most `connections`. It connects at the first
 * query; waiting two seconds for a connection is an error.
 */
export function postgresqlDriver(url: string, connections: number): PostgresqlDriver {
  const config: PoolConfig = {
    Client: PooledClient,
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 2000,
    // Longer than `statement_timeout`: for a server that does not answer at all.
    query_timeout: 8000,
    keepAlive: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, whatever its type says
    onConnect: (client) => client.query(SESSION_SETTINGS),
  };
  const pool = new pg.Pool(config);
  return { adapter: new PrismaPg(pool, { disposeExternalPool: true }), pool };
}
