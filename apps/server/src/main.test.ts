import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { createDb } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { describe, expect, onTestFinished, test } from 'vitest';

import { DEVELOPMENT_SETTINGS } from '../test/support/development-settings.ts';
import { addItem, addUser } from '../test/support/rows.ts';
import { useRunning } from '../test/support/running.ts';
import { startTestProvider } from '../test/support/shop.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

const start = (settings: Record<string, string>) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env: settings,
    // The developer's .env is not in this directory.
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function originOf(
  { stdout }: ReturnType<typeof start>,
  message = 'listening',
): Promise<string> {
  let logged = '';
  stdout.on('data', (chunk: Buffer) => {
    logged += chunk.toString();
  });
  await expect.poll(() => logged, { timeout: 50_000 }).toContain(`"msg":"${message}"`);
  return /"origin":"([^"]+)"/.exec(logged)?.[1] ?? '';
}

/** Lets the package of the API pages fail on its first load, as for lack of a file handle. */
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

/** Emits a warning, as Node.js does for deprecated features. */
const WARNING = "setTimeout(() => process.emitWarning('planted', 'PlantedWarning'), 1000);";

/** Prints each module that is loaded. */
const TELLING = `
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      process.stderr.write('loads ' + url + '\\n');
      return next(url, context);
    },
  });`;

async function addOpenPurchase(url: string): Promise<void> {
  const { db, close } = createDb(url);
  const { id: userId } = await addUser(db);
  const { id: itemId, options } = await addItem(db);
  await db.purchaseAttempt.create({
    data: {
      userId,
      idempotencyKey: 'h:left',
      requestHash: new Uint8Array(32),
      state: 'charging',
      optionId: options[0]?.id ?? 0,
      itemSnapshot: { itemId },
      recipient: {},
      area: 0,
      cgvAt: new Date(),
      locale: 'fr',
      amountCents: 2999,
      stripeAccount: 'main',
      paymentIntentId: 'pi_left',
    },
  });
  await close();
}

async function failToStart(settings: Record<string, string>) {
  const server = start(settings);
  const [[code], logged] = await Promise.all([
    once(server, 'exit'),
    text(server.stdout),
    text(server.stderr),
  ]);
  // Only fatal lines, because the log format has its own test.
  const fatal = entriesOf((logged.match(/^\{"level":"fatal".*\}$/gm) ?? []).join('\n'));
  return { code: code as number, said: fatal.map(({ msg }) => msg).join('\n') };
}

type Entry = { level: string; time: string; msg: string };

function entriesOf(logged: string): Entry[] {
  const lines = logged.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Entry);
}

