import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { createDb, type Db } from '@agres/db/db';
import { freePort } from '@agres/db/local/free-port';
import { pendingMigrations, readMigrations } from '@agres/db/migrations';
import { createEmptyDatabase, createTestDatabase } from '@agres/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { copyRepository } from './testing/copy-repository.ts';
import { readStat, TICKS_PER_SECOND } from './testing/process-stat.ts';

const DEV = join(import.meta.dirname, 'dev.ts');

/** Less than a test's timeout, so that a hanging start reports its output. A busy machine needs 50 s. */
const SHOWN_WITHIN_MS = 240_000;

test.each(['abc', '70000', '80.5'])(
  'PORT=%s is rejected by name before anything starts',
  (PORT) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [DEV], {
      env: { ...process.env, PORT },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr.trim()).toBe(`PORT must be a port, 1 to 65535, and is "${PORT}".`);
    expect(stdout).toBe('');
  },
);

describe('an unsuitable database', () => {
  const startOn = async (settings: Record<string, string>) => {
    const PORT = String(await freePort());
    return spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', DEV], {
      env: { ...process.env, PORT, ...settings },
      encoding: 'utf8',
    });
  };

  test.each(['localhost:3000', 'shop.test', 'ftp://shop.test', 'http://shop.test/fr'])(
    'PUBLIC_URL=%s is rejected by name before anything is written',
    async (PUBLIC_URL) => {
      const database = await createEmptyDatabase();
      const ended = await startOn({ PUBLIC_URL, DATABASE_URL: database.url });
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr).toContain(`  PUBLIC_URL is "${PUBLIC_URL}": must `);
      const { db, close } = createDb(database.url);
      expect(await pendingMigrations(db, await readMigrations())).not.toEqual([]);
      await close();
      await database.close();
    },
  );

  test('of another site is rejected before it is migrated', async () => {
    const database = await createTestDatabase();
    const migrations = async (change: (db: Db) => Promise<unknown>) => {
      const { db, close } = createDb(database.url);
      await change(db);
      const names = await db.$queryRaw`SELECT migration_name FROM _prisma_migrations ORDER BY 1`;
      const accounts = await db.user.count();
      await close();
      return { names, accounts };
    };
    const before = await migrations(async (db) => {
      await db.installation.create({
        data: { site: 'https://www.agres.test', place: 'elsewhere', trustedFrom: new Date() },
      });
      // As in a database of the previous release.
      await db.$executeRaw`
        DELETE FROM _prisma_migrations
        WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`;
    });
    const ended = await startOn({ DATABASE_URL: database.url });
    expect(ended).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('This database was made for another site'),
    });
    expect(await migrations(async () => undefined)).toEqual(before);
    await database.close();
  });
}, 120_000);

