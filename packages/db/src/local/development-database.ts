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

/** The database of `pnpm dev`. */
export type DevelopmentDatabase = {
  url: string;
  /** Stops its server. */
  close: () => Promise<void>;
};

const DATABASE = 'agres';

/** The file under the data folder that names the database while its server runs. */
const URL_FILE = 'database-url';

/** Commands of the owner and `pnpm dev` use few connections. */
const SETTINGS = { max_connections: '60', shared_buffers: '64MB' };

/** Arbitrary, but used by no other program on the server. */
const LOCK_KEY = 7_218_311;

/**
 * Starts the PostgreSQL server of `pnpm dev` on the data in `folder`/postgres, which it creates at first,
 * and writes its address to `folder`/database-url. A server that an earlier run left behind is taken over.
 * @throws an Error that says what to do.
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

/** Makes the directory of the server's data, whole or not at all; answers where it lies. */
async function prepareDirectory(folder: string): Promise<string> {
  const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
  const account = accountForPostgres();
  // PostgreSQL does not run as root, and its account may not enter the home folder of root.
  const directory = canReach(account, folder)
    ? join(folder, 'postgres')
    : join('/var/tmp', `agres-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`);
  // Who deletes the folder wants new data, wherever they lie.
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
 * Holds a database for one `pnpm dev`: each run has a payment emulator of its own, whose payments another
 * run would not know. Answers how to let it go; it ends with this process.
 * @throws an Error where another run holds it.
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
