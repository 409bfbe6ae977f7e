import { LOCALES } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';

import { expect, signIn, test } from './fixtures.ts';
import { mainMenu, markDocument, NARROWEST_WITH_LINKS, PHONE, WORDS } from './navigation-steps.ts';
import { open } from './open.ts';
import { subscribeByCall } from './subscription-steps.ts';

for (const locale of LOCALES) {
  const words = WORDS[locale];

  test(`the header links to home, shop and log-in, in ${locale}`, async ({ page }) => {
    await open(page, pathOf('faq', locale));
    const menu = mainMenu(page, locale);
    await expect(menu.getByRole('link').filter({ visible: true })).toHaveText([
      words.home,
      words.shop,
      words.logIn,
    ]);
    await menu.getByRole('link', { name: words.shop }).click();
    await expect(page).toHaveURL(pathOf('shop', locale));
    await expect(menu.getByRole('link', { name: words.shop })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await menu.getByRole('link', { name: words.logIn }).click();
    await expect(page).toHaveURL(pathOf('logIn', locale));
    await menu.getByRole('link', { name: words.home }).click();
    await expect(page).toHaveURL(pathOf('home', locale));
    await open(page, pathOf('faq', locale));
    await page.getByRole('banner').getByRole('link', { name: 'Agrès' }).click();
    await expect(page).toHaveURL(pathOf('home', locale));
  });

  test(`the footer links to the social network, the legal pages and the copyright, in ${locale}`, async ({
    page,
    site,
  }) => {
    await open(page, pathOf('home', locale));
    const footer = page.getByRole('contentinfo');
    const follow = await footer.getByRole('link', { name: words.follow }).getAttribute('href');
    expect(new URL(follow ?? '').origin).not.toBe(site.origin);
    await expect(footer.getByText(words.rights, { exact: true })).toBeVisible();
    for (const [link, heading] of Object.entries(words.footer)) {
      await footer.getByRole('link', { name: link, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    }
  });

  test(`the language menu shows both languages and marks the current one, in ${locale}`, async ({
    page,
  }) => {
    await open(page, pathOf('faq', locale));
    const summary = page.getByRole('banner').locator('summary').filter({ visible: true });
    await expect(summary).toContainText(words.language);
    await summary.click();
    const languages = page.getByRole('banner').getByRole('listitem').filter({ visible: true });
    await expect(languages).toHaveText(['Français', 'English']);
    for (const [index, other] of LOCALES.entries()) {
      const link = languages.nth(index).getByRole('link');
      await expect(link).toHaveAttribute('hreflang', other);
      await expect(link).toHaveAttribute('lang', other);
    }
    await expect(
      languages.getByRole('link', { name: words.language, exact: true }),
    ).toHaveAttribute('aria-current', 'true');
  });
}

test('the header shows profile and sign-out to a member', async ({ page, member }) => {
  const words = WORDS.fr;
  await signIn(page.context(), member);
  await open(page, pathOf('shop', 'fr'));
  const menu = mainMenu(page, 'fr');
  await expect(menu.getByRole('link').filter({ visible: true })).toHaveText([
    words.home,
    words.shop,
    words.profile,
  ]);
  await menu.getByRole('link', { name: words.profile }).click();
  await expect(page).toHaveURL(pathOf('profile', 'fr'));
  await subscribeByCall(page.request);
  for (const own of ['profile', 'subscribe', 'updatePaymentMethod', 'myData'] as const) {
    await open(page, pathOf(own, 'fr'));
    await expect(menu.locator('[aria-current=page]')).toHaveText(words.profile);
  }
  await menu.getByRole('button', { name: words.signOut }).click();
  await expect(page).toHaveURL(pathOf('home', 'fr'));
  await expect(menu.getByRole('link', { name: words.logIn })).toBeVisible();
  await page.goto(pathOf('profile', 'fr'));
  await expect(page).toHaveURL(/\?redirect=/);
});

test('the logo is at most 255 px wide on a desktop and 80 px on a phone', async ({ page }) => {
  await page.goto('/fr');
  const logo = page.getByRole('banner').getByRole('link', { name: 'Agrès' });
  const widthOf = async () => (await logo.boundingBox())?.width ?? 0;
  expect(await widthOf()).toBeGreaterThan(80);
  expect(await widthOf()).toBeLessThanOrEqual(255);
  await page.setViewportSize(PHONE);
  // The layout of a new width is computed in a later frame.
  await expect.poll(widthOf).toBeLessThanOrEqual(80);
  expect(await widthOf()).toBeGreaterThan(0);
});

test('at the narrowest desktop width the header links fit on one line', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  await page.setViewportSize(NARROWEST_WITH_LINKS);
  for (const locale of LOCALES) {
    await page.goto(pathOf('home', locale));
    const entries = mainMenu(page, locale).filter({ visible: true }).locator('a, button, summary');
    for (const entry of await entries.filter({ visible: true }).all()) {
      const height = async () => (await entry.boundingBox())?.height;
      await expect.poll(height, { message: await entry.innerText() }).toBe(44);
    }
    const logo = page.getByRole('banner').getByRole('link', { name: 'Agrès' });
    const gap = async () => {
      const [left, right] = [await logo.boundingBox(), await entries.first().boundingBox()];
      return left && right ? right.x - (left.x + left.width) : 0;
    };
    await expect.poll(gap).toBeGreaterThan(0);
  }
});

test('the language switch keeps the page and its query, in a new document', async ({ page }) => {
  await open(page, '/fr/connexion?redirect=%2Ffr%2Fprofil&notice=account_created');
  await markDocument(page);
  await page.getByRole('banner').getByText('Français').filter({ visible: true }).first().click();
  await page.getByRole('link', { name: 'English' }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/en/log-in?redirect=%2Ffr%2Fprofil&notice=account_created');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('body')).not.toHaveAttribute('data-same-document');

  // The cached page serves all visitors, so it must not contain the first visitor's query.
  await open(page, '/fr/boutique?utm_source=lettre');
  await page.getByRole('banner').getByText('Français').filter({ visible: true }).first().click();
  await page.getByRole('link', { name: 'English' }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/en/shop?utm_source=lettre');
});
