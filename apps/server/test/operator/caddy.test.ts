import { setTimeout as sleep } from 'node:timers/promises';

import { createDb } from '@agres/db/db';
import { freePort } from '@agres/db/local/free-port';
import { createTestDatabase } from '@agres/db/testing';
import { startMailbox } from '@agres/mail/mailbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hasCaddy, startCaddy, type Caddy, type CaddyAnswer } from '../support/caddy.ts';
import { addItem, addUser, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { startShopProcess, type ShopProcess } from '../support/shop-process.ts';
import { RECIPIENT, startTestProvider, type TestProvider } from '../support/shop.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

/** Longer than `/readyz` waits for the database, but shorter than the limit of a statement, in ms. */
const SLOW_MS = 1200;
/** Caddy probes once a second. */
const NOTICED_WITHIN_MS = 3500;
const BROWSER = { headers: { accept: 'text/html' } };

// Skipped without Caddy, which the run reports; .ci/run installs it.
describe.skipIf(!hasCaddy)('two processes behind Caddy', () => {
  const database = useRunning(createTestDatabase);
  const direct = useRunning(() => createDb(database.url));
  let line: TcpProxy;
  let provider: TestProvider;
  const mailbox = useRunning(() => startMailbox({ smtpPort: 0, httpPort: 0 }));
  let caddy: Caddy;
  let processes: ShopProcess[] = [];

  beforeAll(async () => {
    line = await startTcpProxy(new URL(database.url));
    provider = await startTestProvider();
    const publicUrl = `https://localhost:${await freePort()}`;
    const start = () =>
      startShopProcess({
        databaseUrl: line.url,
        provider,
        smtpUrl: mailbox.smtpUrl,
        mode: 'production',
        publicUrl,
        settings: { TRUST_PROXY: '127.0.0.1/32', SHUTDOWN_DELAY: '3', OPERATOR_PORT: '0' },
      });
    processes = [await start(), await start()];
    caddy = await startCaddy(
      publicUrl,
      processes.map(({ origin }) => origin),
    );
  });
  afterAll(async () => {
    await caddy.close();
    await Promise.all(processes.map((process) => process.gone()));
    await provider.close();
    await line.cut();
  });

  const cookiesOf = ({ headers }: CaddyAnswer) =>
    (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? '');

  test('both serve pages over https', async () => {
    for (let count = 0; count < 20; count += 1) {
      expect((await caddy.ask('/fr')).status).toBe(200);
    }
    const page = await caddy.ask('/fr', { headers: { 'accept-encoding': 'br' } });
    expect(page.headers['strict-transport-security']).toMatch(/max-age=\d{8}/);
    expect(page.headers['content-encoding']).toBe('br');
    // On a busy machine Caddy may stop using a process for a while.
    const haveBothServed = async () => {
      await caddy.ask('/fr');
      const served = await Promise.all(
        processes.map(async ({ operatorOrigin }) => {
          const told = await (await fetch(`${operatorOrigin}/metrics`)).text();
          return /route="page home",status="200"\} (\d+)/.exec(told)?.[1] ?? '0';
        }),
      );
      return served.map(Number).every((count) => count > 0);
    };
    await expect.poll(haveBothServed, { timeout: 30_000 }).toBe(true);
  });

  test('a log-in sets a __Host- session cookie, and a purchase succeeds', async () => {
    const { email } = await addUser(direct.db);
    const { id } = await addItem(direct.db, { stocks: [1] });
    const first = cookiesOf(await caddy.ask('/api/users/status'));
    const token = (cookies: string[]) =>
      cookies.find((cookie) => /XSRF-TOKEN=/.test(cookie))?.split('=')[1] ?? '';
    const post = (path: string, body: unknown, cookies: string[]) =>
      caddy.ask(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          'x-xsrf-token': token(cookies),
          cookie: cookies.join('; '),
        },
      });
    const loggedIn = await post('/api/connect', { email, mdp: PASSWORD }, first);
    expect(loggedIn.status).toBe(200);
    const own = cookiesOf(loggedIn);
    expect(own.some((cookie) => cookie.startsWith('__Host-session='))).toBe(true);
    const named = new Map([...first, ...own].map((cookie) => [cookie.split('=')[0], cookie]));
    const stripeToken = await provider.cardToken();
    const bought = await post('/api/items/buy', { ...RECIPIENT, id, stripeToken }, [
      ...named.values(),
    ]);
    expect([bought.status, bought.text]).toEqual([200, expect.stringContaining('"id"')]);
  });

  test('both stay in rotation while the database is slow', async () => {
    expect((await caddy.ask('/fr')).status).toBe(200);
    line.slowDown(SLOW_MS);
    try {
      await sleep(NOTICED_WITHIN_MS);
      for (let count = 0; count < 2; count += 1) {
        // The page, or the site's own error that it could not be rendered in time (decision 118); Caddy has
        // no error page.
        const { text } = await caddy.ask('/fr', BROWSER);
        expect(text).toContain('<main');
      }
    } finally {
      line.slowDown(0);
    }
  });

  test('serve their error page and their assets without a database', async () => {
    const page = await caddy.ask('/fr', BROWSER);
    const [file = ''] = /\/assets\/[\w.-]+\.js/.exec(page.text) ?? [];
    await line.cut();
    try {
      await sleep(NOTICED_WITHIN_MS);
      const away = await caddy.ask('/fr', BROWSER);
      expect([away.status, away.headers['content-type']]).toEqual([
        503,
        'text/html; charset=utf-8',
      ]);
      expect(away.text).toContain('<main');
      expect((await caddy.ask(file)).status).toBe(200);
      const call = await caddy.ask('/api/items');
      expect([call.status, call.headers['retry-after']]).toEqual([503, expect.any(String)]);
    } finally {
      await line.mend();
    }
    await expect.poll(async () => (await caddy.ask('/fr', BROWSER)).status).toBe(200);
  });

  test('lose no request while one of them shuts down', async () => {
    const [leaving] = processes;
    let isRunning = true;
    const statuses = new Map<string, number>();
    const count = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1);
    const reader = async (path: string) => {
      while (isRunning) {
        await caddy.ask(path).then(
          ({ status }) => count(String(status)),
          () => count('none'),
        );
      }
    };
    const readers = ['/fr', '/api/items', '/api/users/status', '/en/blog'].map(reader);
    expect(await leaving?.stop()).toBe(0);
    isRunning = false;
    await Promise.all(readers);
    expect([...statuses.keys()]).toEqual(['200']);
    expect((await caddy.ask('/readyz')).status).toBe(200);
  });
});
