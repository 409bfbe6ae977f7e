import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';

import {
  accountForPostgres,
  canReach,
  createCluster,
  findPrograms,
  findRunningServer,
  openCluster,
  runServer,
} from './postgres-server.ts';

export type DevelopmentDatabase = {
  url: string;
  close: () => Promise<void>;
};

const DATABASE = 'agres';

/** The file in the data folder with the database's URL, while its server runs. */
const URL_FILE = 'database-url';

/** `pnpm dev` and the owner's commands use few connections. */
const SETTINGS = { max_connections: '60', shared_buffers: '64MB' };

/** Arbitrary, but used by no other program on the server. */
const LOCK_KEY = 7_218_311;

/**
 * Starts the PostgreSQL server of `pnpm dev` on the data in `folder`/postgres, created on the first run,
 * and writes its URL to `folder`/database-url. Reuses a server that an earlier run left running.
 * @throws an Error with instructions.
 */
export async function openDevelopmentDatabase(folder: string): Promise<DevelopmentDatabase> {
  const directory = await prepareDirectory(folder);
  const cluster = await openCluster(directory);
  const server =
    (await findRunningServer(cluster)) ??
    (await runServer(cluster, { settings: SETTINGS, whenOrphaned: 'fast' }).catch(
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`${reason}\nTo start with new data, delete ${folder}.`, {
          cause: error,
        });
      },
    ));
  await createDatabase(server.url);
  const url = new URL(server.url);
  url.pathname = `/${DATABASE}`;
  const urlFile = join(folder, URL_FILE);
  await rm(urlFile, { force: true });
  await writeFile(urlFile, `${url.href}\n`, { mode: 0o600 });
  return {
    url: url.href,
    close: async () => {
      await rm(urlFile, { force: true });
      await server.stop();
    },
  };
}

/** Creates the server's data directory atomically; returns its path. */
async function prepareDirectory(folder: string): Promise<string> {
  const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
  const account = accountForPostgres();
  // PostgreSQL does not run as root, and its account may have no access to root's home.
  const directory = canReach(account, folder)
    ? join(folder, 'postgres')
    : join('/var/tmp', `agres-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`);
  // Deleting the folder means starting with new data, wherever the data is.
  if (isNew) await rm(directory, { recursive: true, force: true });
  if (!existsSync(directory)) {
    const unfinished = `${directory}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { mode: 0o700 });
    await createCluster({ directory: unfinished, programs: await findPrograms() });
    await rename(unfinished, directory);
  }
  const { uid } = await stat(directory);
  if (uid !== (account.uid ?? process.getuid?.() ?? uid)) {
    throw new Error(
      `${directory} belongs to another user. Give it to yours, or delete it to start with new data.`,
    );
  }
  return directory;
}

async function createDatabase(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      DATABASE,
    ]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/**
 * Locks a database for one `pnpm dev`: each run has its own payment emulator, whose payments another run
 * would not know. Returns a function that releases the lock, which also ends with this process.
 * @throws an Error if another run holds it.
 */
export async function holdForDevelopment(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ isHeld: boolean }>(
    `select pg_try_advisory_lock(${LOCK_KEY}) as "isHeld"`,
  );
  if (rows[0]?.isHeld === true) return () => client.end();
  await client.end();
  throw new Error(
    'Another `pnpm dev` runs on this database. End that one, or name another database in DATABASE_URL.',
  );
}
