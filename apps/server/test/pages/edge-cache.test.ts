import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import type { DbHandle } from '@agres/db/db';
import { openTestDatabase } from '@agres/db/testing';
import { LOCALES } from '@agres/domain/locale';
import { PAGES, pathOf, type Page } from '@agres/domain/paths';
import { createPayments } from '@agres/payments/payments';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestApp, type TestApp } from '../support/app.ts';
import { builtWebOn } from '../support/built-web.ts';
import { hasEdgeCache, startEdgeCache } from '../support/edge-cache.ts';
import { addArticle, addItem, addUser, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { RECIPIENT, startTestProvider, type TestProvider } from '../support/shop.ts';

/** `EDGE_SECONDS` of the site whose cached answers outlive a test, and of the one whose answers expire. */
const LONG_SECONDS = 60;
const SHORT_SECONDS = 2;

type Site = { app: TestApp; origin: string; asked: () => number };
type Answer = {
  status: number;
  header: (name: string) => string;
  cookies: string[];
  text: string;
};

/** `fetch` would add headers. */
function ask(
  url: string,
  { headers = {}, method = 'GET' }: { headers?: Record<string, string>; method?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, method }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const body = Buffer.concat(chunks);
        resolve({
          status: answer.statusCode ?? 0,
          header: (name) => String(answer.headers[name] ?? ''),
          cookies: answer.headers['set-cookie'] ?? [],
          text: unpack(body, answer.headers['content-encoding']),
        });
      });
    });
    asked.on('error', reject);
    asked.end();
  });
}

function unpack(body: Buffer, encoding: string | undefined): string {
  if (body.length === 0) return '';
  if (encoding === 'br') return brotliDecompressSync(body).toString();
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString();
}

const isKept = (answer: Answer) => /^(?:HIT|UPDATING)$/.test(answer.header('x-cache'));

let database: DbHandle;
let provider: TestProvider;
let place: string;
let long: Site;
let short: Site;
let itemId: number;
let articleId: number;

async function startSite(edgeSeconds: number, assetsFolder: string): Promise<Site> {
  const app = await startTestApp({
    database,
    http: { edgeSeconds },
    deps: {
      registerWeb: builtWebOn(database, assetsFolder),
      payments: createPayments(provider.config),
    },
  });
  let asked = 0;
  app.server.server.on('request', () => {
    asked += 1;
  });
  return {
    app,
    origin: await app.server.listen({ port: 0, host: '127.0.0.1' }),
    asked: () => asked,
  };
}

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'edge-'));
  const folder = join(place, 'assets');
  mkdirSync(folder);
  writeFileSync(join(folder, '.files-of-releases'), 'the mark');
  database = await openTestDatabase();
  provider = await startTestProvider();
  long = await startSite(LONG_SECONDS, folder);
  short = await startSite(SHORT_SECONDS, folder);
  itemId = (await addItem(database.db, { bestSellerRank: 1, priceCents: 5000, stocks: [9, 9] })).id;
  articleId = (await addArticle(database.db)).id;
});
afterAll(async () => {
  await long.app.close();
  await short.app.close();
  await provider.close();
  await database.close();
  rmSync(place, { recursive: true });
});

const shared = () => [
  ...LOCALES.flatMap((locale) => [
    pathOf('home', locale),
    pathOf('shop', locale),
    pathOf('item', locale, { id: itemId }),
    pathOf('blog', locale),
    pathOf('faq', locale),
  ]),
  '/api/items',
];

const BROWSERS = [
  { 'accept-encoding': 'gzip, deflate, br, zstd', 'accept-language': 'fr-FR,fr;q=0.9' },
  { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'en-GB,en;q=0.5' },
  { 'accept-encoding': 'br;q=1.0, gzip;q=0.8, *;q=0.1', 'accept-language': 'en' },
  { 'accept-encoding': 'gzip, deflate', 'accept-language': 'de' },
  { 'accept-encoding': 'gzip', 'x-forwarded-host': 'evil.test' },
  { 'accept-encoding': 'identity', 'x-locale': 'en' },
  { 'user-agent': 'curl/8' },
];
const COOKIES = [
  '',
  'pre=AAAAAAAAAAAAAAAAAAAAAA; XSRF-TOKEN=x',
  'locale=en',
  'locale=fr; _ga=GA1.1.1',
  '_fbp=fb.1; __Host-pre=BBBBBBBBBBBBBBBBBBBBBB; __Host-device=d',
];
const QUERIES = [
  '',
  '',
  '?utm_source=lettre&utm_medium=email',
  '?gclid=abc%20d',
  '?fbclid=x&utm_campaign=',
  '?',
];

