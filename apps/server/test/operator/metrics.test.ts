import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { createDb } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { startPostgresProxy } from '@agres/db/testing/postgres-proxy';
import { startMailbox } from '@agres/mail/mailbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addItem, addUser } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { startShopProcess, type ShopProcess } from '../support/shop-process.ts';
import { RECIPIENT, startTestProvider } from '../support/shop.ts';
import { createVisitor } from '../support/visitor.ts';

const STRANGE_ADDRESSES = 1000;

async function figuresOf({ operatorOrigin }: ShopProcess): Promise<Map<string, number>> {
  const response = await fetch(`${operatorOrigin}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split('\n').filter((line) => /^[a-z]/.test(line));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

const answered = (figures: Map<string, number>, route: string) =>
  figures.get(`agres_http_request_seconds_count{method="GET",route="${route}",status="200"}`) ?? 0;

describe('the metrics of a process', () => {
  const database = useRunning(createTestDatabase);
  const direct = useRunning(() => createDb(database.url));
  const proxy = useRunning(() => startPostgresProxy(database.url));
  const provider = useRunning(startTestProvider);
  const mailbox = useRunning(() => startMailbox({ smtpPort: 0, httpPort: 0 }));
  let site: ShopProcess;
  const buyer = createVisitor();
  let email = '';

  beforeAll(async () => {
    site = await startShopProcess({
      databaseUrl: proxy.url,
      provider,
      smtpUrl: mailbox.smtpUrl,
      mode: 'production',
      settings: { OPERATOR_PORT: '0', RATE_LIMIT: 'strict' },
    });
    ({ email } = await addUser(direct.db));
    await buyer.signIn(site.origin, email);
  });
  afterAll(async () => {
    await site.gone();
  });

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(site.origin + path, { headers, redirect: 'manual' });
    await response.arrayBuffer();
    return response.status;
  };

  test('count the requests of the framework and those answered from cache', async () => {
    const itemId = (await addItem(direct.db, { stocks: [5] })).id;
    await expect.poll(() => get(`/api/items/${itemId}`)).toBe(200);
    const before = await figuresOf(site);
    for (let count = 0; count < 5; count += 1) {
      await get('/fr');
      await get('/api/items');
      await get(`/api/items/${itemId}`);
      await get('/trpc/shop.items');
      await get('/api/users/status');
    }
    await get('/trpc/shop.items,home.get?batch=1&input=%7B%7D');
    const after = await figuresOf(site);
    const grown = (route: string) => answered(after, route) - answered(before, route);
    expect(grown('page home')).toBe(5);
    expect(grown('/api/items')).toBe(5);
    expect(grown('/api/items/:id')).toBe(5);
    expect(grown('/trpc/shop.items')).toBe(5);
    expect(grown('/api/users/status')).toBe(5);
    expect(grown('/trpc/batch')).toBe(1);
    expect(after.get('agres_cache_reads_total{cache="pages",result="hit"}')).toBeGreaterThan(0);
    expect(after.get('agres_cache_reads_total{cache="reads_by_id",result="miss"}')).toBeGreaterThan(
      0,
    );
    expect(after.get('agres_content_version_age_seconds')).toBeLessThan(60);
  });

  test('cover a purchase from its calls to its e-mail', async () => {
    const { id } = await addItem(direct.db, { stocks: [5] });
    const stripeToken = await provider.cardToken();
    const bought = await buyer.postUntilAccepted(`${site.origin}/api/items/buy`, {
      ...RECIPIENT,
      id,
      stripeToken,
    });
    expect(bought?.status).toBe(200);
    await expect
      .poll(async () => (await figuresOf(site)).get('agres_emails_total{outcome="accepted"}'))
      .toBe(1);
    await expect
      .poll(async () => (await figuresOf(site)).get('agres_purchases_recent{outcome="paid"}'), {
        timeout: 15_000,
      })
      .toBe(1);
    // The email has left before its job is marked as done.
    await expect
      .poll(async () => (await figuresOf(site)).get('agres_jobs_waiting{kind="mail"}'))
      .toBe(0);
    const figures = await figuresOf(site);
    for (const verb of ['createIntent', 'confirmIntent']) {
      expect(figures.get(`agres_provider_call_seconds_count{verb="${verb}",outcome="known"}`)).toBe(
        1,
      );
    }
    expect(figures.get('agres_database_up')).toBe(1);
    expect(figures.get('agres_jobs_failed')).toBe(0);
    expect(figures.get('agres_invariants_broken')).toBe(0);
    expect(figures.get('agres_database_connections{pool="requests",state="most"}')).toBe(6);
    expect(figures.get('agres_database_waiting{pool="workers"}')).toBe(0);
    expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
    expect(figures.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });

  test('get no new series from a thousand unknown paths', async () => {
    const ask = async (name: string) => {
      await get(`/fr/${name}`);
      await get(`/api/${name}`);
      await get(`/trpc/${name}`);
      await get(`/${name}.php`);
      await get(`/fr?utm_source=${name}`, { host: name });
    };
    await ask('first');
    await sendRaw('BREW /fr HTTP/1.1\r\nhost: x\r\n\r\n');
    await get('/%zz');
    const before = new Set((await figuresOf(site)).keys());
    for (let done = 0; done < STRANGE_ADDRESSES; done += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, index) => ask(`made-up-${done + index}`)));
    }
    for (const method of ['BREW', 'PROPFIND', 'NOTIFY'])
      await sendRaw(`${method} /fr HTTP/1.1\r\nhost: x\r\n\r\n`);
    const after = [...(await figuresOf(site)).keys()];
    const added = after.filter((name) => !before.has(name) && !name.startsWith('nodejs_'));
    // From here on, the limit of unknown paths answers 429: one more status for the same few routes.
    expect(
      added.filter((name) => !name.includes('status="429"') && !name.includes('notFoundByIp')),
    ).toEqual([]);
    expect(added.length).toBeLessThan(80);
    expect(after.length).toBeLessThan(1500);
    expect(after.filter((name) => name.includes('made-up'))).toEqual([]);
    expect(
      (await figuresOf(site)).get('agres_rate_limit_refusals_total{limit="notFoundByIp"}'),
    ).toBeGreaterThan(0);
  });

  test('contain no personal data', async () => {
    const response = await fetch(`${site.operatorOrigin}/metrics`);
    const told = await response.text();
    for (const personal of [email, RECIPIENT.lastName, '127.0.0.1', 'tok_', 'pi_']) {
      expect(told).not.toContain(personal);
    }
  });

  test('are served on the operator port only, on the loopback interface', async () => {
    expect(await get('/metrics')).not.toBe(200);
    const { hostname, origin } = new URL(site.operatorOrigin ?? '');
    expect(hostname).toBe('127.0.0.1');
    expect((await fetch(`${origin}/`)).status).toBe(404);
    expect((await fetch(`${origin}/fr`)).status).toBe(404);
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(405);
  });

  test('are served without a database, and report it as down', async () => {
    await proxy.goAway();
    await expect
      .poll(async () => (await figuresOf(site)).get('agres_database_up'), { timeout: 20_000 })
      .toBe(0);
    const figures = await figuresOf(site);
    expect(figures.has('agres_jobs_failed')).toBe(false);
    expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
    proxy.comeBack();
    await expect
      .poll(async () => (await figuresOf(site)).get('agres_database_up'), { timeout: 20_000 })
      .toBe(1);
  });

  test('an operator port in use fails the start with an explanation', async () => {
    const { port } = new URL(site.operatorOrigin ?? '');
    const started = startShopProcess({
      databaseUrl: database.url,
      provider,
      smtpUrl: mailbox.smtpUrl,
      mode: 'production',
      settings: { OPERATOR_PORT: port },
    });
    await expect(started).rejects.toThrow(/Port \d+ is taken.*set OPERATOR_PORT/);
  });

  async function sendRaw(request: string): Promise<string> {
    const { port } = new URL(site.origin);
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    socket.end(request);
    return text(socket);
  }
});
