import { BRAND } from '@shop/domain/brand';
import { LOCALES } from '@shop/domain/locale';
import { pathOf } from '@shop/domain/paths';
import { formatPrice } from '@shop/i18n/formats';

import { expect, test } from './fixtures.ts';
import { open } from './open.ts';
import { ordersOf, WORDS } from './purchase-steps.ts';
import { signInDemo } from './screens/screen.ts';

for (const locale of LOCALES) {
  test(`an order on paper has its seller and its heading, and nothing of the site around it, in ${locale}`, async ({
    page,
  }) => {
    await signInDemo({ page }, 'member');
    await open(page, pathOf('profile', locale));
    const orders = page.getByRole('article');
    const seller = orders.first().getByText(BRAND.seller.legalName);
    await expect(orders).toHaveCount(2);
    await expect(seller, 'on the screen the footer leads to it').toBeHidden();

    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(WORDS[locale].orders, { exact: true }).last()).toBeVisible();
    for (const order of await orders.all()) {
      await expect(order.getByText(BRAND.seller.legalName)).toBeVisible();
      await expect(order.getByText(BRAND.seller.address)).toBeVisible();
      await expect(order.getByRole('heading')).toBeVisible();
    }
    for (const around of ['banner', 'contentinfo', 'navigation', 'tablist', 'button'] as const) {
      await expect(page.getByRole(around), around).toHaveCount(0);
    }
  });
}

for (const locale of LOCALES) {
  test(`the page of an order on paper says who sold what to whom for how much, in ${locale}`, async ({
    page,
  }) => {
    await signInDemo({ page }, 'member');
    const [order] = await ordersOf(page);
    await open(page, pathOf('order', locale, { id: order?.id ?? 0 }));
    await expect(page.getByText(BRAND.seller.legalName)).toBeHidden();

    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(BRAND.seller.legalName)).toBeVisible();
    await expect(page.getByText(BRAND.seller.address)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(order?.item.title[locale] ?? '')).toBeVisible();
    await expect(page.getByText(`${order?.firstName} ${order?.lastName}`)).toBeVisible();
    const sum = formatPrice(locale, order?.amountCents ?? 0);
    await expect(page.getByText(sum, { exact: true }).last()).toBeVisible();
    for (const around of ['banner', 'contentinfo', 'button'] as const) {
      await expect(page.getByRole(around), around).toHaveCount(0);
    }
    await expect(page.getByRole('link'), 'the terms that were accepted').toHaveCount(
      order?.contractText === null ? 0 : 1,
    );
  });
}
