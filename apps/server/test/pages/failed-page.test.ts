import { fileURLToPath } from 'node:url';

import type { PageRequest } from '@agres/web/entry-server';
import { observable } from '@trpc/server/observable';
import { expect, test } from 'vitest';

import { createBuiltRenderer, type PageRenderer } from '../../src/pages/page-renderer.ts';
import { registerPages } from '../../src/pages/pages.ts';
import { startTestApp } from '../support/app.ts';
import { PUBLIC_URL } from '../support/built-web.ts';

const webDirectory = fileURLToPath(new URL('../../../web', import.meta.url));

type Link = PageRequest['link'];

const linkTo =
  (itemsNow: () => unknown[]): Link =>
  () =>
  () =>
    observable((observer) => {
      observer.next({ result: { type: 'data', data: itemsNow() } });
      observer.complete();
    });

const brokenLink = linkTo(() => [{ id: 1 }]);

const TEXTS = { fr: 'Balles', en: 'Balls' };
const ITEM = {
  id: 1,
  title: TEXTS,
  description: TEXTS,
  price: 30,
  images: [],
  optionTitle: null,
  maker: null,
  warnings: null,
  use: null,
  relatedItemIds: [],
  rating: null,
  options: [{ title: TEXTS, remainingStock: 3 }],
  remainingStock: 3,
};

/** Creates a picture whose address throws if this part of React renders it; the head is written before. */
const pictureThatThrowsIn = (part: string) => ({
  optionIndex: null,
  get url() {
    if (String(new Error('drawn by').stack).includes(part)) throw new TypeError('not this time');
    return '/items/balls.webp';
  },
});

/** Throws as soon as the layout writes this address. */
const NEVER_WRITTEN: string = Object.assign(Object(''), {
  toString: () => {
    throw new TypeError('cannot be written');
  },
});

async function startBrokenSite(renderer: PageRenderer, link = brokenLink) {
  return startTestApp({
    deps: {
      registerWeb: async (server, tools) =>
        registerPages(server, {
          publicUrl: PUBLIC_URL,
          renderer,
          ...tools,
          contentPolicy: "default-src 'self'",
          viewerBySecret: async () => undefined,
          viewerOf: async () => 'visitor',
          isValidLink: async () => true,
          linkOf: () => link,
          publicLink: link,
        }),
    },
  });
}

const renderer = await createBuiltRenderer({ webDirectory, stripeJsUrl: 'https://js.test/v3/' });

const errorsOf = (lines: string[], id: unknown) =>
  lines.filter((line) => line.includes('"level":"error"') && line.includes(String(id)));

test('F7: an error while a page renders is logged with the request ID, without personal data', async () => {
  const app = await startBrokenSite(renderer);
  // A page with a query is rendered for one reader; without one it may be cached for all.
  for (const path of ['/en/shop?somebody=person@example.fr', '/en/shop', '/en/shop']) {
    const answer = await app.client().get(path);
    const told = errorsOf(app.logLines, answer.headers['x-request-id']);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('a page could not be rendered');
    expect(told[0]).toContain('"type":"TypeError"');
    expect(told[0]).toMatch(/"stack":\["\s+at /);
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('This page didn’t load');
    expect(answer.text).toContain('</footer>');
    expect(answer.text).toContain('id="handover"');
    expect(answer.text).not.toMatch(/TypeError|\.js:\d/);
  }
  expect(app.logLines.join('')).not.toContain('person@example.fr');
  await app.close();
});

test('F7: so is an error of the document, and the static error page is sent', async () => {
  const app = await startBrokenSite({
    ...renderer,
    render: (page) => renderer.render({ ...page, publicUrl: NEVER_WRITTEN }),
  });
  const headers = { accept: 'text/html' };
  const answer = await app.server.inject({ url: '/en/shop?somebody=person@example.fr', headers });
  const told = errorsOf(app.logLines, answer.headers['x-request-id']);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('cannot be written');
  expect(app.logLines.join('')).not.toContain('person@example.fr');
  expect(answer.statusCode).toBe(500);
  expect(answer.headers['content-type']).toContain('text/html');
  expect(answer.body).toContain('One moment, please');
  expect(answer.body).not.toContain('cannot be written');
  await app.close();
});

test('a page that throws still redirects when its content is gone by then', async () => {
  // The first read finds the item, enough for the head of its page; the next read finds it gone.
  const items: unknown[][] = [[{ ...ITEM, images: [pictureThatThrowsIn('react-dom-server')] }], []];
  const app = await startBrokenSite(
    renderer,
    linkTo(() => items.shift() ?? []),
  );
  // A page with a query that it reads is rendered for one reader.
  const answer = await app.client().get('/en/shop/item/1?option=0');
  expect(items).toEqual([]);
  expect(answer.status).toBe(302);
  expect(answer.headers['location']).toBe('/en/error');
  expect(errorsOf(app.logLines, answer.headers['x-request-id'])).toHaveLength(1);
  await app.close();
});

test('a page rendered with an unexplained hole gets 500, and is not cached', async () => {
  // The picture throws only in `renderToString`: the stream, which would report the reason, renders it.
  const picture = pictureThatThrowsIn('react-dom-server-legacy');
  const app = await startBrokenSite(
    renderer,
    linkTo(() => [{ ...ITEM, images: [picture] }]),
  );
  for (const path of ['/en/shop/item/1', '/en/shop/item/1']) {
    const answer = await app.client().get(path);
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('This page didn’t load');
    const told = errorsOf(app.logLines, answer.headers['x-request-id']);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('a component failed to render on the server');
  }
  await app.close();
});

test('the marker of a hole inside content does not count as a hole', async () => {
  const hole = '<!--$!-->';
  const words = { fr: `Balles ${hole}`, en: `Balls ${hole}` };
  const app = await startBrokenSite(
    renderer,
    linkTo(() => [{ ...ITEM, title: words }]),
  );
  const answer = await app.client().get(`/en/shop/item/1?option=${encodeURIComponent(hole)}`);
  expect(answer.status).toBe(200);
  await app.close();
});
