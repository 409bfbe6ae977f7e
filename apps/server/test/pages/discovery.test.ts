import { LOCALES } from '@agres/domain/locale';
import { feedPathOf, pathOf, PROGRAMMES } from '@agres/domain/paths';
import { describe, expect, test } from 'vitest';

import { INDEXED_PAGES, PUBLIC_URL, startBuiltSite } from '../support/built-web.ts';
import { decodeHtml } from '../support/html.ts';
import { addArticle, addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';

const app = useRunning(startBuiltSite);

const get = (url: string, headers: Record<string, string> = {}) =>
  app.server.inject({ method: 'GET', url, headers });
const textOf = async (url: string) => (await get(url)).body;

/**
 * Returns a file once it contains what was just written; content-version.test.ts tests the delay with its
 * own clock.
 */
async function textOnceIn(url: string, written: string): Promise<string> {
  await expect.poll(() => textOf(url)).toContain(written);
  return textOf(url);
}

const contentsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, text = '']) =>
    decodeHtml(text.replaceAll('&#39;', "'")),
  );

const entryOf = (sitemap: string, path: string) =>
  sitemap.split('\n').find((line) => line.includes(`<loc>${PUBLIC_URL}${path}</loc>`)) ?? '';

test('robots.txt allows every page and names the sitemap', async () => {
  const { statusCode, headers, body } = await get('/robots.txt');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body.split('\n')).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'Disallow: /api/',
      'Disallow: /trpc/',
      `Sitemap: ${PUBLIC_URL}/sitemap.xml`,
    ]),
  );
  expect(body).not.toMatch(/^Disallow: \/(fr|en)?$/m);
});

describe('the sitemap', () => {
  test('lists every public page in both languages, each with its alternates', async () => {
    const { headers, body } = await get('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    for (const page of INDEXED_PAGES) {
      for (const locale of LOCALES) {
        const entry = entryOf(body, pathOf(page, locale));
        for (const [language, path] of [
          ['fr', pathOf(page, 'fr')],
          ['en', pathOf(page, 'en')],
          ['x-default', pathOf(page, 'fr')],
        ] as const) {
          expect(entry).toContain(
            `<xhtml:link rel="alternate" hreflang="${language}" href="${PUBLIC_URL}${path}"/>`,
          );
        }
      }
    }
    for (const page of ['logIn', 'signUp', 'profile', 'profileEdit', 'myData', 'error'] as const) {
      for (const locale of LOCALES) expect(entryOf(body, pathOf(page, locale))).toBe('');
    }
  });

  test('lists every programme under the path of each language', async () => {
    const sitemap = await textOf('/sitemap.xml');
    for (const programme of PROGRAMMES) {
      const [fr, en] = [
        pathOf('programme', 'fr', { programme }),
        pathOf('programme', 'en', { programme }),
      ];
      for (const path of [fr, en]) {
        expect(entryOf(sitemap, path)).toContain(`hreflang="fr" href="${PUBLIC_URL}${fr}"`);
        expect(entryOf(sitemap, path)).toContain(`hreflang="en" href="${PUBLIC_URL}${en}"`);
      }
    }
    expect(entryOf(sitemap, '/fr/programmes/equilibre')).toContain('/en/programmes/handstand"');
  });

  test('lists published items and articles with the date of their last change', async () => {
    const item = await addItem(app.db);
    const article = await addArticle(app.db, { title: 'Tom & <Jerry>' });
    const hiddenItem = await addItem(app.db, { publishedAt: null });
    const hiddenArticle = await addArticle(app.db, { publishedAt: new Date('2099-01-01') });
    const sitemap = await textOnceIn('/sitemap.xml', `/blog/${article.id}-`);
    const itemEntry = entryOf(sitemap, `/en/shop/item/${item.id}`);
    expect(itemEntry).toContain(`<lastmod>${item.updatedAt.toISOString()}</lastmod>`);
    expect(itemEntry).toContain(`href="${PUBLIC_URL}/fr/boutique/materiel/${item.id}"`);
    const articleEntry = entryOf(sitemap, `/fr/blog/${article.id}-tom-jerry`);
    expect(articleEntry).toContain(`<lastmod>${article.updatedAt.toISOString()}</lastmod>`);
    expect(sitemap).not.toMatch(new RegExp(`/item/${hiddenItem.id}<`));
    expect(sitemap).not.toMatch(new RegExp(`/blog/${hiddenArticle.id}[-<]`));

    const changed = await app.db.item.update({
      where: { id: item.id },
      data: { priceCents: 4200 },
    });
    expect(changed.updatedAt.getTime()).toBeGreaterThan(item.updatedAt.getTime());
    await expect
      .poll(async () => entryOf(await textOf('/sitemap.xml'), `/en/shop/item/${item.id}`))
      .toContain(`<lastmod>${changed.updatedAt.toISOString()}</lastmod>`);
  });

  test('lists canonical, indexable URLs only', async () => {
    const item = await addItem(app.db);
    const article = await addArticle(app.db, { title: 'Où, quand & <comment> ?' });
    await textOnceIn('/sitemap.xml', `/blog/${article.id}-`);
    const sitemap = await textOnceIn('/sitemap.xml', `/item/${item.id}<`);
    const addresses = contentsOf(sitemap, 'loc');
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const address of addresses) {
      const { statusCode, body } = await get(address.slice(PUBLIC_URL.length));
      const canonical = /rel="canonical" href="([^"]+)"/.exec(body)?.[1];
      expect([address, statusCode, canonical]).toEqual([address, 200, address]);
      expect(body).not.toContain('noindex');
    }
  });
});

