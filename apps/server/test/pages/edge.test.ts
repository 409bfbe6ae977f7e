import { createDb } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { pathOf } from '@agres/domain/paths';
import { beforeAll, expect, test } from 'vitest';

import { startTestApp } from '../support/app.ts';
import { builtWebOn, startBuiltSite } from '../support/built-web.ts';
import { addArticle, addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

const FOR_ALL = ['public, max-age=0, s-maxage=60', 'accept-encoding, cookie'];
const FOR_BROWSERS = ['private, no-cache', 'accept-encoding'];

const app = useRunning(() => startBuiltSite({ http: { edgeSeconds: 60 } }));
let itemId: number;
let articleId: number;
let origin: string;
beforeAll(async () => {
  itemId = (await addItem(app.db, { bestSellerRank: 1 })).id;
  articleId = (await addArticle(app.db)).id;
  origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
});

type Asked = { cookie?: string; method?: string };

/**
 * Requests the path twice: the framework renders the first answer, and the cache may send the second. Both
 * must have the same headers.
 */
async function keepingOf(path: string, { cookie, method = 'GET' }: Asked = {}, at = origin) {
  const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
  const answers = [];
  for (let time = 0; time < 2; time += 1) {
    const { headers: sent, status } = await fetch(at + path, {
      method,
      headers,
      redirect: 'manual',
    });
    answers.push({
      status,
      keeping: [sent.get('cache-control'), sent.get('vary')],
      cookies: sent.getSetCookie().length,
    });
  }
  expect(answers[1]).toEqual(answers[0]);
  return answers[0];
}

const pages = () => [
  '/fr',
  '/en',
  pathOf('shop', 'fr'),
  pathOf('item', 'en', { id: itemId }),
  pathOf('blog', 'fr'),
  pathOf('faq', 'en'),
  pathOf('contact', 'fr'),
];
const reads = () => [
  '/api/items',
  '/api/home',
  '/api/blog',
  `/api/items/${itemId}`,
  `/api/blog/${articleId}`,
];

test('shared pages and reads are publicly cacheable, and set no cookie', async () => {
  for (const path of [...pages(), '/fr?utm_source=lettre', ...reads()]) {
    for (const asked of [{}, { cookie: 'locale=en; _ga=1' }, { method: 'HEAD' }]) {
      const answer = await keepingOf(path, asked);
      expect([path, answer]).toEqual([path, { status: 200, keeping: FOR_ALL, cookies: 0 }]);
    }
  }
});

test('a 304 has the same Cache-Control', async () => {
  for (const path of ['/fr', '/api/items']) {
    const page = await fetch(origin + path);
    const headers = { 'if-none-match': page.headers.get('etag') ?? '' };
    const again = await fetch(origin + path, { headers });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, FOR_ALL[0]]);
  }
});

test('a request with a session cookie, valid or not, gets a private response', async () => {
  const { client } = await app.member();
  const valid = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (const cookie of [valid, 'session=of-nobody']) {
    for (const path of [...pages(), ...reads()]) {
      const { headers } = await fetch(origin + path, { headers: { cookie } });
      expect([path, headers.get('cache-control')]).toEqual([
        path,
        expect.stringMatching(/^(?:private, no-cache|no-store)$/),
      ]);
    }
  }
});

test('tRPC reads are not publicly cacheable', async () => {
  for (const path of ['shop.items', 'home.get', 'blog.list', 'shop.items?batch=1&input=%7B%7D']) {
    const answer = await keepingOf(`/trpc/${path}`);
    expect([path, answer]).toEqual([path, { status: 200, keeping: FOR_BROWSERS, cookies: 2 }]);
  }
});

test('guarded pages, e-mail links, known queries and errors are not publicly cacheable', async () => {
  for (const path of [
    pathOf('logIn', 'fr'),
    pathOf('signUp', 'en'),
    pathOf('profile', 'fr'),
    pathOf('order', 'fr', { id: 1 }),
    pathOf('passwordRecovery', 'fr', { id: 1, retrieve: 'x'.repeat(43) }),
    pathOf('activation', 'fr', { id: 1, nonce: 'x'.repeat(43) }),
    pathOf('cancelContract', 'en'),
    '/',
    '/blog',
    '/fr/',
    '/fr/shop',
    '/fr?notice=account_activated',
    `${pathOf('item', 'fr', { id: itemId })}?option=0`,
    `${pathOf('item', 'fr', { id: itemId })}?utm_source=x&option=0`,
    pathOf('item', 'fr', { id: 99_999_999 }),
    '/fr/error',
    '/api/items/99999999',
    '/api/items?utm_source=x',
    '/api/users/status',
    '/assets/none-Nothing1.js',
  ]) {
    const { headers } = await fetch(origin + path, { redirect: 'manual' });
    const keeping = headers.get('cache-control') ?? '';
    expect([path, keeping]).toEqual([path, expect.stringMatching(/\bno-(?:cache|store)\b/)]);
    expect([path, keeping]).toEqual([path, expect.not.stringMatching(/public|s-maxage/)]);
  }
});

test('no page rendered without the database is publicly cacheable', async () => {
  const place = await createTestDatabase();
  const line = await startTcpProxy(new URL(place.url));
  const database = createDb(line.url);
  const deps = { registerWeb: builtWebOn(database) };
  const lonely = await startTestApp({ database, deps, http: { edgeSeconds: 60 } });
  const faq = pathOf('faq', 'fr');
  const keepingAt = async (path: string) => {
    const { status, headers } = await lonely.server.inject(path).then((answer) => ({
      status: answer.statusCode,
      headers: answer.headers,
    }));
    return `${status} ${String(headers['cache-control'])}`;
  };
  await line.cut();
  try {
    await expect.poll(() => keepingAt(faq)).toBe('200 private, no-cache');
    expect(await keepingAt('/fr')).toBe('503 private, no-cache');
  } finally {
    await line.mend();
  }
  await expect.poll(() => keepingAt(faq)).toBe(`200 ${FOR_ALL[0]}`);
  await lonely.server.close();
  await database.close();
  await line.cut();
  await place.close();
});
