import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { createTestDatabase, type TestDatabase } from '@shop/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { DEVELOPMENT_SETTINGS } from './testing/development-settings.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

const start = (settings: Record<string, string>) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env: settings,
    // No .env of whoever runs the tests.
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Waits until a server listens, and tells where. */
async function originOf({ stdout }: ReturnType<typeof start>): Promise<string> {
  let logged = '';
  stdout.on('data', (chunk: Buffer) => {
    logged += chunk.toString();
  });
  await expect.poll(() => logged, { timeout: 15_000 }).toContain('"msg":"listening"');
  return /"origin":"([^"]+)"/.exec(logged)?.[1] ?? '';
}

/** Has the package of the API pages fail when it is loaded for the first time, as for want of a file handle. */
const FAILING_ONCE = `
  import { registerHooks } from 'node:module';
  let hasFailed = false;
  registerHooks({
    load(url, context, next) {
      if (hasFailed || !url.includes('@scalar/fastify-api-reference')) return next(url, context);
      hasFailed = true;
      throw new Error('EMFILE: too many open files');
    },
  });`;

/** Starts a server that should not start: its exit code and what it says. */
async function failToStart(settings: Record<string, string>) {
  const server = start(settings);
  const [[code], said, logged] = await Promise.all([
    once(server, 'exit'),
    text(server.stderr),
    text(server.stdout),
  ]);
  return { code: code as number, said, logged };
}

describe('the server process', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  test('does not start with missing settings, and names each', async () => {
    const { code, said } = await failToStart({});
    expect(code).toBe(1);
    for (const name of ['PUBLIC_URL', 'DATABASE_URL', 'APP_SECRET', 'STRIPE_BIS_SECRET_KEY']) {
      expect(said).toContain(`  ${name} is missing: `);
    }
    expect(said).not.toMatch(/\n\s+at /);
  });

  test('says what to do where the database does not answer', async () => {
    const url = 'postgres://agres:hunter2@127.0.0.1:9/agres';
    const { code, said } = await failToStart({ ...DEVELOPMENT_SETTINGS, DATABASE_URL: url });
    expect(code).toBe(1);
    expect(said).toBe('No database answers at 127.0.0.1:9. Start it, or correct DATABASE_URL.\n');
    expect(said).not.toContain('hunter2');
  });

  test('says what to do where the port is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const settings = { ...DEVELOPMENT_SETTINGS, DATABASE_URL: database.url, PORT: String(port) };
    const { code, said } = await failToStart(settings);
    expect(code).toBe(1);
    // Last of all: Vite, stopped while it looks at the sources, may say so before.
    expect(said.trimEnd().split('\n').at(-1)).toBe(
      `Port ${port} is taken by another program. End that program, or set PORT to a free one.`,
    );
    holder.close();
  });

  test('listens, answers, and ends in order when it is told to', async () => {
    const server = start({ ...DEVELOPMENT_SETTINGS, DATABASE_URL: database.url });
    const response = await fetch(`${await originOf(server)}/readyz`);
    expect(await response.json()).toEqual({ status: 'ok' });
    server.kill('SIGTERM');
    const [code] = await once(server, 'exit');
    expect(code).toBe(0);
  });

  test('has the API pages for whoever asks next, when they could not be loaded once', async () => {
    const server = start({
      ...DEVELOPMENT_SETTINGS,
      DATABASE_URL: database.url,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAILING_ONCE)}`,
    });
    const page = `${await originOf(server)}/api/docs/`;
    expect((await fetch(page)).status).toBe(500);
    expect((await fetch(page)).status).toBe(200);
    server.kill('SIGTERM');
    await once(server, 'exit');
  });
});
