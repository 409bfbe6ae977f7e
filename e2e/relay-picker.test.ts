import { expect, test } from './fixtures.ts';
import { CARDS, DELIVERY, openOrderForm, ordersOf, payWith, WORDS } from './purchase-steps.ts';

const SAYS = {
  change: 'Modifier le point relais',
  where: 'Code postal ou ville',
  four: '4 points relais',
  chosen: 'Votre point relais',
  byHand: /^Pas dans notre liste/,
  check: 'Vérifier et payer',
  none: /^Aucun point relais près de «\sAtlantis\s»\. Vérifiez/,
} as const;

const POINT = {
  relayName: 'Librairie des Pentes',
  number: '12',
  name: 'rue des Tables-Claudiennes',
  zipCode: '69001',
  city: 'Lyon',
} as const;

test('a pickup point found by its town fills in the fields and stays with the order', async ({
  page,
  member,
}) => {
  const words = WORDS.fr;
  test.slow();
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  const where = page.getByRole('searchbox', { name: SAYS.where });
  await expect(page.getByText(SAYS.byHand)).toBeVisible();
  await where.fill('Atlantis');
  await where.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: SAYS.none })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await where.fill('lyon');
  await where.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: SAYS.four })).toBeVisible();
  const point = page.getByRole('button', { name: new RegExp(`^${POINT.relayName}`) });
  await point.press('Enter');
  const card = page.locator('p', { hasText: SAYS.chosen });
  await expect(card).toBeFocused();
  await expect(card).toContainText(`${POINT.number} ${POINT.name}, ${POINT.zipCode} ${POINT.city}`);
  const points = page.getByRole('main').locator('form button[aria-pressed]:visible');
  await expect(points).toHaveCount(0);
  await expect(where).toBeHidden();
  await expect(page.getByText(SAYS.byHand)).toBeHidden();
  await expect(page.getByLabel(words.fields.relayName, { exact: true })).toBeHidden();
  const check = page.getByRole('group', { name: SAYS.check });
  await expect(check).toContainText(`${POINT.relayName}${POINT.number} ${POINT.name}, 69001 Lyon`);
  await expect(check).toContainText(`${DELIVERY.firstName} ${DELIVERY.lastName}`);
  await expect(check).toContainText(DELIVERY.clientCity);
  await page.getByRole('button', { name: SAYS.change }).press('Enter');
  await expect(where).toBeFocused();
  await expect(points).toHaveCount(4);
  await expect(point).toHaveAttribute('aria-pressed', 'true');
  for (const [name, value] of Object.entries(POINT)) {
    const label = Object.entries(words.fields).find(([field]) => field === name)?.[1] ?? '';
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  }
  await expect(page.getByLabel(words.fields.clientCity, { exact: true })).toHaveValue(
    DELIVERY.clientCity,
  );
  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByRole('status').filter({ hasText: words.bought })).toBeVisible();
  const [order] = await ordersOf(page);
  expect(order?.relayId).toBe('DEMO-69001-1');
  expect(order?.shippingAddress).toContain(POINT.relayName);
});

test('editing the fields of a pickup point deselects it', async ({ page, member }) => {
  const words = WORDS.fr;
  await openOrderForm(page, member, { locale: 'fr' });
  const where = page.getByRole('searchbox', { name: SAYS.where });
  const relay = page.getByLabel(words.fields.relayName, { exact: true });
  await expect(page.getByRole('heading', { name: words.parts[0] })).toBeVisible();
  await expect(relay).toBeHidden();
  await where.fill('Atlantis');
  await where.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: SAYS.none })).toBeVisible();
  await expect(relay).toBeHidden();
  await expect(page.getByText(SAYS.byHand)).toBeHidden();
  await page.getByRole('button', { name: words.byHand }).click();
  await expect(relay).toBeFocused();
  await where.fill('69001');
  await where.press('Enter');
  const point = page.getByRole('button', { name: new RegExp(`^${POINT.relayName}`) });
  await point.click();
  await page.getByRole('button', { name: SAYS.change }).click();
  await expect(point).toHaveAttribute('aria-pressed', 'true');
  await page.getByLabel(words.fields.number, { exact: true }).fill('14');
  await expect(point).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('radio', { name: words.europe }).check();
  await expect(where).toBeDisabled();
  await expect(where).toHaveAccessibleDescription('Choisissez d’abord le pays du point relais.');
  const country = page.getByLabel(words.relayCountry, { exact: true });
  await country.fill('Belgique');
  await expect(where).toBeEnabled();
  await country.fill('Espagne');
  await expect(where).toHaveCount(0);
});

test('on a phone the search ends with its points on the screen @phone', async ({
  page,
  member,
}) => {
  await openOrderForm(page, member, { locale: 'fr' });
  const where = page.getByRole('searchbox', { name: SAYS.where });
  await where.fill('lyon');
  const search = page.getByRole('group').getByRole('button', { name: 'Rechercher' });
  await search.click();
  const points = page.getByRole('list', { name: 'Points relais' }).getByRole('button');
  await expect(points).toHaveCount(4);
  const header = await page.getByRole('banner').boundingBox();
  const count = page.getByRole('status').filter({ hasText: SAYS.four });
  await expect
    .poll(async () => ((await count.boundingBox())?.y ?? 0) - (header?.height ?? 0))
    .toBeLessThan(60);
  await expect(count).toBeInViewport({ ratio: 1 });
  await expect(points.first()).toBeInViewport({ ratio: 1 });
  await expect(search).toBeFocused();
});

test('opening hours do not wrap in the middle of a range @phone', async ({ page, member }) => {
  await openOrderForm(page, member, { locale: 'fr' });
  const where = page.getByRole('searchbox', { name: SAYS.where });
  await where.fill('lyon');
  await where.press('Enter');
  const points = page.getByRole('list', { name: 'Points relais' }).getByRole('button');
  await expect(points).toHaveCount(4);
  for (const width of [390, 340, 320]) {
    await page.setViewportSize({ width, height: 844 });
    for (const point of await points.all()) {
      // The lines of the opening hours as laid out.
      const lines = await point.evaluate((element) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
          const found = /\d+\sh–.*$/.exec(node.nodeValue ?? '');
          if (found === null) continue;
          const range = document.createRange();
          range.setStart(node, found.index);
          range.setEnd(node, found.index + found[0].length);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        }
        return 0;
      });
      expect(lines, `${width} px`).toBe(1);
    }
  }
});
