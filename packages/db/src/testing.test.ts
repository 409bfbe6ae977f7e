import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { createDb } from './db.ts';
import {
  findPrograms,
  readPostmasterPid,
  startPostgresServer,
  type PostgresServer,
} from './local/postgres-server.ts';
import { createTestDatabase, openTestDatabase } from './testing.ts';
import { runOn } from './testing/test-servers.ts';

describe('a test database', () => {
  test('is migrated, empty and isolated', async () => {
    const [one, two] = await Promise.all([openTestDatabase(), openTestDatabase()]);
    await one.db.job.create({ data: { kind: 'test', payload: {} } });
    expect(one.url).not.toBe(two.url);
    expect(await one.db.job.count()).toBe(1);
    expect(await two.db.job.count()).toBe(0);
    await Promise.all([one.close(), two.close()]);
  });

  test('is dropped when it is closed', async () => {
    const database = await createTestDatabase();
    await database.close();
    await expect(useOf(database.url)).rejects.toThrow(/does not exist/);
  });
});

describe('a temporary server', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.remove());
  afterEach(() => vi.unstubAllEnvs());

  test('has a fixed collation and encoding, and a time zone other than UTC', async () => {
    const [row] = await runOn(
      server.url,
      `select current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone,
        lower('ÉTÉ') as lower, 'Z' < 'a' as "byCodePoint"`,
    );
    expect(row).toEqual({
      encoding: 'UTF8',
      zone: 'Europe/Paris',
      lower: 'été',
      byCodePoint: true,
    });
  });

  test('requires its password, which it keeps in a private file', async () => {
    const stranger = new URL(server.url);
    stranger.password = 'guessed';
    await expect(canConnect(stranger.href)).resolves.toBe(false);
    const [row] = await runOn(
      server.url,
      `select current_setting('data_directory') as data,
        current_setting('unix_socket_directories') as sockets`,
    );
    expect(row?.['sockets']).toBe('');
    const directory = dirname(String(row?.['data']));
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect((await stat(join(directory, 'password'))).mode & 0o777).toBe(0o600);
  });

  test('restarts after a stop and after a crash', async () => {
    for (const mode of ['fast', 'immediate'] as const) {
      await server.stop(mode);
      await expect(canConnect(server.url)).resolves.toBe(false);
      await server.start();
      await expect(canConnect(server.url)).resolves.toBe(true);
    }
  });

  test('ignores Ctrl+C in the terminal of its parent process', async () => {
    const [row] = await runOn(server.url, `select current_setting('data_directory') as data`);
    const groups = [process.pid, await readPostmasterPid(String(row?.['data']))].map((pid) =>
      execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }).trim(),
    );
    expect(new Set(groups).size).toBe(2);
  });

  test.skipIf(process.getuid?.() !== 0)(
    'runs as root from a folder that only root may enter',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'agres-of-root-'));
      const { folder: programs } = await findPrograms();
      await cp(dirname(programs), folder, { recursive: true, verbatimSymlinks: true });
      vi.stubEnv('POSTGRES_PROGRAMS', join(folder, 'bin'));
      const own = await startPostgresServer();
      await expect(canConnect(own.url)).resolves.toBe(true);
      await own.remove();
      await rm(folder, { recursive: true });
    },
  );

  test('reports why it fails to start', async () => {
    vi.stubEnv('POSTGRES_PROGRAMS', '/nowhere');
    await expect(startPostgresServer()).rejects.toThrow(
      'POSTGRES_PROGRAMS names /nowhere, which has no PostgreSQL that runs on this system.',
    );
    await server.stop();
    const other = createServer().listen(Number(new URL(server.url).port), '127.0.0.1');
    await once(other, 'listening');
    await expect(server.start()).rejects.toThrow(/^PostgreSQL did not start: .*FATAL: .*socket/);
    other.close();
    await server.start();
  });

  test('stops with its parent process, even after SIGKILL', async () => {
    const child = spawn(process.execPath, [
      '--input-type=module-typescript',
      '-e',
      `import { startPostgresServer } from ${JSON.stringify(import.meta.resolve('./local/postgres-server.ts'))};
       const server = await startPostgresServer();
       console.log(server.url);
       setInterval(() => {}, 1000);`,
    ]);
    const [line] = await once(child.stdout, 'data');
    const url = String(line).trim();
    await expect(canConnect(url)).resolves.toBe(true);
    child.kill('SIGKILL');
    for (let tries = 0; tries < 100 && (await canConnect(url)); tries += 1) await sleep(50);
    await expect(canConnect(url)).resolves.toBe(false);
  });
});

async function useOf(url: string): Promise<void> {
  const handle = createDb(url);
  try {
    await handle.db.user.count();
  } finally {
    await handle.close();
  }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
