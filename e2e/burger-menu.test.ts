import { pathOf } from '@agres/domain/paths';

import { expect, signIn, test } from './fixtures.ts';
import {
  burger,
  mainMenu,
  markDocument,
  NARROWEST_WITH_LINKS,
  PHONE,
  WIDEST_WITH_BURGER,
  WORDS,
} from './navigation-steps.ts';
import { open } from './open.ts';

test('the header collapses into a burger menu below 750 px', async ({ page }) => {
  await page.setViewportSize(NARROWEST_WITH_LINKS);
  await page.goto('/fr');
  const shop = page.getByRole('banner').getByRole('link', { name: 'Boutique' });
  await expect(shop.filter({ visible: true })).toHaveCount(1);
  await expect(burger(page)).toBeHidden();
  await page.setViewportSize(WIDEST_WITH_BURGER);
  await expect(burger(page)).toBeVisible();
  await expect(shop.filter({ visible: true })).toHaveCount(0);
});

test.describe('the burger menu', () => {
  test.use({ viewport: WIDEST_WITH_BURGER });

  test('shows the links of a member and the languages, and closes after a link', async ({
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
      'S’abonner',
      'Blog',
      'MON PROFIL',
    ]);
    await expect(menu.getByRole('button', { name: 'SE DECONNECTER' })).toBeVisible();
    await expect(menu.getByText('Français').first()).toBeVisible();

    await menu.getByRole('link', { name: 'Boutique' }).click();
    await expect(page).toHaveURL('/fr/boutique');
    await expect(page.locator('body')).toHaveAttribute('data-same-document', 'yes');
    await expect(menu).toHaveCount(0);
  });

  test('closes when Tab leaves it', async ({ page }) => {
    await open(page, '/en');
    await burger(page).click();
    const menu = mainMenu(page, 'en').filter({ visible: true });
    await expect(menu).toHaveCount(1);
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      const isInside = await page.evaluate(
        () => document.activeElement?.closest('.burger-menu') !== null,
      );
      expect(isInside).toBe((await menu.count()) === 1);
    }
    await expect(menu).toHaveCount(0);
  });

  test('closes on a click outside and on Escape', async ({ page }) => {
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
});

test('a failed sign-out shows an error and keeps the session, from the burger menu too', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  await page.route('**/trpc/users.signOut*', (route) => route.abort());
  // The page has not loaded the messages of other error codes, and cannot load them now.
  await page.route('**/assets/codes-*.js', (route) => route.abort());
  const failure = page.getByRole('banner').getByRole('alert');
  await open(page, '/fr');
  await page.getByRole('button', { name: 'SE DECONNECTER' }).click();
  await expect(failure).toHaveText(WORDS.fr.failed);

  await page.setViewportSize(PHONE);
  await open(page, '/en');
  await burger(page).click();
  await page.getByRole('button', { name: 'LOG OUT' }).filter({ visible: true }).click();
  await expect(failure).toBeVisible();
  await expect(failure).toHaveText(WORDS.en.failed);
  await expect(page).toHaveURL('/en');
  await page.unroute('**/assets/codes-*.js');
  await page.goto(pathOf('profile', 'fr'));
  await expect(page).toHaveURL(pathOf('profile', 'fr'));
});
