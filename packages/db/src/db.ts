import { parseDatabaseUrl } from './database-url.ts';
import { Prisma, PrismaClient } from './generated/client.ts';
import { postgresqlDriver } from './postgresql.ts';

export { Prisma };

/** The typed database: every table as a model, and tagged raw SQL. */
export type Db = PrismaClient;

/** The client inside a transaction; a `Db` fits too, for single statements. */
export type Tx = Prisma.TransactionClient;

export type DbHandle = {
  /** As it was given. */
  url: string;
  db: Db;
  /** A separate pool for background work, so that a busy site cannot starve it. */
  workers: () => Db;
  /**
   * A connection by which this process is heard by the others, likewise: while all work waits for a slow
   * database, a living process must not look gone.
   */
  heartbeat: () => Db;
  /** How busy each pool of this process is now, by what it is for. */
  pools: () => readonly PoolUse[];
  close: () => Promise<void>;
};

/** What the connections of a pool are for. */
export type PoolName = 'requests' | 'workers' | 'heartbeat';

/** Connections of a pool, and how many statements wait for one. */
export type PoolUse = { name: PoolName; most: number; open: number; idle: number; waiting: number };

export type DbOptions = {
  /** Connections for requests: six by default. */
  poolSize?: number;
  /** Called with the text of each sent statement. */
  onStatement?: (sql: string) => void;
};

const REQUEST_CONNECTIONS = 6;
const WORKER_CONNECTIONS = 2;
const HEARTBEAT_CONNECTIONS = 1;

/**
 * Opens the database that a `DATABASE_URL` names. It is not contacted before the first query.
 * @throws an Error that says what to do where the address cannot be read.
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
