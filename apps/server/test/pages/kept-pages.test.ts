import { fileURLToPath } from 'node:url';

import { pathOf } from '@agres/domain/paths';
import { beforeAll, describe, expect, test } from 'vitest';

import { createBuiltRenderer, type PageRenderer } from '../../src/pages/page-renderer.ts';
import { registerPages } from '../../src/pages/pages.ts';
import { pageLinksOf } from '../../src/pages/register-web.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { builtWebOn, PUBLIC_URL, startBuiltSite } from '../support/built-web.ts';
import { addArticle, addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';

const webDirectory = fileURLToPath(new URL('../../../web', import.meta.url));

function startSite(renderer: PageRenderer): Promise<TestApp> {
  return startTestApp({
    deps: {
      registerWeb: async (server, tools) =>
        registerPages(server, {
          ...tools,
          publicUrl: PUBLIC_URL,
          renderer,
          contentPolicy: "default-src 'self'",
          viewerBySecret: async () => undefined,
          viewerOf: async (request) =>
            (await tools.sessionOf(request)) === null ? 'visitor' : 'member',
          isValidLink: async () => true,
          ...pageLinksOf(tools),
        }),
    },
  });
}

test('a page is rendered again only when its visible content changes', async () => {
  const drawn: string[] = [];
  const renderer = await createBuiltRenderer({ webDirectory, stripeJsUrl: 'https://js.test/v3/' });
  const app = await startSite({
    ...renderer,
    render: async (page) => {
      const rendered = await renderer.render(page);
      if (rendered.html !== '') drawn.push(page.href);
      return rendered;
    },
  });
  const item = await addItem(app.db, { stocks: [9], priceCents: 5000 });
  const path = pathOf('item', 'fr', { id: item.id });
  const pageOf = async () => (await app.client().get(path)).text;
  const stockOf = (remaining: number) =>
    app.db.itemOption.updateMany({ where: { itemId: item.id }, data: { remaining } });
  /** Waits until the page was rendered from the current content. */
  const seenBy = async (label: RegExp) => {
    await expect.poll(pageOf).toMatch(label);
  };

  await seenBy(/49,99/);
  const before = drawn.length;
  for (const remaining of [8, 7, 4]) {
    await stockOf(remaining);
    await expect
      .poll(async () => (await app.client().get('/api/items')).text)
      .toContain(`"remainingStock":${remaining}`);
    await pageOf();
  }
  expect(drawn.length, 'drawn for a stock that nobody is told').toBe(before);

  const { headers } = await app.client().get(path);
  const spelled = path.replaceAll(/\d/g, (digit) => `%3${digit}`);
  for (const other of [spelled, `${path}?utm_source=lettre`]) {
    expect((await app.client().get(other)).headers['etag']).toBe(headers['etag']);
  }
  expect(drawn.length, 'drawn for another spelling').toBe(before);

  await stockOf(3);
  await seenBy(/Plus que 3/i);
  await stockOf(0);
  await seenBy(/Cet article est en rupture de stock/);
  await app.db.item.update({ where: { id: item.id }, data: { priceCents: 6000 } });
  await seenBy(/59,99/);
  expect(drawn.length).toBe(before + 3);
  await app.close();
});

describe('over HTTP', () => {
  const app = useRunning(startBuiltSite);
  let origin: string;
  let itemId: number;
  beforeAll(async () => {
    itemId = (await addItem(app.db, { bestSellerRank: 1 })).id;
    await addArticle(app.db);
    origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
  });

  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(origin + path, { redirect: 'manual', ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  test('a cached page is sent before the framework, with identical body and headers', async () => {
    const framework = await app.server.inject({ method: 'GET', url: '/fr' });
    const atOnce = await ask('/fr', { headers: { 'accept-encoding': 'identity' } });
    expect(atOnce.text).toBe(framework.body);
    const names = (headers: object) =>
      Object.keys(headers)
        .filter((name) => !['connection', 'keep-alive', 'set-cookie'].includes(name))
        .toSorted();
    expect(names(Object.fromEntries(atOnce.headers))).toEqual(names(framework.headers));
    for (const name of ['content-security-policy', 'link', 'etag', 'cache-control', 'vary']) {
      expect([name, atOnce.headers.get(name)]).toEqual([name, framework.headers[name]]);
    }
  });

  test('two processes render identical bytes from the same content', async () => {
    const { database } = app;
    const other = await startTestApp({ database, deps: { registerWeb: builtWebOn(database) } });
    for (const path of ['/fr', '/en/shop', '/fr/blog', pathOf('item', 'en', { id: itemId })]) {
      const [one, two] = await Promise.all([app, other].map(({ client }) => client().get(path)));
      expect(one?.headers['etag']).toMatch(/^W\/"/);
      expect([path, two?.headers['etag'], two?.text]).toEqual([
        path,
        one?.headers['etag'],
        one?.text,
      ]);
    }
    await other.close();
  });

  test('a known ETag gets 304, and HEAD has the content length', async () => {
    const page = await ask('/en/shop', { headers: { 'accept-encoding': 'br' } });
    const etag = page.headers.get('etag') ?? '';
    const known = await ask('/en/shop', { headers: { 'if-none-match': etag } });
    expect(known).toMatchObject({ status: 304, text: '' });
    expect(known.headers.get('content-security-policy')).toBe(
      page.headers.get('content-security-policy'),
    );
    const head = await ask('/en/shop', { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.get('content-length')).toBe(page.headers.get('content-length'));
  });

  test('a request with a session is rendered for its member, uncached', async () => {
    const { client } = await app.member();
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect((await ask('/en')).text).not.toContain('LOG OUT');
    const own = await ask('/en', { headers: { cookie } });
    expect(own.text).toContain('LOG OUT');
    expect(own.headers.get('cache-control')).toBe('no-store');
    expect(own.headers.get('etag')).toBeNull();
    expect((await ask('/en')).text).not.toContain('LOG OUT');
  });

  test('error pages are not cached', async () => {
    for (const path of ['/fr/error', pathOf('item', 'fr', { id: 99_999_999 })]) {
      const first = await ask(path);
      expect(first.status).not.toBe(200);
      expect([path, first.headers.get('etag')]).toEqual([path, null]);
    }
  });
});
