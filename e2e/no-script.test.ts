import { LOCALES } from '@agres/domain/locale';

import { expect, test } from './fixtures.ts';
import { BUTTONS, PAGES_WITH_BUTTONS, PUBLIC_PAGES } from './public-pages.ts';

test.use({ javaScriptEnabled: false });

/** The status of each URL of the site, cached per worker because most links are on every page. */
const statuses = new Map<string, number>();

for (const locale of LOCALES) {
  test.describe(`without JavaScript, in ${locale}`, () => {
    for (const [name, { address, status: ownStatus, says }] of Object.entries(PUBLIC_PAGES)) {
      test(`the page ${name} shows its content, and none of its links is broken`, async ({
        page,
      }) => {
        const answer = await page.goto(address(locale));
        expect(answer?.status()).toBe(ownStatus);
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('main').getByText(says[locale]).first()).toBeVisible();
        await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
        if (!PAGES_WITH_BUTTONS.some((other) => other === name)) {
          await expect(page.locator(BUTTONS), 'else early-input.test.ts presses them').toHaveCount(
            0,
          );
        }

        const addresses = await page
          .locator('a[href^="/"]')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
        expect(addresses.length).toBeGreaterThan(5);
        expect(addresses.filter((href) => !/^\/(?:fr|en)(?:[/?#]|$)/.test(href))).toEqual([]);
        for (const href of new Set(addresses)) {
          const status = statuses.get(href) ?? (await page.request.get(href)).status();
          statuses.set(href, status);
          const expected = /\/error(?:[?#]|$)/.test(href) ? 404 : 200;
          expect([href, status]).toEqual([href, expected]);
        }
      });
    }

    test('a note says what does not work', async ({ page }) => {
      await page.goto(PUBLIC_PAGES.faq.address(locale));
      const note =
        locale === 'fr'
          ? /^Vous pouvez lire toutes les pages sans JavaScript.* acheter/
          : /^You can read every page without JavaScript.* buy/;
      await expect(page.getByText(note)).toBeVisible();
    });

    test('an item is reachable from the home page by links', async ({ page }) => {
      await page.goto(PUBLIC_PAGES.home.address(locale));
      await page
        .getByRole('navigation')
        .getByRole('link', { name: locale === 'fr' ? 'Boutique' : 'Shop', exact: true })
        .click();
      await page.getByRole('link', { name: PUBLIC_PAGES.home.says[locale] }).click();
      await expect(page.getByText(PUBLIC_PAGES.item.says[locale])).toBeVisible();
      await expect(page.getByText(PUBLIC_PAGES.shop.says[locale]).first()).toBeVisible();
    });

    test('the phone menu opens, and switches the language', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(PUBLIC_PAGES.faq.address(locale));
      await page.getByLabel('Menu', { exact: true }).click();
      const menu = page.getByRole('navigation').filter({ visible: true }).first();
      await menu.locator('summary').click();
      await menu.getByRole('link', { name: locale === 'fr' ? 'English' : 'Français' }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', locale === 'fr' ? 'en' : 'fr');
    });
  });
}