describe('the server process', () => {
  const database = useRunning(createTestDatabase);

  test('does not start with missing settings, and lists each', async () => {
    const { code, said } = await failToStart({});
    expect(code).toBe(1);
    for (const name of ['PUBLIC_URL', 'DATABASE_URL', 'APP_SECRET', 'STRIPE_BIS_SECRET_KEY']) {
      expect(said).toMatch(new RegExp(`^${name} is missing: `, 'm'));
    }
    expect(said).not.toMatch(/\n\s+at /);
  });

  test('exits even when its log pipe is closed', async () => {
    const server = start({});
    onTestFinished(() => void server.kill('SIGKILL'));
    server.stdout.destroy();
    const [code] = await once(server, 'exit', { signal: AbortSignal.timeout(20_000) });
    expect(code).toBe(1);
  });

  test('explains an unreachable database', async () => {
    const url = 'postgres://agres:hunter2@127.0.0.1:9/agres';
    const { code, said } = await failToStart({ ...DEVELOPMENT_SETTINGS, DATABASE_URL: url });
    expect(code).toBe(1);
    expect(said).toBe('No database answers at 127.0.0.1:9. Start it, or correct DATABASE_URL.');
    expect(said).not.toContain('hunter2');
  });

  test('explains a port in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const settings = { ...DEVELOPMENT_SETTINGS, DATABASE_URL: database.url, PORT: String(port) };
    const { code, said } = await failToStart(settings);
    expect(code).toBe(1);
    expect(said).toBe(
      `Port ${port} is taken by another program. End that program, or set PORT to a free one.`,
    );
    holder.close();
  });

  test('explains a host that is not of this machine', async () => {
    // Addresses reserved for documentation (RFC 5737).
    const settings = { ...DEVELOPMENT_SETTINGS, DATABASE_URL: database.url, HOST: '203.0.113.9' };
    const { code, said } = await failToStart(settings);
    expect(code).toBe(1);
    expect(said).toContain(
      'HOST is 203.0.113.9, which is not an address of this machine. Set HOST to',
    );
  });

  test('listens, responds, and shuts down gracefully on SIGTERM', async () => {
    const server = start({ ...DEVELOPMENT_SETTINGS, DATABASE_URL: database.url });
    const response = await fetch(`${await originOf(server)}/readyz`);
    expect(await response.json()).toEqual({ status: 'ok' });
    server.kill('SIGTERM');
    const [code] = await once(server, 'exit');
    expect(code).toBe(0);
  });

  test('logs one JSON object per line and nothing else, Node.js warnings included', async () => {
    const server = start({
      ...DEVELOPMENT_SETTINGS,
      DATABASE_URL: database.url,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WARNING)}`,
    });
    const written = Promise.all([text(server.stdout), text(server.stderr)]);
    await originOf(server);
    server.kill('SIGTERM');
    const [logged, said] = await written;
    expect(said).toBe('');
    const entries = entriesOf(logged);
    expect(entries.every(({ level, time, msg }) => level && time && msg)).toBe(true);
    expect(entries.filter(({ msg }) => msg === 'Node.js warns')).toMatchObject([
      { level: 'warn', err: { type: 'PlantedWarning', message: 'planted' } },
    ]);
  });

  test('reports a key refused by the provider, with its effects, and still serves reads', async () => {
    const provider = await startTestProvider();
    const server = start({
      ...DEVELOPMENT_SETTINGS,
      DATABASE_URL: database.url,
      STRIPE_API_URL: provider.url,
      STRIPE_SECRET_KEY: 'sk_test_mistyped12345',
      STRIPE_BIS_PRICE_YEARLY: 'price_of_another_account',
      STRIPE_BIS_PRICE_MONTHLY: 'price_bis_monthly',
    });
    onTestFinished(async () => {
      server.kill('SIGKILL');
      await once(server, 'exit');
      await provider.close();
    });
    let logged = '';
    server.stdout.on('data', (chunk: Buffer) => {
      logged += chunk.toString();
    });
    const site = await originOf(server);
    const refusals = [
      'Stripe refuses STRIPE_SECRET_KEY (authentication): no purchases, no monthly subscriptions, no yearly subscriptions on the main account.',
      'Stripe refuses STRIPE_BIS_PRICE_YEARLY (invalid_request): no yearly subscriptions on the second account, which serves subscribers flagged isStripeBis.',
    ];
    for (const refusal of refusals) {
      await expect.poll(() => logged, { timeout: 30_000 }).toContain(`"msg":"${refusal}`);
    }
    expect(logged).not.toMatch(/mistyped|12345/);
    expect((await fetch(`${site}/api/items`)).status).toBe(200);
    expect((await fetch(`${site}/readyz`)).status).toBe(200);
  });

  test('retries loading the API pages on the next request after a failure', async () => {
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

  test('serves reads while it reconciles open purchases, and is ready afterwards', async () => {
    await addOpenPurchase(database.url);
    // Accepts connections and never answers.
    const provider = createServer().listen(0, '127.0.0.1');
    await once(provider, 'listening');
    const address = provider.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const server = start({
      ...DEVELOPMENT_SETTINGS,
      DATABASE_URL: database.url,
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
    });
    onTestFinished(async () => {
      server.kill('SIGKILL');
      await once(server, 'exit');
      provider.close();
    });
    const site = await originOf(server, 'reconciling open purchases');
    for (const probe of ['readyz', 'readyz?exclude=database']) {
      expect((await fetch(`${site}/${probe}`)).status).toBe(503);
    }
    expect((await fetch(`${site}/healthz`)).status).toBe(200);
    expect((await fetch(`${site}/api/payment/config`)).status).toBe(200);
    const refused = await fetch(`${site}/api/connect`, { method: 'POST' });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    await expect
      .poll(async () => (await fetch(`${site}/readyz`)).status, { timeout: 50_000 })
      .toBe(200);
    expect((await fetch(`${site}/api/connect`, { method: 'POST' })).status).toBe(403);
  });
});

test('a start does not load the Prisma schema engine', async () => {
  // Ends after all imports, because settings are missing.
  const { stderr } = start({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELLING)}`,
  });
  const said = await text(stderr);
  expect(said).toContain('packages/db/src/db.ts');
  expect(said).not.toMatch(/schema-engine-wasm/);
});
