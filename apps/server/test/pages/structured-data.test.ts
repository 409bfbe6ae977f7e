import { LOCALES } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { PUBLIC_URL, startBuiltSite } from '../support/built-web.ts';
import { decodeHtml, metaOf } from '../support/html.ts';
import { addArticle, addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';

const app = useRunning(startBuiltSite);

const documentSchema = z.object({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(z.looseObject({ '@type': z.string() })),
});

const htmlOf = async (url: string) => (await app.server.inject({ method: 'GET', url })).body;

function statementsOf(html: string): Record<string, unknown> {
  const scripts = [
    ...html.matchAll(/<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/g),
  ];
  expect(scripts).toHaveLength(1);
  const { '@graph': graph } = documentSchema.parse(JSON.parse(scripts[0]?.[1] ?? ''));
  return Object.fromEntries(graph.map((statement) => [statement['@type'], statement]));
}

const ORGANISATION = {
  '@type': 'Organization',
  '@id': `${PUBLIC_URL}/#organisation`,
  name: 'Agrès',
  url: PUBLIC_URL,
  logo: `${PUBLIC_URL}/icon-512.png`,
};

const step = (position: number, name: string, path: string) => ({
  '@type': 'ListItem',
  position,
  name,
  item: PUBLIC_URL + path,
});

test.each(LOCALES)(
  'the home page in %s has its publisher and the prices of the app',
  async (locale) => {
    const statements = statementsOf(await htmlOf(pathOf('home', locale)));
    expect(statements).toMatchObject({
      Organization: { ...ORGANISATION, foundingDate: '2018' },
      WebSite: { url: PUBLIC_URL, publisher: { '@id': ORGANISATION['@id'] } },
      MobileApplication: {
        name: 'Agrès',
        operatingSystem: 'iOS, Android',
        offers: [
          { '@type': 'Offer', price: '19.99', priceCurrency: 'EUR' },
          { '@type': 'Offer', price: '199.99', priceCurrency: 'EUR' },
        ],
      },
    });
    const logo = await app.server.inject({ method: 'GET', url: '/icon-512.png' });
    expect(logo.headers['content-type']).toBe('image/png');
  },
);

test('an item has its published reviews, but none if one is a demonstration', async () => {
  const { id } = await addItem(app.db);
  const path = `/fr/boutique/materiel/${id}`;
  const product = async () => statementsOf(await htmlOf(path))['Product'];
  expect(await product()).not.toHaveProperty('aggregateRating');
  const { userId } = await app.member();
  const decidedAt = new Date('2026-11-20T11:00:00Z');
  const { id: reviewId } = await app.db.review.create({
    data: {
      itemId: id,
      userId,
      boughtOn: decidedAt,
      firstName: 'Zoé </script>',
      rating: 4,
      text: 'Bien, sans plus.',
      locale: 'fr',
    },
  });
  expect(await product()).not.toHaveProperty('review');
  const published = { state: 'published', decidedAt };
  await app.db.review.update({ where: { id: reviewId }, data: published });
  // The pages follow a change within a second, or later on a busy machine.
  const soon = { timeout: 5000 };
  await expect.poll(product, soon).toHaveProperty('aggregateRating');
  const range = { bestRating: 5, worstRating: 1 };
  expect(await product()).toMatchObject({
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4, reviewCount: 1, ...range },
    review: [
      {
        '@type': 'Review',
        author: { '@type': 'Person', name: 'Zoé </script>' },
        datePublished: '2026-11-20',
        reviewBody: 'Bien, sans plus.',
        reviewRating: { '@type': 'Rating', ratingValue: 4, ...range },
      },
    ],
  });
  const html = await htmlOf(path);
  expect(html).toContain('Bien, sans plus.');
  expect(html).not.toContain('Zoé </script>');

  const invented = { userId: null, isDemonstration: true };
  await app.db.review.update({ where: { id: reviewId }, data: invented });
  await expect.poll(product, soon).not.toHaveProperty('aggregateRating');
  expect(await product()).not.toHaveProperty('review');
  expect(await htmlOf(path)).toContain('Les avis sans date sont des exemples');
});

test('an item has its offer at the price shown, and its breadcrumb', async () => {
  const { id } = await addItem(app.db, {
    title: 'Anneaux',
    priceCents: 3000,
    descriptionFr: '<p>Du <b>bouleau</b>.</p><p>Deux sangles.</p>',
    imageUrls: ['/pictures/items/gymnastic-rings-1.webp'],
  });
  const path = `/fr/boutique/materiel/${id}`;
  const statements = statementsOf(await htmlOf(path));
  expect(statements).toEqual({
    Product: {
      '@type': 'Product',
      name: 'Anneaux',
      description: 'Du bouleau. Deux sangles.',
      image: [`${PUBLIC_URL}/pictures/items/gymnastic-rings-1.webp`],
      sku: String(id),
      brand: { '@type': 'Brand', name: 'Agrès' },
      offers: {
        '@type': 'Offer',
        url: PUBLIC_URL + path,
        price: '29.99',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/NewCondition',
        seller: expect.objectContaining(ORGANISATION),
        shippingDetails: [
          {
            '@type': 'OfferShippingDetails',
            shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'FR' },
            shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: 'EUR' },
          },
        ],
      },
    },
    BreadcrumbList: {
      '@type': 'BreadcrumbList',
      itemListElement: [
        step(1, 'Agrès', '/fr'),
        step(2, 'Boutique', '/fr/boutique'),
        step(3, 'Anneaux', path),
      ],
    },
  });
});

