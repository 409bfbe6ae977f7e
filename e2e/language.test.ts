import { pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import { expect, signIn, test } from './fixtures.ts';
import { openMenu, switchLanguage, WORDS as FRAME } from './navigation-steps.ts';
import { open, untilAlive } from './open.ts';
import { logInWith, newEmail, signUp } from './user-steps.ts';

const remembered = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'locale');

/** Each rule holds in one direction, and the code treats both languages alike. */
const locale = 'fr';
const other = 'en';

test.describe('a browser that prefers English, on pages in French', () => {
  test.use({ locale: other });

  test('keeps its preference after a page in the other language', async ({ page }) => {
    await open(page, pathOf('shop', locale));
    await page.goto('/');
    await expect(page).toHaveURL(pathOf('home', other));
    expect(await remembered(page)).toBeUndefined();
  });

  for (const device of ['', ' @phone']) {
    test(`remembers the language chosen with the switch${device}`, async ({ page }) => {
      await open(page, pathOf('faq', other));
      await switchLanguage(page, other);
      await expect(page).toHaveURL(pathOf('faq', locale));
      const cookie = await remembered(page);
      expect(cookie).toMatchObject({ value: locale, path: '/', sameSite: 'Lax' });
      const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / (24 * 3600);
      expect(Math.round(days)).toBe(365);
      await page.goto('/blog');
      await expect(page).toHaveURL(pathOf('blog', locale));
    });
  }

  test('remembers the language of a log-in, not that of a failed one', async ({ page, member }) => {
    await open(page, pathOf('logIn', locale));
    await logInWith(page, locale, { email: member.email, password: 'Wrong1234' });
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await remembered(page)).toBeUndefined();
    await logInWith(page, locale, member);
    await expect(page).toHaveURL(pathOf('profile', locale));
    await page.goto('/');
    await expect(page).toHaveURL(pathOf('home', locale));
  });

  test('remembers the language of a sign-up', async ({ page }) => {
    await signUp(page, locale, newEmail());
    await expect(page).toHaveURL(/notice=account_created/);
    await page.goto('/');
    await expect(page).toHaveURL(pathOf('home', locale));
  });

  test('signs out to the home page in the language of the page', async ({ page, member }) => {
    await signIn(page.context(), member);
    await open(page, pathOf('shop', locale));
    const menu = await openMenu(page);
    await menu.getByRole('button', { name: FRAME[locale].signOut }).click();
    await expect(menu.getByRole('link', { name: FRAME[locale].logIn })).toBeVisible();
    await expect(page).toHaveURL(pathOf('home', locale));
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('follows its preference for a URL without a language', async ({ page }) => {
      await page.goto(pathOf('faq', other));
      await switchLanguage(page, other);
      await expect(page).toHaveURL(pathOf('faq', locale));
      await page.goto('/');
      await expect(page).toHaveURL(pathOf('home', other));
      expect(await remembered(page)).toBeUndefined();
    });
  });
});

test('shows content in the other language after the switch, on pages opened client-side too', async ({
  page,
}) => {
  const title = page.getByRole('heading', { level: 1 });
  const nameOf = { fr: 'Parallettes en hêtre', en: 'Beech parallettes' };
  const headlineOf = {
    fr: 'Votre premier équilibre sur les mains',
    en: 'Your first handstand',
  };
  await open(page, pathOf('shop', locale));
  await page.getByRole('link', { name: nameOf[locale] }).click();
  await expect(title).toHaveText(nameOf[locale]);
  await switchLanguage(page, locale);
  await expect(page).toHaveURL(/\/en\/shop\/item\/\d+$/);
  await expect(title).toHaveText(nameOf[other]);
  await untilAlive(page);
  await page.goBack();
  await expect(title).toHaveText(nameOf[locale]);

  await open(page, pathOf('blog', other));
  await page.getByRole('link', { name: headlineOf[other] }).click();
  await expect(title).toHaveText(headlineOf[other]);
  await switchLanguage(page, other);
  await expect(title).toHaveText(headlineOf[locale]);
});