describe('the site of pnpm dev', () => {
  const work = mkdtempSync(join(tmpdir(), 'dev-'));
  // PostgreSQL of a root user's test runs as another user, who needs access to the folder.
  chmodSync(work, 0o755);
  const copy = copyRepository(join(work, 'shop'));
  const probes = join(copy, 'apps/server/src/http/probes.ts');
  let port: number;
  let dev: ChildProcess;
  let said = '';

  /** Resolves when the terminal shows a text, after its output so far or from a position. */
  const shows = (words: string, from = said.length): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (!said.includes(words, from)) return;
        forget();
        resolve();
      };
      const giveUp = (how: string) => {
        forget();
        reject(new Error(`${how} without "${words}":\n${said}`));
      };
      const onExit = () => giveUp('ended');
      const waited = setTimeout(() => giveUp('waited'), SHOWN_WITHIN_MS);
      const forget = () => {
        clearTimeout(waited);
        for (const stream of [dev.stdout, dev.stderr]) stream?.off('data', look);
        dev.off('exit', onExit);
      };
      for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', look);
      dev.once('exit', onExit);
      look();
    });

  const start = async (settings: Record<string, string>): Promise<void> => {
    const from = said.length;
    dev = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(copy, 'scripts/dev.ts')],
      {
        env: { ...process.env, DATABASE_URL: '', PORT: String(port), ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    for (const stream of [dev.stdout, dev.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    }
    await shows('People, password', from);
  };
  const exitCode = async (): Promise<unknown> => (await once(dev, 'exit'))[0];
  const stop = () => {
    dev.kill('SIGTERM');
    return exitCode();
  };
  /** Sends SIGINT to all processes at once, as a terminal does for Ctrl+C. */
  const interrupt = () => {
    const children = childrenOf(dev.pid);
    dev.kill('SIGINT');
    for (const pid of children) {
      try {
        process.kill(pid, 'SIGINT');
      } catch (error) {
        // A child, such as a build, may have ended by itself.
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
    }
    return exitCode();
  };

  /** Occupies the emulator's default port; if another program has it already, that serves as well. */
  const taken = createServer();
  beforeAll(async () => {
    taken.listen(12_111, '127.0.0.1');
    await Promise.race([once(taken, 'listening'), once(taken, 'error')]).catch(() => undefined);
    port = await freePort();
    await start({ DEV_HOSTS: 'shop.test' });
  }, 300_000);
  afterAll(() => taken.close());
  afterAll(async () => {
    if (dev.exitCode === null && dev.signalCode === null) {
      dev.kill('SIGKILL');
      await once(dev, 'exit');
    }
    rmSync(work, { recursive: true, force: true });
  });

  /** Returns the ports of this run's helpers, which may differ from the default ones. */
  const helperPortsOf = (server: number | undefined) => {
    const settings = environmentOf(server);
    const announced = said.slice(said.lastIndexOf('  Emails '));
    return {
      smtp: portOf(/\bSMTP_URL=(\S+)/.exec(settings)?.[1]),
      emulator: portOf(/\bSTRIPE_API_URL=(\S+)/.exec(settings)?.[1]),
      mailbox: portOf(/Emails\s+(\S+)/.exec(announced)?.[1]),
    };
  };

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const asked = request({ host: '127.0.0.1', port, path, headers });
    asked.end();
    const [response] = await once(asked, 'response');
    return { status: response.statusCode as number, body: await text(response) };
  };

  test('reports a port in use, and the port it uses instead', () => {
    expect(said).toContain('Port 12111 (emulator) is taken: another one is used');
    const [, announced = ''] = /Payments\s+(http:\S+)/.exec(said) ?? [];
    expect(announced).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/_emulator\/$/);
    expect(announced).not.toContain(':12111/');
  });

  test('answers a client that offers an HTTP/2 upgrade, such as Java’s, over HTTP/1.1', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `GET /healthz HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: Upgrade, HTTP2-Settings, close\r\n` +
        'Upgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\n\r\n',
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\{"status":"ok"\}/);
  });

  test('answers an unknown method or a malformed request as in production', async () => {
    const answerTo = async (sent: string) => {
      const socket = connect(port, '127.0.0.1');
      socket.write(sent);
      return text(socket);
    };
    const unknown = await answerTo(`BREW /api/items HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
    expect(unknown).toMatch(/^HTTP\/1\.1 405 [\s\S]*Allow: GET[\s\S]*"code":"method_not_allowed"/);
    expect(await answerTo('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"invalid_fields"/);
  });

  test('refuses a foreign host in the usual error format, and names DEV_HOSTS', async () => {
    const refused = shows('DEV_HOSTS');
    for (const path of ['/api/home', '/fr', '/src/entry-client.tsx']) {
      const { status, body } = await ask(path, { host: 'rebound.example:3000' });
      expect({ path, status, body }).toEqual({
        path,
        status: 403,
        body: expect.stringContaining('"message":"error_message"'),
      });
    }
    await refused;
    for (const host of [
      'localhost',
      '127.0.0.1',
      '[::1]',
      'shop.test',
      'shop.localhost',
      '192.168.1.7',
    ]) {
      const { status } = await ask('/api/home', { host: `${host}:${port}` });
      expect({ host, status }).toEqual({ host, status: 200 });
    }
  });

  test('serves the sources of pages, but no database, settings or other files', async () => {
    writeFileSync(join(copy, '.env'), '');
    writeFileSync(join(copy, 'apps/web/.env'), '');
    expect(existsSync(join(copy, '.data/database-url'))).toBe(true);
    expect(existsSync(join(copy, '.data/postgres'))).toBe(true);
    for (const path of [
      '/src/entry-client.tsx',
      '/@vite/client',
      `/@fs${copy}/packages/domain/src/paths.ts`,
    ]) {
      expect({ path, status: (await ask(path)).status }).toEqual({ path, status: 200 });
    }
    for (const file of [
      '.data/database-url',
      '.data/postgres/password',
      '.data/postgres/data/PG_VERSION',
      '.env',
      'apps/web/.env',
      'apps/web/package.json',
      'apps/web/vite.config.ts',
      'package.json',
      'apps/server/src/main.ts',
      'prisma/seed/accounts.ts',
    ]) {
      for (const path of [
        `/@fs${copy}/${file}`,
        `/@fs${copy}/${file}?raw`,
        `/@fs${copy}/${file}?import&raw`,
        `/@fs${copy}/${file}?url`,
        `/@fs${copy}/apps/web/src/../../../${file}`,
        `/${file.replace('apps/web/', '')}`,
        `/${file.replace('apps/web/', '')}?raw`,
        `/%2e%2e/%2e%2e/${file}`,
      ]) {
        const { status } = await ask(path);
        expect([path, [403, 404].includes(status) || (status >= 300 && status < 400)]).toEqual([
          path,
          true,
        ]);
      }
    }
  });

  test('restarts when the configuration of the bundler changes', async () => {
    const from = said.length;
    replaceIn(join(copy, 'apps/web/vite.config.ts'), 'root: webDirectory,', 'root: webDirectory, ');
    await shows('is started again', from);
    await shows(' listening ', said.indexOf('is started again', from));
    expect((await ask('/healthz')).status).toBe(200);
  });

  test('reloads changed server code without a failed request', async () => {
    const before = await ask('/healthz');
    expect(before.body).toBe('{"status":"ok"}');
    const loaded = shows('the changed code is loaded').then(() => 'loaded' as const);
    replaceIn(probes, "{ status: 'ok'", "{ status: 'changed'");
    const statuses = new Set<number>();
    for (;;) {
      // Each request waits as long as the reload takes.
      statuses.add((await ask('/healthz')).status);
      if ((await Promise.race([loaded, Promise.resolve('waiting')])) === 'loaded') break;
    }
    expect([...statuses]).toEqual([200]);
    expect((await ask('/healthz')).body).toBe('{"status":"changed"}');
  });

  test('reloads changed server code within three seconds of CPU time', async () => {
    const [server] = childrenOf(dev.pid);
    // The first page is slow: the bundler has just started and transforms every module of it.
    expect((await ask('/fr/faq')).status).toBe(200);
    const before = timeOf(server);
    const loaded = shows('the changed code is loaded');
    replaceIn(probes, "{ status: 'changed'", "{ status: 'changed again'");
    await loaded;
    expect((await ask('/healthz')).body).toBe('{"status":"changed again"}');
    expect((await ask('/fr/faq')).status).toBe(200);
    const after = timeOf(server);
    expect(childrenOf(dev.pid)).toContain(server);
    expect(after.seconds - before.seconds).toBeLessThan(after.isOfProcessor ? 3 : 30);
  });

  test('shows a load error in the terminal and in responses until it is fixed', async () => {
    const failed = shows('cannot be loaded');
    replaceIn(probes, "{ status: 'changed again'", '{ status: ');
    await failed;
    const { status, body } = await ask('/healthz');
    expect(status).toBe(500);
    expect(body).toContain('cannot be loaded');
    expect(body).toContain('probes.ts');
    const mended = shows('the changed code is loaded');
    replaceIn(probes, '{ status: ', "{ status: 'mended'");
    await mended;
    expect((await ask('/healthz')).body).toBe('{"status":"mended"}');
  });

  test('applies changed rules to pages and calls', async () => {
    const brand = join(copy, 'packages/domain/src/brand.ts');
    // This page makes the server load the old brand.
    expect((await ask('/fr/faq')).body).toContain('Agrès');
    const loaded = shows('the changed code is loaded');
    replaceIn(brand, "name: 'Agrès'", "name: 'Anneaux'");
    await loaded;
    const page = await ask('/fr/faq');
    expect(page.status).toBe(200);
    expect(page.body).toContain('Anneaux</title>');
    expect((await ask('/api/openapi.json')).body).toContain('Anneaux');
  });

  test.each([
    {
      where: 'while it renders',
      old: 'component: FaqPageRoute',
      thrown: "component: () => { throw new RangeError('drawn badly'); }",
      line: 'RangeError: drawn badly',
    },
    {
      where: 'in a loader',
      old: 'facts: faqFacts(context)',
      thrown: "facts: (() => { throw new RangeError('loaded badly'); })()",
      line: 'RangeError: loaded badly',
    },
  ])('a page that throws $where prints its error and stack in the terminal', async (page) => {
    const route = join(copy, 'apps/web/src/routes/faq.tsx');
    const from = said.length;
    replaceIn(route, page.old, page.thrown);
    // The server detects the change a moment later.
    while (!said.includes(page.line, from)) await ask('/fr/faq');
    await shows('routes/faq.tsx:', said.indexOf(page.line, from));
    expect(said.slice(from)).toContain(page.line);
    replaceIn(route, page.thrown, page.old);
  });

  test('restarts the office when code changes, even after a syntax error', async () => {
    const office = join(copy, 'apps/server/src/office/start-office.ts');
    const broken = shows('SyntaxError');
    replaceIn(office, "'the office is open'", "'the office is open");
    await broken;
    const from = said.length;
    replaceIn(office, "'the office is open", "'the office is open'");
    await shows('the office is open', from);
    expect(said.slice(from)).not.toContain('SyntaxError');
  });

  const EMPTY = { DATABASE_URL: '', PUBLIC_URL: '', SMTP_URL: '', MAIL_FROM: ' ' };
  test.each([
    { told: 'by SIGTERM', end: stop },
    { told: 'by Ctrl+C, with empty settings', end: interrupt },
  ])('stops completely when ended $told: no process is left, its ports are free', async (way) => {
    if (dev.exitCode !== null) await start(EMPTY);
    expect((await ask('/healthz')).status).toBe(200);
    // The children are the site and the office.
    await expect.poll(() => childrenOf(dev.pid), { timeout: 60_000 }).toHaveLength(2);
    const children = childrenOf(dev.pid);
    const database = portOf(readFileSync(join(copy, '.data/database-url'), 'utf8').trim());
    const ports = { site: port, database, ...helperPortsOf(children[0]) };
    for (const [name, held] of Object.entries(ports)) {
      expect([name, held, await isFree(held)]).toEqual([name, expect.any(Number), false]);
    }
    expect(await way.end()).toBe(0);
    expect(children.filter(isAlive)).toEqual([]);
    expect(existsSync(join(copy, '.data/database-url'))).toBe(false);
    for (const [name, left] of Object.entries(ports)) {
      expect([name, await isFree(left)]).toEqual([name, true]);
    }
  });

  test('restarts on its own database with PUBLIC_URL set', async () => {
    for (const time of ['first', 'second']) {
      await start({ PUBLIC_URL: `http://shop.test:${port}/` });
      const { status } = await ask('/healthz', { host: `shop.test:${port}` });
      expect([time, status]).toEqual([time, 200]);
      expect(await stop()).toBe(0);
    }
  });
}, 300_000);

