import { LOCALES } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { mintToken } from '@agres/shop/users/link-token';
import { describe, expect, test } from 'vitest';

import { INDEXED_PAGES, PUBLIC_URL, startBuiltSite } from '../support/built-web.ts';
import { decodeHtml, metaOf } from '../support/html.ts';
import { addArticle, addItem, addSubscription } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';

const app = useRunning(startBuiltSite);

const get = (url: string) => app.server.inject({ method: 'GET', url });
const htmlOf = async (url: string) => (await get(url)).body;

const publicPages = INDEXED_PAGES.flatMap((page) => LOCALES.map((locale) => ({ page, locale })));

describe('a link preview', () => {
  test.each(publicPages)(
    'of $page in $locale has its title, its description and a picture of this site',
    async ({ page, locale }) => {
      const html = await htmlOf(pathOf(page, locale));
      const meta = metaOf(html);
      const title = decodeHtml(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '');
      expect(meta).toMatchObject({
        'og:type': 'website',
        'og:site_name': 'Agrès',
        'og:title': title,
        'og:description': meta['description'],
        'og:url': PUBLIC_URL + pathOf(page, locale),
        'og:locale': locale === 'fr' ? 'fr_FR' : 'en_GB',
        'og:locale:alternate': locale === 'fr' ? 'en_GB' : 'fr_FR',
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': title,
        'twitter:card': 'summary_large_image',
        'twitter:title': title,
        'twitter:description': meta['description'],
        'twitter:image': meta['og:image'],
      });
      const picture = meta['og:image'] ?? '';
      expect(picture).toMatch(new RegExp(`^${PUBLIC_URL}/pictures/og/\\w+-${locale}\\.jpg$`));
      const { statusCode, headers } = await get(new URL(picture).pathname);
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg']);
    },
  );

  test.each(LOCALES)('has a distinct title and description for each page in %s', async (locale) => {
    const metas = await Promise.all(
      INDEXED_PAGES.map(async (page) => metaOf(await htmlOf(pathOf(page, locale)))),
    );
    for (const name of ['og:title', 'description']) {
      const texts = metas.map((meta) => meta[name]);
      expect(texts).toEqual([...new Set(texts)]);
    }
  });

  test.each([
    {
      images: ['/pictures/items/parallettes-1.webp'],
      preview: '/pictures/og/items/parallettes.jpg',
    },
    { images: [], preview: '/pictures/og/items/default.jpg' },
    { images: ['/pictures/elsewhere.webp'], preview: '/pictures/elsewhere.webp' },
  ])('of an item with the pictures $images has $preview', async ({ images, preview }) => {
    const { id } = await addItem(app.db, { imageUrls: images });
    const meta = metaOf(await htmlOf(pathOf('item', 'fr', { id })));
    expect(meta['og:image']).toBe(PUBLIC_URL + preview);
    expect(meta['og:description']).toBe('Un bel objet.');
  });

  test.each([
    { cover: '/pictures/articles/rest-days.webp', preview: '/pictures/og/articles/rest-days.jpg' },
    { cover: undefined, preview: '/pictures/og/blog-en.jpg' },
  ])('of an article with the cover $cover has $preview', async ({ cover, preview }) => {
    const creationDate = new Date('2026-03-01T08:00:00.000Z');
    const { id } = await addArticle(app.db, {
      creationDate,
      ...(cover && { coverPictureUrl: cover }),
    });
    const meta = metaOf(await htmlOf(pathOf('article', 'en', { id })));
    expect(meta['og:image']).toBe(PUBLIC_URL + preview);
    expect(meta['og:description']).toBe('A text.');
    expect(meta['og:type']).toBe('article');
    expect(meta['article:published_time']).toBe(creationDate.toISOString());
  });
});

describe('search engines', () => {
  test('get noindex on account and error pages, and on no other', async () => {
    const { client, userId } = await app.member();
    await addSubscription(app.db, userId);
    const token = { userId, purpose: 'password_recovery', now: app.deps.clock() } as const;
    const retrieve = await mintToken(app.db, token);
    const robotsOf = async (url: string, asker = app.client()) =>
      metaOf((await asker.get(url)).text)['robots'];
    for (const locale of LOCALES) {
      for (const page of INDEXED_PAGES)
        expect(await robotsOf(pathOf(page, locale))).toBeUndefined();
      for (const page of ['logIn', 'signUp', 'error'] as const) {
        expect([page, await robotsOf(pathOf(page, locale))]).toEqual([page, 'noindex']);
      }
      expect(await robotsOf(pathOf('passwordRecovery', locale, { id: userId, retrieve }))).toBe(
        'noindex',
      );
      for (const page of ['profile', 'profileEdit', 'myData', 'updatePaymentMethod'] as const) {
        expect([page, await robotsOf(pathOf(page, locale), client)]).toEqual([page, 'noindex']);
      }
    }
  });

  test('get the canonical URL of an article for an old or foreign slug', async () => {
    const { id } = await addArticle(app.db);
    const article = await app.db.article.update({
      where: { id },
      data: { titleFr: 'L’équilibre', titleEn: 'The handstand' },
    });
    const ask = async (url: string) => {
      const { statusCode, headers, body } = await get(url);
      const canonical = /rel="canonical" href="([^"]+)"/.exec(body)?.[1];
      return [statusCode, headers['location'] ?? canonical];
    };
    const right = `/fr/blog/${article.id}-l-equilibre`;
    expect(await ask(right)).toEqual([200, PUBLIC_URL + right]);
    expect(await ask(`/fr/blog/${id}`)).toEqual([200, PUBLIC_URL + right]);
    expect(await ask(`/fr/blog/${id}-an-older-title?a=1`)).toEqual([308, `${right}?a=1`]);
    expect(await ask(`/fr/blog/${id}-the-handstand`)).toEqual([308, right]);
    expect(await ask(`/fr/blog/${id}x`)).toEqual([302, '/fr/error']);
  });

  test('are redirected to the canonical URL of an item with a slug', async () => {
    const { id } = await addItem(app.db);
    const { statusCode, headers } = await get(`/fr/boutique/materiel/${id}-parallettes?a=1`);
    expect([statusCode, headers['location']]).toEqual([308, `/fr/boutique/materiel/${id}?a=1`]);
  });
});
