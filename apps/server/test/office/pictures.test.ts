import { randomBytes } from 'node:crypto';

import type { Role } from '@agres/core/operations/actor';
import { runRetention } from '@agres/core/run-retention';
import { openTestDatabase } from '@agres/db/testing';
import { RETENTION_RULES } from '@agres/shop/retention-rules';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';

import { startTestApp } from '../support/app.ts';
import { builtWebOn } from '../support/built-web.ts';
import { startTestOffice } from '../support/office.ts';
import { addArticle, addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';

const ORIGIN = 'https://office.example.fr';
const { host } = new URL(ORIGIN);

const database = useRunning(openTestDatabase);
const site = useRunning(() =>
  startTestApp({ database, deps: { registerWeb: builtWebOn(database) } }),
);
const office = useRunning(() => startTestOffice(database));

const enter = async (roles: Role[]): Promise<string> =>
  `__Host-office=${(await office.enter(roles)).secret}`;

type Upload = {
  bytes: Buffer;
  type?: string;
  cookie?: string;
  headers?: Record<string, string>;
};

async function upload({ bytes, type = 'image/jpeg', cookie = '', headers = {} }: Upload) {
  const first = await office.server.inject({ url: '/trpc/access.mode', headers: { host, cookie } });
  const token = first.cookies.find(({ name }) => name === 'office-xsrf')?.value ?? '';
  const answer = await office.server.inject({
    url: '/pictures',
    method: 'POST',
    headers: {
      host,
      origin: ORIGIN,
      cookie,
      'x-office-xsrf': token,
      'x-office-locale': 'fr',
      'content-type': type,
      ...headers,
    },
    payload: bytes,
  });
  type Told = { code: string; message?: string; refusals?: string[] };
  const body: {
    id: string;
    path: string;
    width: number;
    height: number;
    error?: { data: Told };
  } = answer.json();
  return { status: answer.statusCode, body, told: body.error?.data };
}

const onSite = (url: string) => site.server.inject({ url, headers: { accept: 'image/*' } });

/** Creates a photo like a phone's: stored rotated, red on top once upright, with GPS data. */
async function photo(): Promise<Buffer> {
  const [width, height] = [900, 1200];
  const upright = sharp({
    create: { width, height, channels: 3, background: '#2040ff' },
  }).composite([
    {
      input: { create: { width, height: 200, channels: 3, background: '#ff0000' } },
      gravity: 'north',
    },
  ]);
  const lying = await sharp(await upright.png().toBuffer())
    .rotate(-90)
    .png()
    .toBuffer();
  return sharp(lying)
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'A phone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 24/1' },
    })
    .jpeg()
    .toBuffer();
}

const pngOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#808080' }, limitInputPixels: false })
    .png()
    .toBuffer();

