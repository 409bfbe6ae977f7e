import type { PGlite } from '@electric-sql/pglite';

import { readDatabaseUrl } from './database-url.ts';
import { Prisma, PrismaClient } from './generated/client.ts';
import { postgresqlAdapter } from './postgresql.ts';

export { Prisma };

/** The typed database: every table as a model, and tagged raw SQL. */
export type Db = PrismaClient;

/** The client inside a transaction; a `Db` fits too, for single statements. */
export type Tx = Prisma.TransactionClient;

export type DbHandle = {
  /** As it was given. */
  url: string;
  db: Db;
  /**
   * A separate pool for background work, so that a busy site cannot starve it. The same as `db` on
   * PGlite, which has one connection.
   */
  workers: () => Db;
  close: () => Promise<void>;
} & ({ kind: 'postgresql' } | { kind: 'pglite'; pglite: PGlite });

export type DbKind = DbHandle['kind'];

export type DbOptions = {
  /** Connections for requests, on PostgreSQL. Six beside the two for workers make eight. */
  poolSize?: number;
};

const WORKER_CONNECTIONS = 2;

/**
 * Opens the database that a `DATABASE_URL` names. PostgreSQL is not contacted before the first
 * query; PGlite is opened at once and locked against other processes.
 * @throws an Error that says what to do: unreadable address, directory in use elsewhere.
 */
export async function createDb(url: string, options: DbOptions = {}): Promise<DbHandle> {
  const address = readDatabaseUrl(url);
  return address.kind === 'postgresql'
    ? createPostgresqlDb(address.url, options)
    : createPgliteDb(url, address.directory);
}

function createPostgresqlDb(url: string, { poolSize = 6 }: DbOptions): DbHandle {
  const db = connect(postgresqlAdapter(url, poolSize));
  let workerDb: Db | undefined;
  const workers = () => (workerDb ??= connect(postgresqlAdapter(url, WORKER_CONNECTIONS)));
  const close = async () => {
    await Promise.all([db.$disconnect(), workerDb?.$disconnect()]);
  };
  return { kind: 'postgresql', url, db, workers, close };
}

async function createPgliteDb(url: string, directory: string | null): Promise<DbHandle> {
  // Loaded only when used: it costs 10 MB of code and its memory.
  const { openPglite } = await import('./pglite.ts');
  const { pglite, adapter, close: closePglite } = await openPglite(directory);
  const db = connect(adapter);
  const close = async () => {
    await db.$disconnect();
    await closePglite();
  };
  return { kind: 'pglite', url, db, workers: () => db, close, pglite };
}

type Adapter = ConstructorParameters<typeof PrismaClient>[0]['adapter'];

function connect(adapter: NonNullable<Adapter>): Db {
  return new PrismaClient({
    adapter,
    errorFormat: 'minimal',
    transactionOptions: { maxWait: 2000, timeout: 5000 },
  });
}