test('exits when the package manager that started it is killed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'npm-'));
  const script = join(directory, 'script.mjs');
  const starters = JSON.stringify(join(import.meta.dirname, 'parent-process.ts'));
  writeFileSync(
    script,
    `import { onParentExit } from ${starters};
     onParentExit(() => { console.log('gone'); process.exit(0); });
     setInterval(() => {}, 60_000);
     console.log('started');`,
  );
  // Passes no signals on, like npm.
  const npm = join(directory, 'npm.mjs');
  writeFileSync(
    npm,
    `import { spawn } from 'node:child_process';
     spawn('sh', ['-c', '"$0" "$1"; true', process.execPath, ${JSON.stringify(script)}], { stdio: 'inherit' });`,
  );
  const starter = spawn(process.execPath, [npm], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  for await (const chunk of starter.stdout) {
    said += String(chunk);
    if (said === 'started\n') starter.kill('SIGKILL');
  }
  expect(said).toBe('started\ngone\n');
  rmSync(directory, { recursive: true });
});

function replaceIn(file: string, old: string, next: string): void {
  const source = readFileSync(file, 'utf8');
  expect(source).toContain(old);
  writeFileSync(file, source.replace(old, next));
}

async function isFree(port: number): Promise<boolean> {
  const holder = createServer();
  return new Promise((resolve) => {
    holder.once('error', () => resolve(false));
    holder.listen(port, '127.0.0.1', () => holder.close(() => resolve(true)));
  });
}

/** Returns the child processes, except the shell that supervises the database. */
function childrenOf(parent: number | undefined): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ppid, name]) => Number(ppid) === parent && name !== 'ps' && name !== 'sh')
    .map(([pid]) => Number(pid));
}

/** Returns a process's processor time; without one the wall clock, which includes other load. */
function timeOf(pid: number | undefined) {
  const stat = readStat(pid ?? 0);
  return stat === undefined
    ? { isOfProcessor: false, seconds: performance.now() / 1000 }
    : { isOfProcessor: true, seconds: stat.ownTicks / TICKS_PER_SECOND };
}

/** Returns a process's command line and environment, the latter as `NAME=value NAME=value`. */
function environmentOf(pid: number | undefined): string {
  const { stdout } = spawnSync('ps', ['eww', '-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  return stdout;
}

function portOf(url: string | undefined): number {
  return Number(new URL(url ?? '').port);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
