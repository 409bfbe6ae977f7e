import { LOCALES, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import { PASSWORD } from './content.ts';
import { expect, signIn, test } from './fixtures.ts';
import { keepNothing, markDocument, openMenu, WORDS as FRAME } from './navigation-steps.ts';
import { open, untilAlive } from './open.ts';
import { BALLS, DELIVERY, openItemByCard, openOrderForm, WORDS } from './purchase-steps.ts';
import { alertOn, WORDS as ACCOUNT } from './user-steps.ts';

const SAYS = {
  fr: { title: 'Cette page n’a pas pu s’afficher', again: 'Réessayer', shop: 'La boutique' },
  en: { title: 'This page didn’t load', again: 'Try again', shop: 'The shop' },
} as const satisfies Record<Locale, object>;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const isSameDocument = (page: Page) =>
  page.evaluate(() => document.body.dataset['sameDocument'] === 'yes');

async function toShop(page: Page, locale: Locale): Promise<void> {
  const menu = await openMenu(page);
  await menu.getByRole('link', { name: FRAME[locale].shop, exact: true }).click();
}

test('a page that fails to load offline shows an error, and opens once online', async ({
  page,
  context,
}) => {
  for (const locale of LOCALES) {
    await open(page, pathOf('faq', locale));
    await markDocument(page);
    await context.setOffline(true);
    await toShop(page, locale);
    await expect(heading(page, SAYS[locale].title)).toBeFocused();
    await expect(page).toHaveURL(pathOf('shop', locale));
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.getByRole('button', { name: SAYS[locale].again }).click();
    await expect(heading(page, SAYS[locale].title)).toBeVisible();

    await context.setOffline(false);
    await expect(heading(page, SAYS[locale].shop)).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);
  }
});

for (const browser of ['', ', without storage too']) {
  test(`“try again” opens the page in place once its code loads${browser}`, async ({ page }) => {
    if (browser !== '') await keepNothing(page);
    await open(page, '/en/faq');
    await markDocument(page);
    await page.route(/\/assets\/|\/en\/shop/, (route) => route.abort());
    await toShop(page, 'en');
    await expect(heading(page, SAYS.en.title)).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: SAYS.en.again }).click();
    await expect(heading(page, SAYS.en.shop)).toBeVisible();
    expect(await isSameDocument(page)).toBe(true);
  });
}

test('a tab of a replaced release reloads the page, once', async ({ page }) => {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await open(page, pathOf('shop', 'fr'));
  await page.route('**/assets/faq-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect.poll(() => documents).toBe(2);
  // The new document lacks the file as well, and does not reload again.
  await expect(heading(page, SAYS.fr.title)).toBeVisible();
  expect(documents).toBe(2);

  await page.unrouteAll();
  await page.getByRole('button', { name: SAYS.fr.again }).click();
  await expect(heading(page, FRAME.fr.footer.FAQ)).toBeVisible();
});

test('a purchase begun offline opens its form once online', async ({ page, context, member }) => {
  await signIn(page.context(), member);
  await openItemByCard(page, 'fr', BALLS.fr);
  await markDocument(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: WORDS.fr.buy }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Vous semblez hors connexion',
  );
  await expect(heading(page, BALLS.fr)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: WORDS.fr.form })).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
});

test('a card form that fails to load keeps the input of the purchase form', async ({
  page,
  member,
}) => {
  await openOrderForm(page, member, { locale: 'en', isFilled: true });
  await markDocument(page);
  await page.route(/\/assets\/|\/en\/shop\/item/, (route) => route.abort());
  await page.getByRole('button', { name: WORDS.en.confirm }).click();
  const popup = page.getByRole('dialog', { name: WORDS.en.shopName });
  await expect(popup.getByRole('alert')).toContainText('You seem to be offline');
  await page.unrouteAll();
  await popup.getByRole('button', { name: SAYS.en.again }).click();
  await expect(popup.getByLabel(WORDS.en.card.number)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel(WORDS.en.fields.relayName)).toHaveValue(DELIVERY.relayName);
  expect(await isSameDocument(page)).toBe(true);
});

test('a page whose texts fail to load keeps the server’s HTML until they load', async ({
  page,
}) => {
  await page.route('**/assets/help-*.js', (route) => route.abort());
  await page.goto('/en/faq');
  await expect(heading(page, FRAME.en.footer.FAQ)).toBeVisible();
  await page.unrouteAll();
  await untilAlive(page);
  await expect(heading(page, FRAME.en.footer.FAQ)).toBeVisible();
});

test('a form whose validation fails to load offline shows an error, and is sent once online', async ({
  page,
  context,
  member,
}) => {
  await open(page, pathOf('logIn', 'fr'));
  await context.setOffline(true);
  await page.getByLabel(ACCOUNT.fr.email).fill(member.email);
  await page.getByLabel(ACCOUNT.fr.password, { exact: true }).fill(PASSWORD);
  const send = page.getByRole('main').getByRole('button', { name: ACCOUNT.fr.logIn, exact: true });
  await send.click();
  await expect(alertOn(page)).toHaveText(`${ACCOUNT.fr.codes.failure}Contact`);
  await expect(send).toBeEnabled();
  await context.setOffline(false);
  await send.click();
  await expect(page).toHaveURL(pathOf('profile', 'fr'));
});
