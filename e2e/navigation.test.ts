import type { Page } from '@playwright/test';
import { LOCALES } from '@shop/domain/locale';
import { pathOf } from '@shop/domain/paths';

import { expect, signIn, test } from './fixtures.ts';
import { open } from './open.ts';

const PHONE = { width: 390, height: 844 };
const WIDEST_WITH_BURGER = { width: 749, height: 900 };
const NARROWEST_WITH_LINKS = { width: 750, height: 900 };

const WORDS = {
  fr: {
    home: 'Accueil',
    shop: 'Boutique',
    logIn: 'CONNEXION',
    profile: 'MON PROFIL',
    signOut: 'SE DECONNECTER',
    language: 'Français',
    menu: 'Menu principal',
    follow: 'Nous suivre',
    rights: 'Since 2018 Agrès. Tous droits réservés',
    skip: 'Aller au contenu',
    failed: 'Une erreur est survenue. Veuillez réessayer plus tard.',
    footer: {
      Contact: 'Nous contacter',
      FAQ: 'Foire Aux Questions',
      'Mentions légales': 'Mentions légales',
      'Conditions générales': 'Conditions générales',
      Accessibilité: 'Accessibilité',
    },
  },
  en: {
    home: 'Home',
    shop: 'Shop',
    logIn: 'LOG IN',
    profile: 'MY PROFILE',
    signOut: 'SIGN OUT',
    language: 'English',
    menu: 'Main menu',
    follow: 'Follow us',
    rights: 'Since 2018 Agrès. All rights reserved.',
    skip: 'Skip to the content',
    failed: 'Something went wrong. Please try again later.',
    footer: {
      Contact: 'Contact us',
      FAQ: 'Frequently asked questions',
      'Legal notices': 'Legal notices',
      'General terms': 'General terms',
      Accessibility: 'Accessibility',
    },
  },
} as const;

const mainMenu = (page: Page, locale: 'fr' | 'en') =>
  page.getByRole('banner').getByRole('navigation', { name: WORDS[locale].menu });
const burger = (page: Page) => page.getByRole('banner').locator('summary[aria-label=Menu]');
const scrollTop = (page: Page) => page.evaluate(() => window.scrollY);

/** Marks the document, to see whether a later page is the same one. */
const markDocument = (page: Page) =>
  page.evaluate(() => {
    document.body.dataset['sameDocument'] = 'yes';
  });

