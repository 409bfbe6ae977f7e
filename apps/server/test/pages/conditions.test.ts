import { request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

import { beforeAll, describe, expect, test } from 'vitest';

import { startBuiltSite } from '../support/built-web.ts';
import { addArticle, addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';

type Got = { status: number | undefined; headers: IncomingHttpHeaders; body: string };

const app = useRunning(startBuiltSite);
let origin: string;
let itemId: number;
/** A file with compressed copies, and one without. */
let script: string;
const PICTURE = '/icon-512.png';

beforeAll(async () => {
  itemId = (await addItem(app.db, { bestSellerRank: 1 })).id;
  await addArticle(app.db);
  origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
  script = /<script[^>]* src="(\/assets\/[^"]+\.js)"/.exec((await get('/fr')).body)?.[1] ?? '';
});

async function get(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Got> {
  const { promise, resolve, reject } = Promise.withResolvers<Got>();
  request(origin + path, { headers, method }, (answer) => {
    text(answer).then(
      (body) => resolve({ status: answer.statusCode, headers: answer.headers, body }),
      reject,
    );
  })
    .on('error', reject)
    .end();
  return promise;
}

const failures = () => app.logLines.filter((line) => line.includes('"level":"error"'));

describe('files of the built site', () => {
  test('a range beyond the end gets 416 with the length of the file', async () => {
    for (const path of [PICTURE, script]) {
      const { headers } = await get(path, {}, 'HEAD');
      const length = headers['content-length'];
      for (const range of [`bytes=${length}-`, 'bytes=99999999-', 'bytes=99999999-100000000']) {
        const got = await get(path, { range });
        expect([range, got.status]).toEqual([range, 416]);
        expect(got.headers['content-range']).toBe(`bytes */${length}`);
        expect(JSON.parse(got.body)).toEqual({ message: 'error_message', code: 'error_message' });
      }
    }
    expect(failures()).toEqual([]);
  });

  test.each([
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=--1',
    'bytes=a-b',
    'bytes=1',
    'bytes=5-2',
    'bytes=0x1-2',
    'bytes=-0x5',
    'bytes=1e3-',
    'bytes=,',
    'bytes=0-1;',
    'bytes= 0-x',
    'octets=0-1',
    'bytes=0-1,5-6',
    `bytes=${'0-1,'.repeat(2000)}2-3`,
  ])('the unsupported range %.30j gets the whole file', async (range) => {
    const whole = await get(PICTURE);
    for (const path of [PICTURE, script]) {
      const got = await get(path, { range });
      expect([path, got.status]).toEqual([path, 200]);
      expect(got.headers['content-range']).toBeUndefined();
    }
    expect((await get(PICTURE, { range })).headers['content-length']).toBe(
      whole.headers['content-length'],
    );
    expect(failures()).toEqual([]);
  });

  test('a valid range gets 206 with that part', async () => {
    const { headers } = await get(PICTURE);
    const length = Number(headers['content-length']);
    for (const [range, part, bytes] of [
      ['bytes=0-0', '0-0', 1],
      ['bytes=1-', `1-${length - 1}`, length - 1],
      ['bytes=0-999999', `0-${length - 1}`, length],
      ['bytes=-5', `${length - 5}-${length - 1}`, 5],
    ] as const) {
      const got = await get(PICTURE, { range });
      expect([range, got.status, got.headers['content-range']]).toEqual([
        range,
        206,
        `bytes ${part}/${length}`,
      ]);
      expect(got.headers['content-length']).toBe(String(bytes));
    }
  });

  test('a suffix range longer than the file gets the whole file', async () => {
    const got = await get(PICTURE, { range: 'bytes=-99999999' });
    expect(got.status).toBe(200);
    expect((await get(PICTURE, { range: 'bytes=-0' })).status).toBe(416);
  });

  test('a failed If-Match or If-Unmodified-Since gets 412', async () => {
    for (const path of [PICTURE, script, '/favicon.ico']) {
      for (const headers of [
        { 'if-match': '"x"' },
        { 'if-match': 'x' },
        { 'if-match': '"x", "y"' },
        { 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' },
      ]) {
        for (const method of ['GET', 'HEAD']) {
          expect([path, headers, (await get(path, headers, method)).status]).toEqual([
            path,
            headers,
            412,
          ]);
        }
      }
      for (const headers of [
        { 'if-match': '*' },
        { 'if-unmodified-since': 'no date' },
        { 'if-unmodified-since': new Date(Date.now() + 86_400_000).toUTCString() },
        { 'if-modified-since': 'no date' },
        { 'if-none-match': '"' },
        { 'if-range': '"x"', range: 'bytes=99999999-' },
      ]) {
        const got = await get(path, headers);
        expect([path, headers, got.status]).toEqual([path, headers, 200]);
      }
    }
    expect(failures()).toEqual([]);
  });
});

describe('prepared pages and calls', () => {
  const paths = () => [
    '/fr',
    '/en/shop',
    `/fr/boutique/materiel/${itemId}`,
    '/fr/connexion',
    '/sitemap.xml',
    '/fr/blog/rss.xml',
    '/api/items',
    `/api/items/${itemId}`,
    '/api/home',
    '/api/errors',
    '/api/openapi.json',
    '/api/docs/guides.md',
    '/trpc/shop.items',
  ];

  test('ignore Range', async () => {
    for (const path of paths()) {
      const many = `bytes=${'0-1,'.repeat(500)}2-3`;
      for (const range of ['bytes=99999999-', 'bytes=-', 'bytes=0-1', 'x', 'bytes=5-2', many]) {
        const got = await get(path, { range });
        expect([path, range, got.status]).toEqual([path, range, 200]);
        expect(got.headers['content-range']).toBeUndefined();
      }
    }
    expect(failures()).toEqual([]);
  });

  test('answer an If-Match without their ETag with 412', async () => {
    for (const path of paths()) {
      // Twice: first rendered by the framework, then sent from the cache.
      for (let round = 0; round < 2; round += 1) {
        const refused = await get(path, { 'if-match': '"x"' });
        expect([path, refused.status]).toEqual([path, 412]);
        expect(refused.body).toContain('"message":"error_message"');
        expect((await get(path, { 'if-match': '"x"' }, 'HEAD')).status).toBe(412);
        expect((await get(path, { 'if-match': '*' })).status).toBe(200);
        const old = { 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' };
        // They have no modification date, so the condition is ignored (RFC 9110, section 13.1.4).
        expect([path, (await get(path, old)).status]).toEqual([path, 200]);
      }
    }
    expect(failures()).toEqual([]);
  });

  test('ignore conditions when the response is not a success', async () => {
    for (const [path, status] of [
      ['/api/nothing', 404],
      ['/api/items/999999', 404],
      ['/fr/error', 404],
      ['/', 302],
      ['/api/orders', 401],
    ] as const) {
      const got = await get(path, { 'if-match': '"x"', range: 'bytes=99999999-' });
      expect([path, got.status]).toEqual([path, status]);
    }
  });
});