test('an item is out of stock while sales are paused', async () => {
  const { id } = await addItem(app.db, { stocks: [5] });
  const value = { isPaused: true, sentence: { fr: '', en: '' }, since: new Date().toISOString() };
  await app.db.setting.create({ data: { name: 'salesPause', value } });
  const offer = async () => statementsOf(await htmlOf(pathOf('item', 'en', { id })));
  const offers = (state: string) => ({
    Product: { offers: { availability: `https://schema.org/${state}` } },
  });
  await expect.poll(offer).toMatchObject(offers('OutOfStock'));
  await app.db.setting.delete({ where: { name: 'salesPause' } });
  await expect.poll(offer).toMatchObject(offers('InStock'));
});

test('an item without stock or picture is out of stock, with the default picture', async () => {
  const { id } = await addItem(app.db, { stocks: [0, 0], imageUrls: [] });
  expect(statementsOf(await htmlOf(pathOf('item', 'en', { id })))).toMatchObject({
    Product: {
      image: [`${PUBLIC_URL}/pictures/og/items/default.jpg`],
      offers: { availability: 'https://schema.org/OutOfStock' },
    },
  });
});

test('an article has its publisher and date', async () => {
  const creationDate = new Date('2026-03-01T08:00:00.000Z');
  const { id } = await addArticle(app.db, { title: 'Respirer', creationDate });
  const path = `/fr/blog/${id}-respirer`;
  expect(statementsOf(await htmlOf(path))).toEqual({
    BlogPosting: {
      '@type': 'BlogPosting',
      headline: 'Respirer',
      description: 'Un texte.',
      image: `${PUBLIC_URL}/pictures/og/blog-fr.jpg`,
      datePublished: creationDate.toISOString(),
      keywords: ['force'],
      inLanguage: 'fr',
      mainEntityOfPage: PUBLIC_URL + path,
      author: expect.objectContaining(ORGANISATION),
      publisher: expect.objectContaining(ORGANISATION),
    },
    BreadcrumbList: {
      '@type': 'BreadcrumbList',
      itemListElement: [
        step(1, 'Agrès', '/fr'),
        step(2, 'Blog', '/fr/blog'),
        step(3, 'Respirer', path),
      ],
    },
  });
});

test.each(LOCALES)('the FAQ in %s has the answers that the page shows', async (locale) => {
  const html = await htmlOf(pathOf('faq', locale));
  const { FAQPage } = z
    .object({
      FAQPage: z.object({
        mainEntity: z.array(
          z.object({
            '@type': z.literal('Question'),
            name: z.string(),
            acceptedAnswer: z.object({ '@type': z.literal('Answer'), text: z.string() }),
          }),
        ),
      }),
    })
    .parse(statementsOf(html));
  expect(FAQPage.mainEntity).toHaveLength(3);
  const shown = decodeHtml(html.slice(html.indexOf('<main')));
  for (const { name, acceptedAnswer } of FAQPage.mainEntity) {
    expect(shown).toContain(name);
    expect(shown).toContain(acceptedAnswer.text);
  }
});

test.each([
  `</script><script>alert(1)</script>`,
  `<!--<script>`,
  `"><img src=x onerror=alert(1)>`,
  `\u2028'"\\&amp;`,
])('F4: the title %j is escaped everywhere', async (title) => {
  const item = await addItem(app.db, { title, bestSellerRank: 1 });
  const article = await addArticle(app.db, { title });
  for (const [path, type, property] of [
    [pathOf('item', 'fr', { id: item.id }), 'Product', 'name'],
    [pathOf('article', 'fr', { id: article.id }), 'BlogPosting', 'headline'],
  ] as const) {
    const html = await htmlOf(path);
    expect(statementsOf(html)).toMatchObject({ [type]: { [property]: title } });
    expect(metaOf(html)['og:title']).toBe(`${title} · Agrès`);
    expectNothingSmuggled(html);
  }
  expectNothingSmuggled(await htmlOf('/fr'));
});

/** Checks that every script of the page is the server's own, and that no title became an element. */
function expectNothingSmuggled(html: string): void {
  const scripts = [...html.matchAll(/<script([^>]*)>/gi)].map(([, attributes = '']) => attributes);
  for (const attributes of scripts) {
    expect(attributes).toMatch(
      /^( type="module"( async="")? src="[^"<]+"( fetchPriority="high")?| id="handover" type="application\/json"| type="application\/ld\+json")$/,
    );
  }
  expect(html).not.toContain('<img src=x');
  expect(html).not.toContain('<!--<script');
}

test.each([
  { locale: 'fr', slug: 'force', title: 'Programme Force', name: 'Force' },
  { locale: 'en', slug: 'strength', title: 'Strength programme', name: 'Strength' },
])(
  'the page of a programme in $locale has its exercise plan',
  async ({ locale, slug, title, name }) => {
    const path = `/${locale}/programmes/${slug}`;
    const html = await htmlOf(path);
    expect(statementsOf(html)).toMatchObject({
      ExercisePlan: {
        name: title,
        url: PUBLIC_URL + path,
        activityDuration: 'PT30M',
        inLanguage: locale,
      },
      BreadcrumbList: { itemListElement: [step(1, 'Agrès', `/${locale}`), step(2, name, path)] },
    });
    expect(metaOf(html)['og:title']).toBe(`${title} · Agrès`);
  },
);

test.each([
  ['/fr/programmes/strength?a=1', 308, '/fr/programmes/force?a=1'],
  ['/programmes/handstand', 302, '/en/programmes/handstand'],
  ['/en/programmes/marathon', 302, '/en/error'],
  ['/fr/programmes', 302, '/fr/error'],
])('the URL %s of no programme gets %i and redirects to %s', async (url, status, location) => {
  const { statusCode, headers } = await app.server.inject({ method: 'GET', url });
  expect([statusCode, headers['location']]).toEqual([status, location]);
});