describe('an uploaded picture', () => {
  test('is served upright and without metadata, in each width and encoding', async () => {
    const cookie = await enter(['owner']);
    const bytes = await photo();
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, orientation: 6 });
    expect(bytes.includes('A phone')).toBe(true);
    const { status, body } = await upload({ bytes, cookie });
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^[\da-f]{32}$/),
        path: `/pictures/stored/${body.id}/900x1200.webp`,
        width: 900,
        height: 1200,
      },
    ]);

    const largest = await onSite(body.path);
    expect([largest.statusCode, largest.headers]).toMatchObject([
      200,
      {
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      },
    ]);
    const picture = sharp(largest.rawPayload);
    const metadata = await picture.metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 900, height: 1200 });
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const top = await picture.extract({ left: 450, top: 50, width: 1, height: 1 }).raw().toBuffer();
    expect(top[0]).toBeGreaterThan(200);
    expect(top[2]).toBeLessThan(60);

    for (const file of ['400.webp', '400.avif', '800.webp', '800.avif', '900.avif']) {
      const { statusCode, headers } = await onSite(`/pictures/stored/${body.id}/${file}`);
      expect([file, statusCode, headers['content-type']]).toEqual([
        file,
        200,
        `image/${file.slice(-4)}`,
      ]);
    }
    const entry = await database.db.journalEntry.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(entry).toMatchObject({ operation: 'pictures.upload', subjectId: body.id });

    // Uploading the same bytes again returns the same picture.
    const again = await upload({ bytes, cookie });
    expect([again.status, again.body.path]).toEqual([200, body.path]);
    expect(await database.db.pictureFile.count({ where: { pictureId: body.id } })).toBe(6);
    const shown = await office.server.inject({ url: body.path, headers: { host } });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
  });

  test('is deleted after thirty days without use', async () => {
    const { db } = database;
    const cookie = await enter(['owner']);
    const sizes = [11, 12, 13, 14, 15, 16];
    const uploads: { id: string; path: string }[] = [];
    for (const size of sizes) {
      const bytes = await pngOf(size, size);
      uploads.push((await upload({ bytes, type: 'image/png', cookie })).body);
    }
    const [inItem, asCover, inText, unused, again, young] = uploads;
    const long = new Date(Date.now() - 31 * 86_400_000);
    await db.picture.updateMany({
      where: { id: { in: uploads.map(({ id }) => id), not: young?.id ?? '' } },
      data: { createdAt: long },
    });
    const item = await addItem(db);
    await db.itemImage.create({ data: { itemId: item.id, position: 9, url: inItem?.path ?? '' } });
    await addArticle(db, { coverPictureUrl: asCover?.path ?? '' });
    await addArticle(db, { contentFr: `<p><img src="${inText?.path}" alt=""></p>` });
    await upload({ bytes: await pngOf(15, 15), type: 'image/png', cookie });
    await runRetention(site.deps, RETENTION_RULES);
    const left = await db.picture.findMany({ select: { id: true } });
    const kept = uploads.filter(({ id }) => left.some((one) => one.id === id));
    expect(kept).toEqual([inItem, asCover, inText, again, young]);
    expect((await onSite(unused?.path ?? '')).statusCode).toBe(404);
  });

  test('shares its path with the built-in pictures, which the office serves too', async () => {
    const url = '/pictures/items/chalk-1-400.webp';
    const own = await office.server.inject({ url, headers: { host } });
    expect([own.statusCode, own.headers['content-type']]).toEqual([200, 'image/webp']);
  });

  test('is accepted as PNG and WebP too, at any small size', async () => {
    const cookie = await enter(['owner']);
    const png = await upload({ bytes: await pngOf(30, 20), type: 'image/png', cookie });
    expect(png.body).toMatchObject({ width: 30, height: 20 });
    const bytes = await sharp(await photo())
      .webp()
      .toBuffer();
    const webp = await upload({ bytes, type: 'image/webp', cookie });
    expect(webp.status).toBe(200);
  });

  test.each<[string, (picture: Sharp) => Sharp]>([
    ['grey', (picture) => picture.greyscale().toColourspace('b-w').png()],
    ['of 16 bits', (picture) => picture.toColourspace('rgb16').png()],
    ['in CMYK', (picture) => picture.toColourspace('cmyk').jpeg()],
    ['in a wide gamut', (picture) => picture.withIccProfile('p3').jpeg()],
    ['with transparency', (picture) => picture.ensureAlpha(0.5).png()],
    ['encoded progressively', (picture) => picture.jpeg({ progressive: true })],
  ])('keeps its colours: one %s', async (_kind, encode) => {
    const cookie = await enter(['owner']);
    const grey = { r: 120, g: 120, b: 120 };
    const made = encode(
      sharp({ create: { width: 64, height: 48, channels: 3, background: grey } }),
    );
    const bytes = await made.toBuffer();
    const type = bytes[0] === 0xff ? 'image/jpeg' : 'image/png';
    const { body } = await upload({ bytes, type, cookie });
    const served = await onSite(body.path);
    const [red, green, blue] = await sharp(served.rawPayload).removeAlpha().raw().toBuffer();
    for (const part of [red, green, blue]) expect(Math.abs((part ?? 0) - 120)).toBeLessThan(16);
  });

  test('is on the page of its item, with its srcset', async () => {
    const cookie = await enter(['owner']);
    const { body } = await upload({ bytes: await pngOf(500, 500), type: 'image/png', cookie });
    const item = await addItem(database.db, { imageUrls: [body.path] });
    const page = await site.server.inject({
      url: `/en/shop/item/${item.id}`,
      headers: { accept: 'text/html' },
    });
    expect(page.body).toContain(`src="${body.path}"`);
    expect(page.body).toContain(`/pictures/stored/${body.id}/400.avif 400w`);
    expect(page.body).toContain(`/pictures/stored/${body.id}/500.avif 500w`);
    expect(page.body).not.toContain(`/pictures/stored/${body.id}/800`);
  });
});

