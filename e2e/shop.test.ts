import { BRAND } from '@agres/domain/brand';
import { LOCALES } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';

import { DEMO_ADDRESS } from '../prisma/seed/items.ts';
import { expect, test } from './fixtures.ts';
import { open } from './open.ts';
import { openItem } from './purchase-steps.ts';

test('the list shows each item with picture, price and stock, and opens it client-side', async ({
  page,
}) => {
  await open(page, '/fr/boutique');
  await page.evaluate(() => {
    document.body.dataset['sameDocument'] = 'yes';
  });
  const card = page.getByRole('article').filter({ hasText: 'Parallettes en hêtre' });
  await expect(card).toContainText('64,99 €');
  await expect(card.locator('img')).toHaveAttribute('src', /parallettes-1\.webp$/);

  await card.click({ position: { x: 100, y: 100 } });
  await expect(page).toHaveURL(/\/fr\/boutique\/materiel\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parallettes en hêtre');
  await expect(page).toHaveTitle('Parallettes en hêtre · Agrès');
  await expect(page.locator('body')).toHaveAttribute('data-same-document', 'yes');
});

test('on a phone the list has two columns without gaps, and shows option counts @phone', async ({
  page,
}) => {
  await open(page, '/fr/boutique');
  const cards = page.getByRole('main').getByRole('article');
  const boxes = await cards.evaluateAll((all) =>
    all.map((card) => {
      const { top, width } = card.getBoundingClientRect();
      return { top: Math.round(top), width: Math.round(width) };
    }),
  );
  expect(boxes.length).toBeGreaterThan(4);
  // If the number of cards under a heading is odd, the first one spans both columns.
  const rows = [...Map.groupBy(boxes, ({ top }) => top).values()];
  const isWhole = rows.map((row) => row.length === 2 || (row[0]?.width ?? 0) > 200);
  expect(isWhole).toEqual(rows.map(() => true));
  const counts = await page
    .getByRole('main')
    .getByRole('region')
    .evaluateAll((groups) => groups.map((group) => group.querySelectorAll('article').length));
  const odd = counts.filter((count) => count % 2 === 1);
  expect(boxes.filter(({ width }) => width > 200)).toHaveLength(odd.length);
  await expect(cards.filter({ hasText: 'Parallettes en hêtre' })).toContainText(/3\slongueurs/);
});

const GROUPS = {
  fr: ['Force et équilibre', 'Jonglage', 'Mobilité et endurance', 'Et aussi'],
  en: ['Strength and balance', 'Juggling', 'Mobility and endurance', 'More equipment'],
} as const;

for (const locale of LOCALES) {
  test(`the list is grouped by use, and flat once filtered or sorted, in ${locale}`, async ({
    page,
  }) => {
    await open(page, pathOf('shop', locale));
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(headings).toHaveText([...GROUPS[locale]]);
    const juggling = page.getByRole('region', { name: GROUPS[locale][1] });
    await expect(juggling.getByRole('article')).toHaveCount(2);
    const total = await page.getByRole('main').getByRole('article').count();
    for (const query of ['?sort=price', '?use=juggling', '?q=a']) {
      await open(page, pathOf('shop', locale) + query);
      await expect(page.getByRole('main').getByRole('region')).toHaveCount(0);
    }
    await open(page, `${pathOf('shop', locale)}?sort=price`);
    await expect(headings).toHaveCount(total);
  });
}

test('back restores the scroll position of the list; an item opens at its top, forward too', async ({
  page,
}) => {
  await open(page, '/en/shop');
  const card = page.getByRole('link', { name: 'Liquid chalk' });
  await card.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(300);
  await card.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Liquid chalk');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Liquid chalk');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('a click on an item that was prefetched on hover does not fetch it again', async ({
  page,
}) => {
  let calls = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.includes('shop.items')) calls += 1;
  });
  await open(page, '/en/shop');
  const card = page.getByRole('link', { name: 'Liquid chalk' });
  await card.hover();
  await expect.poll(() => calls, 'as the pointer came near').toBe(1);
  await page.waitForLoadState('networkidle');
  await card.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Liquid chalk');
  await page.waitForLoadState('networkidle');
  expect(calls).toBe(1);
});

const PRODUCT = {
  fr: {
    known: 'Parallettes en hêtre',
    unknown: 'Magnésie liquide',
    guarantee: /Garantie légale de conformité\s: 2\sans à compter de la livraison/,
    covers: 'Ce qu’elle couvre',
    warnings: 'Avertissements',
    warning: /Ne dépassez pas 180\skg\./,
    maker: 'Fabricant',
  },
  en: {
    known: 'Beech parallettes',
    unknown: 'Liquid chalk',
    guarantee: /Legal guarantee of conformity: 2 years from delivery/,
    covers: 'What it covers',
    warnings: 'Warnings',
    warning: /Do not exceed 180\skg\./,
    maker: 'Manufacturer',
  },
} as const;

