import { BRAND, SOURCE_FACTS } from '@agres/domain/brand';
import { countryNameIn } from '@agres/domain/country-names';
import { addressesOf } from '@agres/domain/delivery';
import { LOCALES, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { displayedCents, priceCentsOf } from '@agres/domain/prices';
import { formatPrice } from '@agres/i18n/formats';

import { expect, test } from './fixtures.ts';
import { open } from './open.ts';
import { ordersOf, WORDS } from './purchase-steps.ts';
import { signInDemo } from './screens/screen.ts';

test('printed orders show seller and heading, without header or footer', async ({ page }) => {
  await signInDemo({ page }, 'member');
  await open(page, pathOf('profile', 'fr'));
  const orders = page.getByRole('article');
  const seller = orders.first().getByText(SOURCE_FACTS.seller.legalName);
  await expect(orders).toHaveCount(2);
  await expect(seller, 'on the screen the footer leads to it').toBeHidden();

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(WORDS.fr.orders, { exact: true }).last()).toBeVisible();
  for (const order of await orders.all()) {
    await expect(order.getByText(SOURCE_FACTS.seller.legalName)).toBeVisible();
    await expect(order.getByText(SOURCE_FACTS.seller.address)).toBeVisible();
    await expect(order.getByRole('heading')).toBeVisible();
  }
  for (const around of ['banner', 'contentinfo', 'navigation', 'tablist', 'button'] as const) {
    await expect(page.getByRole(around), around).toHaveCount(0);
  }
});

for (const locale of LOCALES) {
  test(`an order prints on one sheet like an invoice, in ${locale}`, async ({ page }) => {
    await signInDemo({ page }, 'member');
    const [order] = await ordersOf(page);
    await open(page, pathOf('order', locale, { id: order?.id ?? 0 }));
    const main = page.getByRole('main');
    await expect(page.getByText(SOURCE_FACTS.seller.legalName)).toBeHidden();
    await expect(main.getByRole('table')).toHaveCount(0);
    await expect(main.getByRole('heading', { level: 2 })).not.toHaveCount(0);

    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(SOURCE_FACTS.seller.legalName)).toBeVisible();
    await expect(page.getByText(SOURCE_FACTS.seller.address)).toBeVisible();
    await expect(page.getByText(BRAND.supportEmail)).toBeVisible();
    await expect(page.getByRole('heading')).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(String(order?.id));
    const rows = main.getByRole('row');
    const item = rows.filter({ hasText: order?.item.title[locale] ?? '' });
    await expect(item.getByRole('cell').nth(1)).toHaveText('1');
    const price = formatPrice(locale, displayedCents(priceCentsOf(order?.item.price ?? 0)));
    await expect(item.getByRole('cell').nth(2)).toHaveText(price);
    const sum = formatPrice(locale, order?.amountCents ?? 0);
    await expect(rows.last().getByRole('cell')).toHaveText(sum);
    const shown = main.getByRole('definition').filter({ visible: true });
    await expect(shown.filter({ hasText: `${order?.firstName} ${order?.lastName}` })).toHaveCount(
      1,
    );
    for (const address of addressLinesOf(locale, order?.shippingAddress ?? '')) {
      await expect(shown.filter({ hasText: address })).not.toHaveCount(0);
    }
    for (const around of ['banner', 'contentinfo', 'button', 'img'] as const) {
      await expect(page.getByRole(around), around).toHaveCount(0);
    }
    await expect(page.getByRole('link')).toHaveCount(0);
  });
}

function addressLinesOf(locale: Locale, shippingAddress: string): string[] {
  const addresses = addressesOf(shippingAddress);
  const lines = `${addresses?.pickupPoint}\n${addresses?.recipient}`.split('\n');
  return lines.map((line) => countryNameIn(locale, line));
}