describe('the blog feed', () => {
  test('has the full articles of its language, newest first and escaped', async () => {
    const older = await addArticle(app.db, {
      title: 'Plus ancien',
      creationDate: new Date('2098-01-01T08:00:00.000Z'),
    });
    const newest = await addArticle(app.db, {
      title: `]]></title><script>"&'`,
      contentFr: '<p>Une <a href="/fr/faq">question</a> & plus.</p>',
      creationDate: new Date('2098-03-01T08:00:00.000Z'),
    });
    await textOnceIn('/fr/blog/rss.xml', `/blog/${newest.id}<`);
    const { headers, body } = await get('/fr/blog/rss.xml');
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    expect(body).not.toContain('<script>');
    expect(contentsOf(body, 'language')).toEqual(['fr']);
    expect(contentsOf(body, 'lastBuildDate')).toEqual(['Sat, 01 Mar 2098 08:00:00 GMT']);
    expect(body).toContain(`<atom:link href="${PUBLIC_URL}/fr/blog/rss.xml" rel="self"`);
    const [first = '', second = ''] = body.split('<item>').slice(1);
    expect(contentsOf(first, 'title')).toEqual([`]]></title><script>"&'`]);
    expect(contentsOf(first, 'link')).toEqual([`${PUBLIC_URL}/fr/blog/${newest.id}-title-script`]);
    expect(contentsOf(first, 'guid')).toEqual([`${PUBLIC_URL}/fr/blog/${newest.id}`]);
    expect(contentsOf(first, 'pubDate')).toEqual(['Sat, 01 Mar 2098 08:00:00 GMT']);
    expect(contentsOf(first, 'category')).toEqual(['force']);
    expect(contentsOf(first, 'description')).toEqual(['Une question & plus.']);
    expect(contentsOf(first, 'content:encoded')[0]).toContain(`<a href="${PUBLIC_URL}/fr/faq"`);
    expect(contentsOf(second, 'title')).toEqual(['Plus ancien']);
    expect(contentsOf(second, 'guid')).toEqual([`${PUBLIC_URL}/fr/blog/${older.id}`]);

    const english = await textOf('/en/blog/rss.xml');
    expect(contentsOf(english, 'language')).toEqual(['en']);
    expect(contentsOf(english, 'description')).toContain('A text.');
  });

  test.each(LOCALES)('is linked from every page in %s', async (locale) => {
    for (const page of ['home', 'shop', 'blog', 'faq'] as const) {
      expect(await textOf(pathOf(page, locale))).toMatch(
        new RegExp(
          `<link rel="alternate" type="application/rss\\+xml" [^>]*href="${feedPathOf(locale)}"`,
        ),
      );
    }
  });
});

describe('the files for search engines and readers', () => {
  test.each(['/sitemap.xml', '/fr/blog/rss.xml', '/en/blog/rss.xml'])(
    '%s is cacheable, has an ETag, is compressed, and sets no cookie',
    async (path) => {
      const { headers } = await get(path);
      expect(headers['cache-control']).toBe('public, max-age=300');
      expect(headers['set-cookie']).toBeUndefined();
      const etag = String(headers['etag']);
      const strong = etag.replace(/^W\//, '');
      for (const tag of [strong, `W/${strong}`]) {
        const again = await get(path, { 'if-none-match': `"other", ${tag}` });
        expect([again.statusCode, again.body]).toEqual([304, '']);
      }
      const packed = await get(path, { 'accept-encoding': 'br' });
      expect(packed.headers['content-encoding']).toBe('br');
      expect(packed.rawPayload.length).toBeGreaterThan(100);
    },
  );

  test('the web manifest lists icons that exist', async () => {
    expect(await textOf('/fr')).toContain('<link rel="manifest" href="/site.webmanifest"');
    const { headers, body } = await get('/site.webmanifest');
    expect(headers['content-type']).toContain('application/manifest+json');
    const { icons }: { icons: { src: string }[] } = JSON.parse(body);
    expect(icons.length).toBeGreaterThan(1);
    for (const { src } of icons) {
      expect((await get(src)).headers['content-type']).toBe('image/png');
    }
  });
});
