import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlQuery } from '@prisma/driver-adapter-utils';
import pg, { type ClientConfig, type PoolConfig } from 'pg';

import { enforceDeadline } from './database-deadline.ts';

// Time limits, so that an outage fails fast instead of queueing. The adapter writes and reads times
// as UTC without saying so: the session has to agree.
const SESSION_SETTINGS = [
  `set time zone 'UTC'`,
  `set default_transaction_isolation = 'read committed'`,
  `set statement_timeout = '5s'`,
  `set lock_timeout = '2s'`,
  `set idle_in_transaction_session_timeout = '10s'`,
  // PostgreSQL compiles what it expects to be dear. In a large shop it expects wrongly: the check of stock
  // took 25 ms to compile and 0.3 ms to run, every minute.
  `set jit = off`,
].join(';');

/**
 * A connection that always has an error listener. The pool removes its own when it hands a
 * connection out, and the adapter adds one a microtask later: a session that the server ends in
 * between would otherwise crash the process. The next statement reports the error.
 */
export class PooledClient extends pg.Client {
  /** Whether a statement that it has prepared no longer fits the tables. */
  isOutdated = false;

  constructor(config?: ClientConfig) {
    super(config);
    // guard: a session that the database ends does not end the process
    this.on('error', () => {});
    this.connection.on('errorMessage', ({ code, routine }: pg.DatabaseError) => {
      // “Cached plan must not change result type”, in the language of the server.
      if (code === '0A000' && routine === 'RevalidateCachedQuery') this.isOutdated = true;
    });
  }
}

/** An adapter for the statements of requests, each of which waits for its database so long in all. */
class PrismaPgForRequests extends PrismaPg {
  override async connect() {
    return enforceDeadline(await super.connect());
  }
}

export type PostgresqlDriver = {
  /** Ends the pool when it is disposed of. */
  adapter: PrismaPg;
  pool: pg.Pool;
};

/**
 * The driver for a PostgreSQL server, with a pool of at most `connections`. It connects at the first
 * query; waiting two seconds for a connection is an error. In one for `requests` they all share a limit.
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
    // Longer than `statement_timeout`: for a server that does not answer at all.
    query_timeout: 8000,
    keepAlive: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, although its type says void
    onConnect: (client) => client.query(SESSION_SETTINGS),
  };
  const pool = new pg.Pool(config);
  // The pool drops what ends at its return; a failed transaction would give it back as it is.
  pool.on('release', (_error, client) => {
    if (!(client instanceof PooledClient)) return;
    // A `ROLLBACK` behind a statement that is not answered is never sent: after `query_timeout` the driver
    // takes it out of its queue.
    const isUnfit =
      // guard: a connection with a statement that does not fit any more is not used again
      client.isOutdated ||
      // guard: a connection in the middle of a transaction never goes to another caller
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

/** Of so many statements a connection keeps the plan, in the memory of the database. */
const MOST_PREPARED = 200;

/**
 * Names the statements of a pool that come again, so that each of its connections has them parsed, and soon
 * planned, once. The empty name is for one time: of a statement without parameters, of one that comes first,
 * and of all others once there are enough: a list of ids is another text for each length.
 */
export function createStatementNames(): (statement: Pick<SqlQuery, 'sql' | 'args'>) => string {
  const names = new Map<string, string>();
  return ({ sql, args }) => {
    if (args.length === 0) return '';
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size < MOST_PREPARED) names.set(sql, `s${names.size}`);
    return '';
  };
}