for (const locale of LOCALES) {
  const words = WORDS[locale];

  test(`the header leads home, to the shop and to log-in, in ${locale}`, async ({ page }) => {
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

  test(`who is signed in finds the profile and the way out in the header, in ${locale}`, async ({
    page,
    member,
  }) => {
    await signIn(page.context(), member);
    await open(page, pathOf('shop', locale));
    const menu = mainMenu(page, locale);
    await expect(menu.getByRole('link').filter({ visible: true })).toHaveText([
      words.home,
      words.shop,
      words.profile,
    ]);
    await menu.getByRole('link', { name: words.profile }).click();
    await expect(page).toHaveURL(pathOf('profile', locale));
    await menu.getByRole('button', { name: words.signOut }).click();
    await expect(page).toHaveURL(pathOf('home', locale));
    await expect(menu.getByRole('link', { name: words.logIn })).toBeVisible();
    await page.goto(pathOf('profile', locale));
    await expect(page).toHaveURL(/\?redirect=/);
  });

  test(`the footer invites to follow the brand, leads to the small print and says whose it is, in ${locale}`, async ({
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

  test(`the language menu shows both languages and the chosen one, in ${locale}`, async ({
    page,
  }) => {
    await open(page, pathOf('faq', locale));
    const summary = page.getByRole('banner').locator('summary').filter({ visible: true });
    await expect(summary).toContainText(words.language);
    await summary.click();
    const languages = page.getByRole('banner').getByRole('listitem').filter({ visible: true });
    await expect(languages).toHaveText(['Français', 'English']);
    await expect(
      languages.getByRole('link', { name: words.language, exact: true }),
    ).toHaveAttribute('aria-current', 'true');
  });
}

test('the logo is at most 255 px wide on a desk and 80 px on a phone', async ({ page }) => {
  await page.goto('/fr');
  const logo = page.getByRole('banner').getByRole('link', { name: 'Agrès' });
  const widthOf = async () => (await logo.boundingBox())?.width ?? 0;
  expect(await widthOf()).toBeGreaterThan(80);
  expect(await widthOf()).toBeLessThanOrEqual(255);
  await page.setViewportSize(PHONE);
  // A new width is laid out in a frame of its own, after it was set.
  await expect.poll(widthOf).toBeLessThanOrEqual(80);
  expect(await widthOf()).toBeGreaterThan(0);
});

test('the header turns into a burger menu below 750 px, and back', async ({ page }) => {
  await page.setViewportSize(NARROWEST_WITH_LINKS);
  await page.goto('/fr');
  const shop = page.getByRole('banner').getByRole('link', { name: 'Boutique' });
  await expect(shop.filter({ visible: true })).toHaveCount(1);
  await expect(burger(page)).toBeHidden();
  await page.setViewportSize(WIDEST_WITH_BURGER);
  await expect(burger(page)).toBeVisible();
  await expect(shop.filter({ visible: true })).toHaveCount(0);
});

test('all links of the header stand on one line where there is just room for them', async ({
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

test.describe('the burger menu', () => {
  test.use({ viewport: WIDEST_WITH_BURGER });

  test('shows the links by state and the languages, and closes when one is chosen', async ({
    page,
    member,
  }) => {
    await signIn(page.context(), member);
    await open(page, '/fr');
    await markDocument(page);
    await burger(page).click();
    const menu = mainMenu(page, 'fr').filter({ visible: true });
    await expect(menu.getByRole('link').filter({ visible: true })).toHaveText([
      'Accueil',
      'Boutique',
      'MON PROFIL',
    ]);
    await expect(menu.getByRole('button', { name: 'SE DECONNECTER' })).toBeVisible();
    await expect(menu.getByText('Français').first()).toBeVisible();

    await menu.getByRole('link', { name: 'Boutique' }).click();
    await expect(page).toHaveURL('/fr/boutique');
    await expect(page.locator('body')).toHaveAttribute('data-same-document', 'yes');
    await expect(menu).toHaveCount(0);
  });

  test('closes after a click anywhere else, and by Escape', async ({ page }) => {
    await open(page, '/en');
    const home = page.getByRole('link', { name: 'Home' }).filter({ visible: true });
    await burger(page).click();
    await expect(home).toHaveCount(1);
    await page.mouse.click(20, 700);
    await expect(home).toHaveCount(0);

    await burger(page).click();
    await expect(home).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(home).toHaveCount(0);
    await expect(burger(page)).toBeFocused();
  });

  test('changes the language', async ({ page }) => {
    await open(page, '/fr/faq');
    await burger(page).click();
    await page.getByText('Français').filter({ visible: true }).click();
    await page.getByRole('link', { name: 'English' }).filter({ visible: true }).click();
    await expect(page).toHaveURL('/en/faq');
  });

  test('works without JavaScript', async ({ browser, site }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: site.origin,
      viewport: PHONE,
    });
    const page = await context.newPage();
    await page.goto('/fr');
    await burger(page).click();
    await mainMenu(page, 'fr').getByRole('link', { name: 'Boutique' }).click();
    await expect(page).toHaveURL('/fr/boutique');
    await context.close();
  });
});

test('the language switch keeps the page and its query, in a new document', async ({ page }) => {
  await open(page, '/fr/connexion?redirect=%2Ffr%2Fprofil&notice=account_created');
  await markDocument(page);
  await page.getByRole('banner').getByText('Français').filter({ visible: true }).first().click();
  await page.getByRole('link', { name: 'English' }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/en/log-in?redirect=%2Ffr%2Fprofil&notice=account_created');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('body')).not.toHaveAttribute('data-same-document');
});

test('a sign-out that fails says so, from the burger menu too', async ({ page, member }) => {
  await signIn(page.context(), member);
  await page.route('**/trpc/users.signOut*', (route) => route.abort());
  const failure = page.getByRole('banner').getByRole('alert');
  await open(page, '/fr');
  await page.getByRole('button', { name: 'SE DECONNECTER' }).click();
  await expect(failure).toHaveText(WORDS.fr.failed);

  await page.setViewportSize(PHONE);
  await open(page, '/en');
  await burger(page).click();
  await page.getByRole('button', { name: 'SIGN OUT' }).filter({ visible: true }).click();
  await expect(failure).toBeVisible();
  await expect(failure).toHaveText(WORDS.en.failed);
  await expect(page).toHaveURL('/en');
});

test('each page begins at its top; back and forward lead to where the reader was', async ({
  page,
}) => {
  await open(page, '/fr/conditions-generales');
  await page.getByRole('heading', { name: /Force majeure/ }).scrollIntoViewIfNeeded();
  const readTo = await scrollTop(page);
  expect(readTo).toBeGreaterThan(300);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Mentions légales' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mentions légales');
  await expect.poll(() => scrollTop(page)).toBe(0);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conditions générales');
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(300);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mentions légales');
  await expect.poll(() => scrollTop(page)).toBe(0);
});

test('with each page the focus begins at its heading, and its title is announced', async ({
  page,
}) => {
  await open(page, '/fr/faq');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nous contacter' })).toBeFocused();
  await expect(page.locator('[aria-live=polite]')).toHaveText(await page.title());

  await page.getByRole('banner').getByRole('link', { name: 'Boutique' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'La boutique' })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Nous contacter' })).toBeFocused();
});

test('the first press of Tab offers the way past the header', async ({ page }) => {
  for (const locale of LOCALES) {
    await open(page, pathOf('shop', locale));
    const skip = page.getByRole('link', { name: WORDS[locale].skip });
    await expect(skip).not.toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
  }
});

test('nothing moves for who asked for less motion', async ({ browser, site }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: site.origin });
  const page = await context.newPage();
  await open(page, '/fr/connexion');
  await page.getByRole('button', { name: 'Mot de passe oublié ?' }).click();
  await page.getByRole('dialog').waitFor();
  const durations = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { animationDuration, transitionDuration } = getComputedStyle(element);
      return [animationDuration, transitionDuration].flatMap((value) =>
        value.split(',').map((part) => Number.parseFloat(part)),
      );
    }),
  );
  expect(durations.length).toBeGreaterThan(50);
  expect(Math.max(...durations)).toBeLessThanOrEqual(0.001);
  await context.close();
});
