import { BRAND } from '@shop/domain/brand';
import { LOCALES } from '@shop/domain/locale';
import { pathOf } from '@shop/domain/paths';

import { expect, test } from './fixtures.ts';
import { open } from './open.ts';
import { WORDS } from './purchase-steps.ts';
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
