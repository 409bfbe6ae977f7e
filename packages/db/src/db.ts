import { parseDatabaseUrl } from './database-url.ts';
import { Prisma, PrismaClient } from './generated/client.ts';
import { postgresqlDriver } from './postgresql.ts';

export { Prisma };

export type Db = PrismaClient;

/** The client inside a transaction; a `Db` is accepted too, for single statements. */
export type Tx = Prisma.TransactionClient;

export type DbHandle = {
  url: string;
  db: Db;
  /** Returns a separate pool for background work, so that a busy site cannot starve it. */
  workers: () => Db;
  /**
   * Returns a separate connection for this process's heartbeat: while all work waits for a slow database, a
   * live process must not be taken for dead.
   */
  heartbeat: () => Db;
  pools: () => readonly PoolUse[];
  close: () => Promise<void>;
};

export type PoolName = 'requests' | 'workers' | 'heartbeat';

/** A pool's connections, and the number of statements waiting for one. */
export type PoolUse = { name: PoolName; most: number; open: number; idle: number; waiting: number };

export type DbOptions = {
  /** How many connections the requests share; default 6. */
  poolSize?: number;
  onStatement?: (sql: string) => void;
};

const REQUEST_CONNECTIONS = 6;
const WORKER_CONNECTIONS = 2;
const HEARTBEAT_CONNECTIONS = 1;

/**
 * Opens the database of a `DATABASE_URL`. Connects at the first query.
 * @throws an Error with instructions if the URL cannot be parsed.
 */
export function createDb(
  url: string,
  { poolSize = REQUEST_CONNECTIONS, onStatement }: DbOptions = {},
): DbHandle {
  parseDatabaseUrl(url);
  const opened: { db: Db; use: () => PoolUse }[] = [];
  const open = (name: PoolName, connections: number) => {
    const { adapter, pool } = postgresqlDriver(url, connections, name === 'requests');
    const use = () => ({
      name,
      most: connections,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    });
    const client = connect(adapter, onStatement);
    opened.push({ db: client, use });
    return client;
  };
  const db = open('requests', poolSize);
  let workerDb: Db | undefined;
  let heartbeatDb: Db | undefined;
  return {
    url,
    db,
    workers: () => (workerDb ??= open('workers', WORKER_CONNECTIONS)),
    heartbeat: () => (heartbeatDb ??= open('heartbeat', HEARTBEAT_CONNECTIONS)),
    pools: () => opened.map(({ use }) => use()),
    close: async () => {
      await Promise.all(opened.map((pool) => pool.db.$disconnect()));
    },
  };
}

type Adapter = ConstructorParameters<typeof PrismaClient>[0]['adapter'];

function connect(adapter: NonNullable<Adapter>, onStatement?: (sql: string) => void): Db {
  const options = {
    adapter,
    errorFormat: 'minimal',
    transactionOptions: { maxWait: 2000, timeout: 5000 },
  } as const;
  if (onStatement === undefined) return new PrismaClient(options);
  const db = new PrismaClient({ ...options, log: [{ emit: 'event', level: 'query' }] });
  db.$on('query', ({ query }) => onStatement(query));
  return db;
}