for (const locale of LOCALES) {
  test(`an item shows its guarantee, warnings and manufacturer, in ${locale}`, async ({ page }) => {
    const says = PRODUCT[locale];
    await openItem(page, locale, says.known);
    const main = page.getByRole('main');
    await expect(main.getByText(says.guarantee)).toBeVisible();
    await expect(main.getByRole('link', { name: says.covers })).toHaveAttribute(
      'href',
      `${pathOf('terms', locale)}#section-8`,
    );
    await expect(main.getByRole('heading', { name: says.warnings })).toBeVisible();
    await expect(main.getByRole('listitem').filter({ hasText: says.warning })).toBeVisible();
    await expect(main.getByRole('heading', { name: says.maker })).toBeVisible();
    await expect(main.getByText(DEMO_ADDRESS, { exact: true })).toBeVisible();
    await expect(main.getByText('AG-PAR-2', { exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: BRAND.supportEmail })).toHaveAttribute(
      'href',
      `mailto:${BRAND.supportEmail}`,
    );

    await openItem(page, locale, says.unknown);
    await expect(main.getByText(says.guarantee)).toBeVisible();
    for (const heading of [says.warnings, says.maker]) {
      await expect(main.getByRole('heading', { name: heading })).toHaveCount(0);
    }

    await open(page, `${pathOf('terms', locale)}#section-8`);
    await expect(main.locator('#section-8')).toContainText(/garantie|guarantee/i);
  });
}

test('a chosen option shows its picture; a chosen picture keeps the option', async ({ page }) => {
  await openItem(page, 'fr', 'Trois balles de jonglage');
  const large = page.getByRole('img', { name: 'Trois balles de jonglage' });
  await expect(large).toHaveAttribute('src', /juggling-balls-1\.webp$/);
  await page.getByRole('radio', { name: 'Sable' }).check();
  await expect(large).toHaveAttribute('src', /juggling-balls-3\.webp$/);
  await page.getByRole('button', { name: 'Photo 2' }).click();
  await expect(large).toHaveAttribute('src', /juggling-balls-2\.webp$/);
  await expect(page.getByRole('radio', { name: 'Sable' })).toBeChecked();
  // The selected picture belonged to the previous option.
  await page.getByRole('radio', { name: 'Corail' }).check();
  await expect(large).toHaveAttribute('src', /juggling-balls-1\.webp$/);
});

test('an option has its picture as swatch, or none', async ({ page }) => {
  const swatchOf = (option: string) =>
    page
      .locator('label')
      .filter({ has: page.getByRole('radio', { name: option }) })
      .locator('img');
  await openItem(page, 'fr', 'Trois balles de jonglage');
  const pictures = { Corail: 1, 'Bleu nuit': 2, Sable: 3 };
  for (const [option, picture] of Object.entries(pictures)) {
    const swatch = swatchOf(option);
    await expect(swatch).toHaveAttribute('src', new RegExp(`juggling-balls-${picture}\\.webp$`));
    // The swatch is decorative: the option's label is its name.
    await expect(swatch).toHaveAttribute('alt', '');
    await expect(swatch).toHaveJSProperty('complete', true);
    await expect(swatch).not.toHaveJSProperty('naturalWidth', 0);
  }

  await openItem(page, 'fr', 'Parallettes en hêtre');
  await expect(page.getByRole('radio', { name: '20 cm' })).toBeVisible();
  await expect(swatchOf('20 cm')).toHaveCount(0);
});

test('an empty list says that items are being made', async ({ page }) => {
  await page.route('**/trpc/shop.items*', (route) =>
    route.fulfill({ json: [{ result: { data: [] } }] }),
  );
  await open(page, '/fr');
  await page.getByRole('navigation').getByRole('link', { name: 'Boutique' }).click();
  await expect(
    page.getByText('Materiel en cours de fabrication...', { exact: true }),
  ).toBeVisible();
});

test('a list that fails to load shows the loading indicator, then an error, and can be retried', async ({
  page,
}) => {
  const failing = Promise.withResolvers<void>();
  await page.route('**/trpc/shop.items*', async (route) => {
    await failing.promise;
    await route.abort();
  });
  await open(page, '/fr/faq');
  await page.getByRole('navigation').getByRole('link', { name: 'Boutique' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Chargement…');
  failing.resolve();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'La boutique n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez.',
  );

  await page.unroute('**/trpc/shop.items*');
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByRole('article')).not.toHaveCount(0);
  await expect(page.getByRole('main').getByRole('alert')).toBeHidden();
});

test('a slow shop page opens at its top, with the footer out of sight', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const held = Promise.withResolvers<void>();
  await page.route('**/trpc/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await open(page, '/fr/faq');
  await page.evaluate(() => window.scrollTo(0, 400));
  await page
    .locator('header a[href="/fr/boutique"]')
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chargement…');
  await expect(page.getByRole('contentinfo')).not.toBeInViewport();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  held.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('La boutique');
});
