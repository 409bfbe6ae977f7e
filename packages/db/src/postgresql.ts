import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlQuery } from '@prisma/driver-adapter-utils';
import pg, { type ClientConfig, type PoolConfig } from 'pg';

import { enforceDeadline } from './database-deadline.ts';

// Timeouts make an outage fail fast instead of queueing. The adapter writes and reads times as UTC without
// a time zone, so the session must use UTC.
const SESSION_SETTINGS = [
  `set time zone 'UTC'`,
  `set default_transaction_isolation = 'read committed'`,
  `set statement_timeout = '5s'`,
  `set lock_timeout = '2s'`,
  `set idle_in_transaction_session_timeout = '10s'`,
  // PostgreSQL JIT-compiles queries that it expects to be expensive, and overestimates in a large shop: the
  // stock check took 25 ms to compile and 0.3 ms to run, every minute.
  `set jit = off`,
].join(';');

/**
 * A client that always has an error listener. The pool removes its own when it hands a connection out, and
 * the adapter adds one a microtask later: a session that the server ends in between would otherwise crash
 * the process. The next statement reports the error.
 */
export class PooledClient extends pg.Client {
  /** Whether one of its prepared statements no longer matches the tables. */
  isOutdated = false;

  constructor(config?: ClientConfig) {
    super(config);
    // guard: a connection ended by the database does not crash the process
    this.on('error', () => {});
    this.connection.on('errorMessage', ({ code, routine }: pg.DatabaseError) => {
      // Recognizes the error “cached plan must not change result type”, whose message is in the server's
      // language.
      if (code === '0A000' && routine === 'RevalidateCachedQuery') this.isOutdated = true;
    });
  }
}

/** An adapter for requests, whose statements share the request's deadline. */
class PrismaPgForRequests extends PrismaPg {
  override async connect() {
    return enforceDeadline(await super.connect());
  }
}

export type PostgresqlDriver = {
  /** Ends the pool when disposed. */
  adapter: PrismaPg;
  pool: pg.Pool;
};

/**
 * Creates the driver for a PostgreSQL server, with a pool of at most `connections`. It connects at the
 * first query; waiting two seconds for a connection is an error. With `isForRequests` the request's
 * deadline applies.
 */
export function postgresqlDriver(
  url: string,
  connections: number,
  isForRequests = false,
): PostgresqlDriver {
  const config: PoolConfig = {
    Client: PooledClient,
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 2000,
    // This timeout is longer than `statement_timeout`, for a server that does not answer at all.
    query_timeout: 8000,
    keepAlive: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, although its type says void
    onConnect: (client) => client.query(SESSION_SETTINGS),
  };
  const pool = new pg.Pool(config);
  // The pool discards a released client that has been ended. End every client that must not be reused: one
  // with an open transaction or outdated prepared statements.
  pool.on('release', (_error, client) => {
    if (!(client instanceof PooledClient)) return;
    // A `ROLLBACK` queued behind an unanswered statement is never sent: the driver removes it from its
    // queue after `query_timeout`.
    const isUnfit =
      // guard: a connection with an outdated prepared statement is closed
      client.isOutdated ||
      // guard: a connection with an open transaction is closed, not reused
      client.getTransactionStatus() !== 'I';
    if (isUnfit) client.end().catch(() => undefined);
  });
  const Adapter = isForRequests ? PrismaPgForRequests : PrismaPg;
  const adapter = new Adapter(pool, {
    disposeExternalPool: true,
    statementNameGenerator: createStatementNames(),
  });
  return { adapter, pool };
}

/** The maximum of named statements per connection, whose plans use the database's memory. */
const MAX_PREPARED_STATEMENTS = 200;

/**
 * Names a pool's repeated statements, so that each connection parses and soon plans them only once.
 * The empty name means unprepared: for statements without parameters, for a first occurrence, and for all
 * others once there are `MAX_PREPARED_STATEMENTS`, because a list of ids is a different text for each length.
 */
export function createStatementNames(): (statement: Pick<SqlQuery, 'sql' | 'args'>) => string {
  const names = new Map<string, string>();
  return ({ sql, args }) => {
    if (args.length === 0) return '';
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size < MAX_PREPARED_STATEMENTS) names.set(sql, `s${names.size}`);
    return '';
  };
}