describe('an upload is refused', () => {
  const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9"/></svg>');
  const HEIC = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'), randomBytes(500)]);

  test.each<[string, () => Promise<Upload>, string]>([
    ['40 MB', async () => ({ bytes: Buffer.alloc(40_000_000) }), 'picture_too_large'],
    ['HEIC', async () => ({ bytes: HEIC, type: 'image/heic' }), 'picture_not_taken'],
    ['HEIC named JPEG', async () => ({ bytes: HEIC }), 'picture_not_taken'],
    ['SVG', async () => ({ bytes: SVG, type: 'image/svg+xml' }), 'picture_not_taken'],
    ['SVG named PNG', async () => ({ bytes: SVG, type: 'image/png' }), 'picture_not_taken'],
    ['GIF', async () => ({ bytes: Buffer.from('GIF89a...........') }), 'picture_not_taken'],
    ['text named JPEG', async () => ({ bytes: Buffer.from('Hello') }), 'picture_not_taken'],
    ['nothing', async () => ({ bytes: Buffer.alloc(0) }), 'picture_not_taken'],
    [
      'a small file of 100 million pixels',
      async () => ({ bytes: await pngOf(10_000, 10_000), type: 'image/png' }),
      'picture_too_many_pixels',
    ],
    ['half a photo', async () => ({ bytes: (await photo()).subarray(0, 3000) }), 'picture_broken'],
    [
      'a header alone',
      async () => ({ bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) }),
      'picture_broken',
    ],
  ])('when it is %s', async (_what, made, code) => {
    const cookie = await enter(['owner']);
    const before = await database.db.picture.count();
    const { status, told } = await upload({ ...(await made()), cookie });
    expect([status, told?.code, told?.refusals]).toEqual([409, 'refused', [code]]);
    expect(told?.message).toMatch(/^Ce(?:tte)? /);
    expect(await database.db.picture.count()).toBe(before);
  });

  test('without a session, the token, or the right to change items', async () => {
    const bytes = await pngOf(10, 10);
    const type = 'image/png';
    const visitor = await upload({ bytes, type });
    expect([visitor.status, visitor.told?.code]).toEqual([401, 'not_signed_in']);
    const cookie = await enter(['owner']);
    const forged = await upload({ bytes, type, cookie, headers: { 'x-office-xsrf': 'v1.a.b' } });
    expect([forged.status, forged.told?.code]).toEqual([403, 'token_refused']);
    const foreign = { origin: 'https://www.example.fr' };
    const other = await upload({ bytes, type, cookie, headers: foreign });
    expect([other.status, other.told?.code]).toEqual([403, 'token_refused']);
    const preparer = await upload({ bytes, type, cookie: await enter(['preparer']) });
    expect([preparer.status, preparer.told?.code]).toEqual([403, 'not_permitted']);
  });
});

test('an unknown picture URL gets 404', async () => {
  const cookie = await enter(['owner']);
  const { body } = await upload({ bytes: await pngOf(60, 40), type: 'image/png', cookie });
  const folder = `/pictures/stored/${body.id}`;
  expect((await onSite(`${folder}/60x40.webp`)).statusCode).toBe(200);
  for (const url of [
    `${folder}/60.webp`,
    `${folder}/60x41.webp`,
    `${folder}/60x40.avif`,
    `${folder}/400.webp`,
    `${folder}/60x40.svg`,
    `/pictures/stored/${'0'.repeat(32)}/60x40.webp`,
    `/pictures/stored/..%2f..%2fetc/60x40.webp`,
  ]) {
    const { statusCode, headers } = await onSite(url);
    expect([url, statusCode, headers['cache-control']]).toEqual([url, 404, 'no-store']);
  }
});
