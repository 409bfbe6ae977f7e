import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import {
  access,
  chown,
  constants,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import pg from 'pg';

import { freePort } from './free-port.ts';

/** `fast` ends its sessions and shuts down in order; `immediate` is a crash. */
export type StopMode = 'fast' | 'immediate';

/** A PostgreSQL server of our own in a temporary directory, for tests. */
export type PostgresServer = {
  /** Of its `postgres` database, as the superuser. */
  url: string;
  /** What is running: "PostgreSQL 15.14". */
  version: string;
  start: () => Promise<void>;
  stop: (mode?: StopMode) => Promise<void>;
  /** Stops it and removes its directory. */
  remove: () => Promise<void>;
};

export type PostgresServerOptions = {
  /** Waits for the disk at each commit, as a server in production does; tests rarely need it. */
  durability?: 'fsync' | 'none';
  /** A folder of its own for its data, without its log: another disk, say. */
  dataIn?: string;
  /**
   * The address of a server that this one follows by streaming, called `follower` there, until it is
   * promoted: `select pg_promote()`.
   */
  following?: string;
};

/**
 * Starts a server from the machine's own PostgreSQL binaries, on a free port of the loopback
 * interface; undefined where there are none. As root it runs under another user, because
 * PostgreSQL refuses root. It stops with this process, however that ends.
 */
export async function startPostgresServer({
  durability = 'none',
  dataIn,
  following,
}: PostgresServerOptions = {}): Promise<PostgresServer | undefined> {
  const binaries = await findBinaries();
  const account = unprivilegedAccount();
  if (binaries === undefined || account === undefined) return undefined;

  const directory = await mkdtemp(join(tmpdir(), 'agres-postgres-'));
  if (account.uid !== undefined) await chown(directory, account.uid, account.gid);
  if (dataIn !== undefined && account.uid !== undefined) {
    await chown(dataIn, account.uid, account.gid);
  }
  const data = join(dataIn ?? directory, 'data');
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const log = ['--waldir', join(directory, 'log')];
  const own = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const copied = ['-R', '--checkpoint=fast', '-d', `${following}?application_name=follower`];
  await promisify(execFile)(
    join(binaries, following === undefined ? 'initdb' : 'pg_basebackup'),
    ['-D', data, ...log, ...(following === undefined ? own : copied)],
    { ...account, cwd: directory },
  );

  let running: ChildProcess | undefined;
  const start = async () => {
    running = launch([join(binaries, 'postgres'), '-D', data, ...settings(port, durability)], {
      ...account,
      cwd: directory,
    });
    await untilItAnswers(url, running);
  };
  const stop = async (mode: StopMode = 'fast') => {
    const child = running;
    running = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    signalPostmaster(await readFile(join(data, 'postmaster.pid'), 'utf8'), mode);
    await ended;
  };
  const removeAtExit = () => {
    running?.stdin?.destroy();
    rmSync(directory, { recursive: true, force: true });
  };
  process.once('exit', removeAtExit);
  const remove = async () => {
    await stop('immediate');
    process.off('exit', removeAtExit);
    await rm(directory, { recursive: true, force: true });
  };

  try {
    await start();
    return { url, version: await versionOf(url), start, stop, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Whether this machine has PostgreSQL binaries that a temporary server can be started from. */
export async function hasPostgresBinaries(): Promise<boolean> {
  return (await findBinaries()) !== undefined && unprivilegedAccount() !== undefined;
}

/**
 * The directory of this machine's PostgreSQL binaries. The newest installation wins; Debian keeps each
 * version in a directory of its own, off the PATH.
 */
export async function findBinaries(): Promise<string | undefined> {
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch(() => []);
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a));
  const inPath = await promisify(execFile)('sh', ['-c', 'command -v initdb']).catch(
    () => undefined,
  );
  const candidates = [
    ...newestFirst.map((version) => join(debian, version, 'bin/initdb')),
    ...(inPath ? [inPath.stdout.trim()] : []),
  ];
  for (const initdb of candidates) {
    // PostgreSQL looks for its other files beside the real binary, not beside a link to it.
    const folder = dirname(await realpath(initdb).catch(() => initdb));
    if (await isExecutable(join(folder, 'postgres'))) return folder;
  }
  return undefined;
}

/** Whether there is a file that this user may run. */
export const isExecutable = (file: string) =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

type Account = { uid: number; gid: number } | { uid?: never; gid?: never };

/** Nothing to change for an ordinary user; for root the ids of another; undefined: there is none. */
function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }));
      return { uid: idOf('-u'), gid: idOf('-g') };
    } catch {
      continue;
    }
  }
  return undefined;
}

function settings(port: number, durability: 'fsync' | 'none'): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '64MB',
    // Not UTC, so that a session that forgets to ask for it shows.
    timezone: 'Europe/Paris',
    ...(durability === 'none' ? { fsync: 'off', full_page_writes: 'off' } : {}),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

// A shell stands between: when the pipe to it closes, whatever ended this process, it stops the
// server.
const KEEPER = `
  exec 3<&0
  "$@" 3<&- & server=$!
  (read -r _ <&3; kill -QUIT $server) & keeper=$!
  wait $server
  kill $keeper
`;

function launch(command: string[], options: Account & { cwd: string }): ChildProcess {
  return spawn('sh', ['-c', KEEPER, 'sh', ...command], {
    ...options,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

function signalPostmaster(pidFile: string, mode: StopMode): void {
  const pid = Number(pidFile.split('\n')[0]);
  process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error('The temporary PostgreSQL server did not start.');
    try {
      await versionOf(url);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return `PostgreSQL ${rows[0]?.server_version.split(' ')[0]}`;
  } finally {
    await client.end();
  }
}
