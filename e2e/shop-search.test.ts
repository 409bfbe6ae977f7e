import { LOCALES } from '@agres/domain/locale';
import type { Page } from '@playwright/test';

import { expectAccessible } from './accessible.ts';
import { expect, testOfOwnSite } from './fixtures.ts';
import { expectNoShift, observeLayoutShift } from './layout-shift.ts';
import { addManyItems } from './many-items.ts';
import { open } from './open.ts';

const test = testOfOwnSite(addManyItems);

const WORDS = {
  fr: {
    shop: '/fr/boutique',
    search: 'Chercher dans la boutique',
    uses: 'Usages',
    juggling: 'Jonglage',
    everything: 'Tout',
    typed: 'cercéau 7 ACIER',
    found: 'Cerceau en acier 7',
    pages: 'Pages',
    second: 'Page 2 sur 2',
    next: 'Page suivante',
    previous: 'Page précédente',
    nothing: /^Aucun résultat pour «\s?licorne\s?»\.$/,
    all: 'Tous les articles',
    order: 'Tri',
    ours: 'Sélection',
    price: 'Prix croissant',
    newest: 'Nouveautés',
    cheapest: 'Magnésie liquide',
    last: 'Cerceau en acier 60',
    singular: 'cerceaux d’acier',
    count: (items: number) => new RegExp(`^${items}\\sarticles?$`),
    results: (items: number) => new RegExp(`^${items}\\srésultats pour`),
  },
  en: {
    shop: '/en/shop',
    search: 'Search the shop',
    uses: 'Filter by use',
    juggling: 'Juggling',
    everything: 'All',
    typed: 'hoop 7 STEEL',
    found: 'Steel hoop 7',
    pages: 'Pages',
    second: 'Page 2 of 2',
    next: 'Next page',
    previous: 'Previous page',
    nothing: /^No results for “licorne”\.$/,
    all: 'All items',
    count: (items: number) => new RegExp(`^${items} items?$`),
    results: (items: number) => new RegExp(`^${items} results for`),
  },
} as const;

const cardsOf = (page: Page) => page.getByRole('main').getByRole('article');

for (const locale of LOCALES) {
  const words = WORDS[locale];

  test(`a large shop can be searched, filtered by use and paged, in ${locale}`, async ({
    page,
  }) => {
    await page.addInitScript(observeLayoutShift);
    await open(page, words.shop);
    await expect(cardsOf(page)).toHaveCount(60);
    await expectNoShift(page);
    const uses = page.getByRole('navigation', { name: words.uses });
    await expect(uses.getByRole('link', { name: words.everything })).toHaveAttribute(
      'aria-current',
      'page',
    );

    await page.getByRole('navigation', { name: words.pages }).getByRole('link').press('Enter');
    await expect(page.getByText(words.second)).toBeVisible();
    await expect(page).toHaveURL(`${words.shop}?part=2`);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect(page.getByRole('link', { name: words.next })).toHaveCount(0);
    await page.getByRole('link', { name: words.previous }).click();
    await expect(cardsOf(page)).toHaveCount(60);

    await uses.getByRole('link', { name: words.juggling }).press('Enter');
    await expect(page).toHaveURL(`${words.shop}?use=juggling`);
    await expect(cardsOf(page)).toHaveCount(12);
    await expect(page.getByText(words.count(12))).toBeVisible();
    await expect(uses.getByRole('link', { name: words.juggling })).toBeFocused();
    await expect(uses.locator('[aria-current]')).toHaveText(words.juggling);

    const field = page.getByRole('searchbox', { name: words.search });
    await field.fill(words.typed);
    await field.press('Enter');
    await expect(cardsOf(page)).toHaveCount(1);
    await expect(cardsOf(page).getByRole('heading')).toHaveText(words.found);
    await expect(field).toHaveValue(words.typed);

    const shared = page.url();
    await page.goto(words.shop);
    await page.goto(shared);
    await expect(cardsOf(page).getByRole('heading')).toHaveText(words.found);
    await expect(uses.locator('[aria-current]')).toHaveText(words.juggling);

    await page.goBack();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(`${words.shop}?use=juggling`);
    await expect(cardsOf(page)).toHaveCount(12);
    await expect(field).toHaveValue('');
  });

  test(`a search without results says so, and links back to all items, in ${locale}`, async ({
    page,
  }) => {
    await open(page, `${words.shop}?q=licorne&use=juggling`);
    await expect(page.getByText(words.nothing)).toBeVisible();
    await expect(page.getByText(words.results(0))).toHaveCount(0);
    await expect(cardsOf(page)).toHaveCount(4);
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: words.all }).click();
    await expect(page).toHaveURL(words.shop);
    await expect(cardsOf(page)).toHaveCount(60);
    await expectAccessible(page);
  });
}

test('a long list sorts by price and by age, and a search keeps the order', async ({ page }) => {
  const words = WORDS.fr;
  await open(page, words.shop);
  const order = page.getByRole('navigation', { name: words.order });
  await expect(order.locator('[aria-current]')).toHaveText(words.ours);
  const first = cardsOf(page).first().getByRole('heading');
  await order.getByRole('link', { name: words.price }).click();
  await expect(page).toHaveURL(`${words.shop}?sort=price`);
  await expect(first).toHaveText(words.cheapest);
  await order.getByRole('link', { name: words.newest }).press('Enter');
  await expect(first).toHaveText(words.last);
  await expect(order.getByRole('link', { name: words.newest })).toBeFocused();
  await expect(order.locator('[aria-current]')).toHaveText(words.newest);
  await page.getByRole('searchbox').fill(words.singular);
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/\?sort=newest&q=/);
  await expect(page.getByText(words.results(60))).toBeVisible();
  await expect(first).toHaveText(words.last);
  await expectAccessible(page);
});

test('a search of digits works, and invalid filters and pages are ignored', async ({ page }) => {
  await open(page, '/en/shop?q=7&use=flying&part=900');
  await expect(page.getByRole('searchbox')).toHaveValue('7');
  await expect(page.getByRole('link', { name: 'Steel hoop 7', exact: true })).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Filter by use' }).locator('[aria-current]'),
  ).toHaveText('All');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('search, filters and pages work', async ({ page }) => {
    await page.goto('/fr/boutique');
    await page.getByRole('link', { name: 'Page suivante' }).click();
    await expect(page.getByText('Page 2 sur 2')).toBeVisible();
    await page.getByRole('link', { name: 'Jonglage', exact: true }).click();
    await expect(cardsOf(page)).toHaveCount(12);
    await page.getByRole('searchbox').fill('acier 7');
    await page.getByRole('button', { name: 'Rechercher' }).click();
    await expect(page).toHaveURL(/\?use=juggling&q=acier\+7$/);
    await expect(cardsOf(page).getByRole('heading')).toHaveText('Cerceau en acier 7');
  });
});

test('a query that looks like a number is searched as typed', async ({ page }) => {
  for (const typed of ['639e0382', '1.50', '42']) {
    await open(page, `${WORDS.en.shop}?q=${typed}`);
    await expect(page.getByRole('searchbox')).toHaveValue(typed);
  }
});
