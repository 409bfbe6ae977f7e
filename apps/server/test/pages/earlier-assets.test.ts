import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';

import type { DbHandle } from '@agres/db/db';
import { createTestDatabase, openTestDatabase } from '@agres/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestApp, type TestApp } from '../support/app.ts';
import { builtWebOn } from '../support/built-web.ts';
import { BUILT_ASSETS, builtEntry, makeRelease } from '../support/release.ts';
import { useRunning } from '../support/running.ts';
import { startShopProcess, type ShopProcess } from '../support/shop-process.ts';
import { startTestProvider } from '../support/shop.ts';

const EARLIER = 'shop-Earlier1.js';
const SCRIPT = 'export const shop = "of the release before";\n'.repeat(40);
const MISSING = { status: 404, cacheControl: 'no-store' };

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'releases-'));
});
afterAll(() => rmSync(place, { recursive: true }));

describe('assets of earlier releases', () => {
  let database: DbHandle;
  let site: TestApp;
  let alone: TestApp;

  beforeAll(async () => {
    const folder = join(place, 'folder');
    mkdirSync(folder);
    writeFileSync(join(folder, EARLIER), SCRIPT);
    writeFileSync(join(folder, `${EARLIER}.br`), brotliCompressSync(SCRIPT));
    writeFileSync(join(folder, `${EARLIER}.gz`), gzipSync(SCRIPT));
    writeFileSync(join(folder, 'fonts-Earlier1.woff2'), 'a font');
    // Different from this build's file of that name.
    writeFileSync(join(folder, builtEntry()), 'of somebody else');
    writeFileSync(join(folder, '.files-of-releases'), 'the mark');
    writeFileSync(join(place, 'secret-Outside1.js'), 'a secret');
    symlinkSync(join(place, 'secret-Outside1.js'), join(folder, 'secret-LinkedTo.js'));
    database = await openTestDatabase();
    const registerWeb = builtWebOn(database, folder);
    site = await startTestApp({ database, deps: { registerWeb } });
    alone = await startTestApp({ database, deps: { registerWeb: builtWebOn(database) } });
  });
  afterAll(async () => {
    await site.close();
    await alone.close();
    await database.close();
  });

  const get = (url: string, encoding = 'identity', server = site.server) =>
    server.inject({ url, headers: { 'accept-encoding': encoding } });

  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ] as const)(
    'are served unchanged and immutable with encoding %s',
    async (accepted, encoding, unpack) => {
      const answer = await get(`/assets/${EARLIER}`, accepted);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers['content-type']).toMatch(/javascript/);
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(answer.headers['vary']).toContain('accept-encoding');
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(unpack(answer.rawPayload).toString()).toBe(SCRIPT);
      const font = await get('/assets/fonts-Earlier1.woff2', accepted);
      expect([font.statusCode, font.body]).toEqual([200, 'a font']);
      const head = await site.server.inject({ method: 'HEAD', url: `/assets/${EARLIER}` });
      expect([head.statusCode, head.body]).toEqual([200, '']);
      const headers = { range: 'bytes=-999999', 'accept-encoding': accepted };
      const all = await site.server.inject({ url: `/assets/${EARLIER}`, headers });
      expect(all.statusCode).toBe(200);
    },
  );

  test('do not replace those of the current build', async () => {
    const answer = await get(`/assets/${builtEntry()}`);
    expect(answer.body).toBe(readFileSync(join(BUILT_ASSETS, builtEntry()), 'utf8'));
  });

  test.each([
    'secret-LinkedTo.js',
    '..%2fsecret-Outside1.js',
    '%2e%2e/secret-Outside1.js',
    '..%5csecret-Outside1.js',
    `${EARLIER}.br`,
    '.files-of-releases',
    `${EARLIER}/`,
    'none-Earlier1.js',
  ])('exclude %s, which gets 404 with no-store', async (name) => {
    const { statusCode: status, headers, body } = await get(`/assets/${name}`);
    expect({ status, cacheControl: headers['cache-control'] }).toEqual(MISSING);
    expect(body).not.toContain('secret');
  });

  test('get 404 with no-store without a folder', async () => {
    for (const name of [EARLIER, 'none-Earlier1.js']) {
      const { statusCode: status, headers } = await get(`/assets/${name}`, 'br', alone.server);
      expect({ status, cacheControl: headers['cache-control'] }).toEqual(MISSING);
    }
  });
});

describe('two releases, one process each', () => {
  const NEXT_ENTRY = 'entry-client-Release2.js';
  const database = useRunning(createTestDatabase);
  const provider = useRunning(startTestProvider);
  let nextMain: string;

  beforeAll(async () => {
    nextMain = makeRelease(join(place, 'next'), NEXT_ENTRY);
  });

  const start = (more: { main?: string; assetsFolder?: string }): Promise<ShopProcess> =>
    startShopProcess({
      databaseUrl: database.url,
      provider,
      smtpUrl: 'smtp://127.0.0.1:9',
      mode: 'production',
      ...more,
    });
  const newFolder = () => mkdtempSync(join(place, 'shared-'));

  const filesOfPage = async ({ origin }: ShopProcess) => {
    const response = await fetch(`${origin}/fr/boutique`);
    const named = `${response.headers.get('link')} ${await response.text()}`;
    return [...new Set(named.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))];
  };
  const ask = async ({ origin }: ShopProcess, path: string) => {
    const response = await fetch(origin + path);
    const { status, headers } = response;
    return { status, cacheControl: headers.get('cache-control'), body: await response.text() };
  };

  test('a page of the first release loads its scripts from the second', async () => {
    const assetsFolder = newFolder();
    const first = await start({ assetsFolder });
    const files = await filesOfPage(first);
    expect(files).toContain(`/assets/${builtEntry()}`);
    expect(await first.stop()).toBe(0);
    const second = await start({ assetsFolder, main: nextMain });
    expect(await filesOfPage(second)).toContain(`/assets/${NEXT_ENTRY}`);
    for (const path of files) {
      const { status, cacheControl } = await ask(second, path);
      expect([path, status]).toEqual([path, 200]);
      expect(cacheControl).toContain('immutable');
    }
    const { body } = await ask(second, `/assets/${builtEntry()}`);
    expect(body).toBe(readFileSync(join(BUILT_ASSETS, builtEntry()), 'utf8'));
    expect(await second.stop()).toBe(0);
  });

  test('a page of the second release loads its scripts from the first during a rolling deploy', async () => {
    const assetsFolder = newFolder();
    const first = await start({ assetsFolder });
    expect(await ask(first, `/assets/${NEXT_ENTRY}`)).toMatchObject(MISSING);
    const second = await start({ assetsFolder, main: nextMain });
    const files = await filesOfPage(second);
    expect(files).toContain(`/assets/${NEXT_ENTRY}`);
    for (const path of files) {
      expect([path, (await ask(first, path)).status]).toEqual([path, 200]);
    }
    await Promise.all([first.stop(), second.stop()]);
  });

  test('without a folder each release serves its own assets only', async () => {
    const second = await start({ main: nextMain });
    expect(await ask(second, `/assets/${builtEntry()}`)).toMatchObject(MISSING);
    expect(await ask(second, `/assets/${NEXT_ENTRY}`)).toMatchObject({ status: 200 });
    await second.stop();
  });

  test('a release fails to start with an unusable folder, and says why', async () => {
    const assetsFolder = join(place, 'nowhere');
    await expect(start({ assetsFolder })).rejects.toThrow(
      `ASSETS_FOLDER (${assetsFolder}) does not exist: make the folder`,
    );
  });
});
