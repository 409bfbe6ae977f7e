import { LOCALES } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import type { Article } from '@agres/domain/shapes';

import { expect, test } from './fixtures.ts';
import { open } from './open.ts';
import { answer, breakOff } from './screens/screen.ts';

const WORDS = {
  fr: {
    publishedOn: /^Publié le \d{1,2}(er)?\s\p{L}+\s\d{4}$/u,
    back: 'Retour à tous les articles',
    next: 'À lire ensuite',
    tags: 'Mots-clés',
    newestTags: ['équilibre', 'technique'],
  },
  en: {
    publishedOn: /^Published on \d{1,2}\s\p{L}+\s\d{4}$/u,
    back: 'Back to all articles',
    next: 'Read next',
    tags: 'Tags',
    newestTags: ['handstand', 'technique'],
  },
};

for (const locale of LOCALES) {
  const words = WORDS[locale];

  test(`the blog lists its articles newest first, and an article links back to it, in ${locale}`, async ({
    page,
  }) => {
    const articles: Article[] = await (await page.request.get('/api/blog')).json();
    await open(page, pathOf('blog', locale));
    const cards = page.getByRole('main').getByRole('article');
    await expect(cards.getByRole('heading', { level: 2 })).toHaveText(
      articles.map(({ title }) => title[locale]),
    );
    await expect(cards.first().getByText(words.publishedOn)).toBeVisible();

    const [newest, second, third] = articles;
    await cards.first().click();
    await expect(page).toHaveURL(new RegExp(`/${locale}/blog/${newest?.id}-`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(newest?.title[locale] ?? '');
    await expect(page.getByText(words.publishedOn)).toBeVisible();
    await expect(page.getByRole('list', { name: words.tags }).getByRole('listitem')).toHaveText(
      words.newestTags,
    );
    const next = page.getByRole('region', { name: words.next }).getByRole('article');
    await expect(next).toHaveText([second?.title[locale] ?? '', third?.title[locale] ?? '']);
    await expect(next.first().getByRole('link')).toHaveAttribute(
      'href',
      new RegExp(`/${locale}/blog/${second?.id}-`),
    );
    await page.getByRole('link', { name: words.back, exact: true }).click();
    await expect(page).toHaveURL(pathOf('blog', locale));
  });
}

test('an article without a cover gets a placeholder in the list', async ({ page }) => {
  const articles: Article[] = await (await page.request.get('/api/blog')).json();
  await answer(
    page,
    'blog.list',
    articles.map((article, index) =>
      index === 1 ? { ...article, coverPictureUrl: null } : article,
    ),
  );
  await open(page, '/fr/faq');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(articles.length);
  await expect(cards.nth(1).locator('svg')).toHaveCount(1);
  await expect(cards.locator('img')).toHaveCount(articles.length - 1);
});

test('an empty blog says so, and a blog that fails to load can be retried', async ({ page }) => {
  const toBlog = page.getByRole('contentinfo').getByRole('link', { name: 'Blog' });
  await answer(page, 'blog.list', []);
  await open(page, '/fr/faq');
  await toBlog.click();
  await expect(page.getByText('Aucun article pour le moment...', { exact: true })).toBeVisible();

  await page.unrouteAll();
  await breakOff(page, 'blog.list');
  await open(page, '/en/faq');
  await toBlog.click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main').getByRole('article')).not.toHaveCount(0);
});

test('the list shows cover, tags and an excerpt in plain text for each article', async ({
  page,
}) => {
  await page.goto('/fr/blog');
  const first = page.getByRole('main').getByRole('article').first();
  await expect(first.locator('img')).toHaveAttribute('src', /\/first-handstand\.webp$/);
  await expect(first.getByRole('list', { name: 'Mots-clés' })).toBeVisible();
  const beginning = first.getByText(/^L’équilibre sur les mains .*[.…]$/);
  await expect(beginning).toBeVisible();
  expect(await beginning.innerHTML()).not.toMatch(/[<>]|&lt;/);
});

test('a tag filters the articles, and is at least 44 px high', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await open(page, '/fr/blog');
  const tag = page.getByRole('list', { name: 'Mots-clés' }).first().getByRole('link').first();
  expect((await tag.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await tag.click();
  await expect(page).toHaveURL(/\/fr\/blog\?tag=handstand$/);
  const cards = page.getByRole('main').getByRole('article');
  await expect(page.getByText('Articles sur : équilibre')).toBeVisible();
  const found = await cards.count();
  await page.getByRole('link', { name: 'Tous les articles' }).click();
  await expect(cards).not.toHaveCount(found);
});

test('the first paragraph of an article is larger than the others', async ({ page }) => {
  await open(page, '/fr/blog');
  await page.getByRole('link', { name: 'Votre premier équilibre sur les mains' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Votre premier équilibre sur les mains',
  );
  const paragraphs = page.getByRole('main').locator('h1 ~ * p, h1 ~ div p');
  const sizes = await paragraphs.evaluateAll((all) =>
    all
      .filter((one) => (one.textContent ?? '').length > 80)
      .map((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
  );
  expect(sizes[0]).toBeGreaterThan(sizes[1] ?? 100);
});

test('the language switch opens the article under its title in the other language', async ({
  page,
}) => {
  await open(page, '/fr/blog');
  await page.getByRole('link', { name: 'Votre premier équilibre sur les mains' }).click();
  await expect(page).toHaveURL(/\/fr\/blog\/\d+-votre-premier-equilibre-sur-les-mains$/);
  // A new page moves the focus, which closes an open menu.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByText('Français').first().click();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(/\/en\/blog\/\d+-your-first-handstand$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your first handstand');
});

test('a slow blog shows the loading indicator', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/trpc/blog.list*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await open(page, '/fr/faq');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Chargement…');
  held.resolve();
  await expect(page.getByRole('article')).not.toHaveCount(0);
});

for (const [locale, path, known] of [
  ['fr', '/fr/blog', ['équilibre', 'étirements', 'force au poids du corps']],
  ['en', '/en/blog', ['handstand', 'stretching', 'calisthenics']],
] as const) {
  test(`the shop’s known tags are translated, in ${locale}`, async ({ page }) => {
    await page.goto(path);
    const tags = await page.getByRole('list', { name: /Mots-clés|Tags/ }).allInnerTexts();
    const words = new Set(tags.flatMap((text) => text.split('\n')));
    for (const tag of known) expect([...words]).toContain(tag);
    if (locale === 'fr') expect([...words]).not.toContain('stretching');
  });
}