function createBrowser(origin: string) {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(origin + path, {
      redirect: 'manual',
      ...init,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'content-type': 'application/json',
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return {
      status: response.status,
      text: await response.text(),
      xCache: response.headers.get('x-cache') ?? '',
      cacheControl: response.headers.get('cache-control') ?? '',
    };
  };
  return {
    get: (path: string) => send(path),
    post: async (path: string, body: object) => {
      if (!cookies.has('XSRF-TOKEN')) await send('/api/users/status');
      return send(path, { method: 'POST', body: JSON.stringify(body) });
    },
  };
}

describe.skipIf(!hasEdgeCache)('nginx in front of the site', () => {
  const lasting = useRunning(() => startEdgeCache(long.origin));
  const brief = useRunning(() => startEdgeCache(short.origin));

  test('answers 95 % of requests from cache with the right page, for any headers and tracking query', async () => {
    const paths = shared();
    const expected = new Map<string, string>();
    for (const path of paths) expected.set(path, (await ask(long.origin + path)).text);
    const before = long.asked();
    const requests = 1400;
    const wrong: string[] = [];
    let next = 0;
    const visit = async () => {
      while (next < requests) {
        const turn = next;
        next += 1;
        const path = paths[turn % paths.length] ?? '';
        const cookie = COOKIES[turn % COOKIES.length] ?? '';
        const answer = await ask(lasting.origin + path + (QUERIES[turn % QUERIES.length] ?? ''), {
          headers: { ...BROWSERS[turn % BROWSERS.length], ...(cookie === '' ? {} : { cookie }) },
        });
        const isRight =
          answer.status === 200 &&
          answer.text === expected.get(path) &&
          answer.cookies.length === 0 &&
          answer.header('cache-control') === `public, max-age=0, s-maxage=${LONG_SECONDS}`;
        if (!isRight) wrong.push(`${turn} ${path} ${answer.status} ${answer.cookies.join()}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, visit));
    expect(wrong).toEqual([]);
    const ratio = 1 - (long.asked() - before) / requests;
    expect(ratio).toBeGreaterThanOrEqual(0.95);
  });

  test('lets through the largest body that the site accepts', async () => {
    const body = 'x'.repeat(255 * 1024);
    const answer = await fetch(`${lasting.origin}/api/webhooks/stripe/main`, {
      method: 'POST',
      body,
    });
    expect([answer.status, await answer.text()]).toEqual([200, '{"received":true}']);
  });

  test('caches exactly the responses that the site marks as public', async () => {
    const params: Partial<Record<Page, Record<string, string | number>>> = {
      item: { id: itemId },
      article: { id: articleId },
      activation: { id: 1, nonce: 'x'.repeat(43) },
      passwordRecovery: { id: 1, retrieve: 'x'.repeat(43) },
      confirmEmail: { id: 1, nonce: 'x'.repeat(43) },
      undoEmailChange: { id: 1, nonce: 'x'.repeat(43) },
    };
    const addressOf = (page: Page, locale: (typeof LOCALES)[number]): string =>
      Reflect.apply(pathOf, undefined, [page, locale, params[page]]);
    const addresses = [
      ...PAGES.flatMap((page) => LOCALES.map((locale) => addressOf(page, locale))),
      '/api/items',
      '/api/home',
      '/api/blog',
      `/api/items/${itemId}`,
      `/api/blog/${articleId}`,
      '/api/users/status',
      '/api/items/999999',
      '/',
      '/trpc/shop.items',
      '/trpc/home.get',
      '/blog',
      '/fr/shop',
      '/robots.txt',
      '/healthz',
      `${pathOf('item', 'fr', { id: itemId })}?option=1`,
      '/fr?notice=account_activated',
      `/fr/blog?utm_source=x&code=PLOUF`,
      '/api/items?id=3',
      '/fr/',
      '//fr',
      '/FR',
    ];
    for (const address of addresses) {
      const direct = await ask(long.origin + address);
      const isPublic = direct.header('cache-control').includes('s-maxage');
      await ask(lasting.origin + address);
      const again = await ask(lasting.origin + address);
      expect([address, isKept(again)]).toEqual([address, isPublic]);
      expect([address, again.status]).toEqual([address, direct.status]);
    }
    // The cache does not know a path in another spelling, and asks the site.
    await ask(`${lasting.origin}/%66r`);
    const spelled = await ask(`${lasting.origin}/%66r`);
    expect([spelled.status, isKept(spelled)]).toEqual([200, false]);
  });

  test('caches no page with a chosen option', async () => {
    const item = pathOf('item', 'en', { id: itemId });
    const plain = await ask(long.origin + item);
    const chosen = await ask(`${long.origin}${item}?option=1`);
    expect(chosen.text).not.toBe(plain.text);
    for (const query of ['?option=1', '?option=1&utm_source=x', '?utm_source=x&option=1']) {
      const seen = await ask(lasting.origin + item + query);
      expect([query, seen.text === plain.text]).toEqual([query, false]);
    }
    expect((await ask(lasting.origin + item)).text).toBe(plain.text);
  });

  test('answers HEAD like GET, and a known ETag with 304', async () => {
    const path = pathOf('faq', 'en');
    const headers = { 'accept-encoding': 'gzip' };
    const head = await ask(lasting.origin + path, { method: 'HEAD', headers });
    const page = await ask(lasting.origin + path, { headers });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(page.text).toContain('<html lang="en"');
    const known = { ...headers, 'if-none-match': page.header('etag') };
    const again = await ask(lasting.origin + path, { headers: known });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('is bypassed with a session cookie, from log-in to log-out', async () => {
    const { email } = await addUser(database.db);
    const browser = createBrowser(lasting.origin);
    const signedOut = async () => {
      const answer = await browser.get('/en');
      return { isMember: answer.text.includes('LOG OUT'), isKept: /HIT/.test(answer.xCache) };
    };
    await browser.get('/en');
    expect(await signedOut()).toEqual({ isMember: false, isKept: true });
    const { status } = await browser.post('/api/connect', { email, mdp: PASSWORD });
    expect(status).toBe(200);
    for (const path of shared().filter((each) => each.startsWith('/en'))) {
      const own = await browser.get(path);
      expect([path, own.text.includes('LOG OUT'), own.cacheControl]).toEqual([
        path,
        true,
        'no-store',
      ]);
      expect((await ask(lasting.origin + path)).text).not.toContain('LOG OUT');
    }
    await browser.get('/api/disconnect');
    expect(await signedOut()).toEqual({ isMember: false, isKept: true });
    for (const cookie of ['session=x', '__Host-session=x', 'a=b; __Host-session="x"; c=d']) {
      const answer = await ask(`${lasting.origin}/en`, { headers: { cookie } });
      expect([cookie, isKept(answer)]).toEqual([cookie, false]);
    }
  });

  test('shows a changed price within its TTL, and buyers always pay the current one', async () => {
    const item = pathOf('item', 'fr', { id: itemId });
    const { id: userId, email } = await addUser(database.db);
    const member = createBrowser(brief.origin);
    await member.post('/api/connect', { email, mdp: PASSWORD });
    const prices = [6100, 7200, 8300];
    const priceOf = (cents: number) => ((cents - 1) / 100).toFixed(2).replace('.', ',');
    for (const priceCents of prices) {
      await ask(brief.origin + item);
      await database.db.item.update({ where: { id: itemId }, data: { priceCents } });
      const changedMs = performance.now();
      // A signed-in buyer never gets a cached page.
      await expect.poll(async () => (await member.get(item)).text).toContain(priceOf(priceCents));
      expect(performance.now() - changedMs).toBeLessThan(2000);
      const bought = await member.post('/api/items/buy', {
        ...RECIPIENT,
        id: itemId,
        stripeToken: await provider.cardToken(),
      });
      expect(bought.status).toBe(200);
      for (;;) {
        const { text } = await ask(brief.origin + item);
        if (text.includes(priceOf(priceCents))) break;
        expect(performance.now() - changedMs).toBeLessThan((SHORT_SECONDS + 2) * 1000);
        await sleep(50);
      }
    }
    const orders = await database.db.order.findMany({
      where: { userId },
      orderBy: { id: 'asc' },
    });
    expect(orders.map(({ amountCents }) => amountCents)).toEqual(prices.map((cents) => cents - 1));
    const money = Object.values(provider.control.money()).flatMap(({ byAttempt }) =>
      orders.map(({ attemptId }) => byAttempt[attemptId]?.amountCents ?? 0),
    );
    expect(money.filter((cents) => cents > 0).toSorted((a, b) => a - b)).toEqual(
      prices.map((cents) => cents - 1),
    );
  });

  test('does not cache a missing asset, and serves it once it exists', async () => {
    const file = 'shop-Earlier1.js';
    const missing = await ask(`${lasting.origin}/assets/${file}`);
    expect([missing.status, missing.header('cache-control')]).toEqual([404, 'no-store']);
    const path = join(place, 'assets', file);
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, 'export const shop = 1;');
    const found = await ask(`${lasting.origin}/assets/${file}`);
    expect([found.status, found.text]).toEqual([200, 'export const shop = 1;']);
    expect(found.header('cache-control')).toContain('immutable');
  });
});
