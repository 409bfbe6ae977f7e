import type { OutgoingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { createDb } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { beforeAll, describe, expect, test } from 'vitest';

import type { TestApp } from '../../test/support/app.ts';
import { startBuiltSite } from '../../test/support/built-web.ts';
import { addArticle, addItem, exhaustPermits } from '../../test/support/rows.ts';
import { useRunning } from '../../test/support/running.ts';

const cookieNamesOf = ({ 'set-cookie': lines = [] }: OutgoingHttpHeaders) =>
  [lines].flat().map((line) => line.split('=', 1)[0]);

describe('prepared answers', () => {
  const app = useRunning(startBuiltSite);
  beforeAll(async () => {
    for (let count = 0; count < 20; count += 1) await addItem(app.db);
  });

  const itemsOf = async (from: TestApp) =>
    (await from.client().get('/api/items')).body as { id: number; remainingStock: number }[];

  test('have an ETag, and are answered with 304 to a matching If-None-Match', async () => {
    const client = app.client();
    const first = await client.get('/api/items');
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    const strong = etag.replace('W/', '');
    for (const known of [etag, strong, `"other", ${etag}`, `"other",${strong}`, '*']) {
      const again = await client.get('/api/items', { headers: { 'if-none-match': known } });
      expect(again).toMatchObject({ status: 304, text: '' });
      expect(again.headers.etag).toBe(etag);
    }
    const other = await client.get('/api/items', { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });

  test('have the same headers for HEAD as for GET', async () => {
    const client = app.client();
    const { headers: told } = await client.get('/api/items');
    const head = await client.send('HEAD', '/api/items');
    expect(head).toMatchObject({ status: 200, text: '' });
    for (const name of ['cache-control', 'content-length', 'content-type', 'etag', 'vary']) {
      expect([name, head.headers[name]]).toEqual([name, told[name]]);
    }
  });

  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br;q=1.0', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
    ['br;q=0, gzip;q=0.0', undefined, (body: Buffer) => body],
  ] as const)('use the accepted encoding: %s', async (accepted, encoding, decode) => {
    const plain = await app.server.inject({ url: '/api/items' });
    const response = await app.server.inject({
      url: '/api/items',
      headers: { 'accept-encoding': accepted },
    });
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(response.headers.vary).toBe('accept-encoding');
    expect(decode(response.rawPayload).toString()).toBe(plain.payload);
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length);
  });

  test('are identical, compressed and tagged for any query string', async () => {
    const { id } = await addItem(app.db);
    const { id: articleId } = await addArticle(app.db);
    for (const path of [
      '/api/items',
      '/api/home',
      '/api/blog',
      `/api/items/${id}`,
      `/api/blog/${articleId}`,
    ]) {
      const plain = await app.client().get(path);
      const known = { headers: { 'if-none-match': String(plain.headers.etag) } };
      expect(await app.client().get(path, known)).toMatchObject({ status: 304, text: '' });
      for (const query of [
        '?utm_source=x',
        '?',
        '?id=3&id=4',
        '?__proto__=1',
        `?x=${'y'.repeat(5000)}`,
      ]) {
        const { headers, rawPayload } = await app.server.inject({
          url: path + query,
          headers: { 'accept-encoding': 'br' },
        });
        expect([path, query, headers['content-encoding'], headers.etag]).toEqual([
          path,
          query,
          'br',
          plain.headers.etag,
        ]);
        expect(headers['cache-control']).toBe('private, no-cache');
        expect(brotliDecompressSync(rawPayload).toString()).toBe(plain.text);
      }
    }
    // A malformed query is refused here too.
    expect((await app.client().get('/api/items?x=%ff')).status).toBe(400);
    expect((await app.client().get('/api/items/2000000000?x=1')).status).toBe(404);
  });

  test('a 404 by id is logged once, with the request ID', async () => {
    const from = app.logLines.length;
    const { status, headers } = await app.client().get('/api/items/2000000000');
    expect(status).toBe(404);
    const told = app.logLines.slice(from).filter((line) => line.includes('"refused"'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(String(headers['x-request-id']));
  });

  test('a 404 by id takes one query, and equals the answer of the normal path', async () => {
    const statements: string[] = [];
    const place = await createTestDatabase();
    const database = createDb(place.url, { onStatement: (sql) => statements.push(sql) });
    const counted = await startBuiltSite({ database });
    for (const [list, table] of [
      ['items', 'item'],
      ['blog', 'article'],
    ] as const) {
      const asked = () => statements.filter((sql) => sql.includes(`."${table}"."id" =`)).length;
      const before = asked();
      const { status, body, headers } = await counted.client().get(`/api/${list}/2000000000`);
      expect({ list, asked: asked() - before }).toEqual({ list, asked: 1 });
      // This spelling bypasses the prepared bytes.
      const normal = await counted.client().get(`/api/${list}/02000000000`);
      expect({ status, body }).toEqual({ status: 404, body: normal.body });
      expect(Object.keys(headers)).toEqual(Object.keys(normal.headers));
      expect(cookieNamesOf(headers)).toEqual(cookieNamesOf(normal.headers));
    }
    await counted.close();
    await database.close();
    await place.close();
  });

  test('a client above its 404 rate limit gets no new ones by id, only cached ones', async () => {
    const [known, other] = [await addItem(app.db), await addItem(app.db)];
    const strict = await startBuiltSite({
      database: app.database,
      config: { rateLimit: 'strict' },
    });
    const origin = await strict.server.listen({ port: 0, host: '127.0.0.1' });
    const statusOf = async (path: string) => (await fetch(`${origin}${path}`)).status;
    expect(await statusOf(`/api/items/${known.id}`)).toBe(200);
    const nothing = () => statusOf('/api/items/2000000000');
    await Promise.all(Array.from({ length: 310 }, nothing));
    // An answer is sent before it is counted.
    await expect.poll(() => exhaustPermits(app.db, 'notFoundByIp')).toBeGreaterThan(0);
    await expect.poll(nothing, { interval: 20 }).toBe(429);

    expect(await statusOf(`/api/items/${other.id}`)).toBe(429);
    // A list is rendered once and shared by all visitors.
    expect(await statusOf('/api/items')).toBe(200);
    expect(await statusOf(`/api/items/${known.id}`)).toBe(200);
    await strict.close();
  });

  test('any change shows within a second, without notification', async () => {
    const { db } = app;
    const client = app.client();
    const seen = async (path: string) => JSON.stringify((await client.get(path)).body);
    const item = await addItem(db, { stocks: [4, 4], bestSellerRank: 1 });
    const article = await addArticle(db);
    const single = await addItem(db);
    const post = await addArticle(db);

    const changes: [path: string, write: () => Promise<unknown>, text: string][] = [
      [
        '/api/items',
        () => db.$executeRaw`UPDATE item SET price_cents = 123456 WHERE id = ${item.id}`,
        '1234.56',
      ],
      [
        '/api/home',
        () =>
          db.$executeRaw`UPDATE item_option SET remaining = 3 WHERE id = ${item.options[0]?.id}`,
        '"remainingStock":7',
      ],
      [
        '/api/items',
        () => db.$executeRaw`UPDATE item_image SET url = '/new.avif' WHERE item_id = ${item.id}`,
        '/new.avif',
      ],
      [
        '/trpc/blog.list',
        () => db.$executeRaw`UPDATE article SET title_fr = 'Neuf' WHERE id = ${article.id}`,
        'Neuf',
      ],
      [
        `/api/items/${single.id}`,
        () => db.$executeRaw`UPDATE item SET price_cents = 234567 WHERE id = ${single.id}`,
        '2345.67',
      ],
      [
        `/api/blog/${post.id}`,
        () => db.$executeRaw`UPDATE article SET title_en = 'Newer' WHERE id = ${post.id}`,
        'Newer',
      ],
    ];
    for (const [path, write, text] of changes) {
      expect(await seen(path)).not.toContain(text);
      await write();
      await expect.poll(() => seen(path), { interval: 20 }).toContain(text);
    }

    const removals: [path: string, write: () => Promise<unknown>, text: string][] = [
      ['/api/blog', () => db.$executeRaw`DELETE FROM article WHERE id = ${article.id}`, 'Neuf'],
      [
        '/api/items',
        () => db.$executeRaw`UPDATE item SET published_at = NULL WHERE id = ${item.id}`,
        '1234.56',
      ],
      [
        `/api/items/${single.id}`,
        () => db.$executeRaw`UPDATE item SET published_at = NULL WHERE id = ${single.id}`,
        '2345.67',
      ],
      [
        `/api/blog/${post.id}`,
        () => db.$executeRaw`DELETE FROM article WHERE id = ${post.id}`,
        'Newer',
      ],
    ];
    for (const [path, write, text] of removals) {
      await client.mutate('users.signOut');
      expect(await seen(path)).toContain(text);
      await write();
      await expect.poll(() => seen(path), { interval: 20 }).not.toContain(text);
    }
  });

  test('content appears when its publication date is reached', async () => {
    // Late enough that even a busy machine reads the content before the date.
    const due = await addItem(app.db, { publishedAt: new Date(Date.now() + 4000) });
    const ids = async () => (await itemsOf(app)).map(({ id }) => id);
    expect(await ids()).not.toContain(due.id);
    await expect.poll(ids, { interval: 50 }).toContain(due.id);
  });

  test('publication dates are compared with the application clock, not the database clock', async () => {
    let aheadMs = -10_000;
    const behind = await startBuiltSite({
      database: app.database,
      deps: { clock: () => new Date(Date.now() + aheadMs) },
    });
    const due = await addItem(app.db, { publishedAt: new Date(Date.now() - 5000) });
    const ids = async () => (await itemsOf(behind)).map(({ id }) => id);
    expect(await ids()).not.toContain(due.id);
    aheadMs = 0;
    await expect.poll(ids, { interval: 50 }).toContain(due.id);
    await behind.close();
  });

  test('concurrent requests just after a change all get one answer', async () => {
    const item = await addItem(app.db);
    await new Promise((resolve) => setTimeout(resolve, 900));
    const bodies = await Promise.all(
      Array.from({ length: 100 }, async () => (await app.client().get('/api/items')).text),
    );
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain(item.titleFr);
  });

  test('a change on one process shows on another within a second', async () => {
    const other = await startBuiltSite({ database: app.database });
    const item = await addItem(app.db, { stocks: [2] });
    const stockOn = async (from: TestApp) =>
      (await itemsOf(from)).find(({ id }) => id === item.id)?.remainingStock;
    await expect.poll(() => stockOn(other)).toBe(2);
    await app.db.itemOption.updateMany({ where: { itemId: item.id }, data: { remaining: 1 } });
    await expect.poll(() => stockOn(other), { interval: 10 }).toBe(1);
    await other.close();
  });
});
