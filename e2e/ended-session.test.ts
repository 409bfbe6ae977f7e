import { pathOf } from '@agres/domain/paths';

import { PASSWORD } from './content.ts';
import { expect, signIn, test } from './fixtures.ts';
import { keepNothing, markDocument } from './navigation-steps.ts';
import { open } from './open.ts';
import { endSessionsElsewhere, logInWith, WORDS } from './user-steps.ts';

const words = WORDS.fr;
const logInFor = (path: string) => `${pathOf('logIn', 'fr')}?redirect=${encodeURIComponent(path)}`;

test('signing out in one tab signs out the others, and leaves public pages open', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  const profile = await page.context().newPage();
  await open(profile, pathOf('profile', 'fr'));
  const faq = await page.context().newPage();
  await open(faq, pathOf('faq', 'fr'));

  await open(page, pathOf('shop', 'fr'));
  await page.getByRole('button', { name: words.signOut }).click();
  await expect(page).toHaveURL(pathOf('home', 'fr'));
  await expect(profile).toHaveURL(logInFor(pathOf('profile', 'fr')));
  await expect(faq.getByRole('link', { name: words.toLogIn })).toBeVisible();
  await expect(faq).toHaveURL(pathOf('faq', 'fr'));
});

test('signing out works in a browser without storage', async ({ page, member }) => {
  await keepNothing(page);
  await signIn(page.context(), member);
  await open(page, pathOf('shop', 'fr'));
  await page.getByRole('button', { name: words.signOut }).click();
  await expect(page).toHaveURL(pathOf('home', 'fr'));
  await expect(page.getByRole('link', { name: words.toLogIn })).toBeVisible();
});

test('a call without a valid session leads to the log-in and back', async ({
  page,
  browser,
  member,
  site,
}) => {
  await signIn(page.context(), member);
  const edit = pathOf('profileEdit', 'fr');
  await open(page, edit);
  await endSessionsElsewhere(browser, site, member);

  await page.getByLabel(words.present).fill(PASSWORD);
  await page.getByRole('button', { name: words.update }).click();
  await expect(page).toHaveURL(logInFor(edit));
  await logInWith(page, 'fr', member);
  await expect(page).toHaveURL(edit);
});

test('a visitor’s page restored from the back/forward cache reloads only after a log-in', async ({
  page,
  member,
}) => {
  await open(page, pathOf('shop', 'fr'));
  const comeBack = () =>
    page.evaluate(() => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
  // A call of another page in this tab has set a visitor's token.
  await page.evaluate(async () => (await fetch('/api/users/status')).text());
  await markDocument(page);
  await comeBack();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('html')).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-same-document');

  await signIn(page.context(), member);
  await comeBack();
  await expect(page.getByRole('link', { name: words.profile })).toBeVisible();
  await expect(page.locator('body')).not.toHaveAttribute('data-same-document');
});

test('B10: a page restored from the back/forward cache hides its data once its session has ended', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  const profile = pathOf('profile', 'fr');
  await open(page, profile);
  await expect(page.getByText(member.email)).toBeVisible();
  await page.context().clearCookies();
  const hidden = await page.evaluate(() => {
    // As when a browser restores a page from the back/forward cache.
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    return document.documentElement.hidden;
  });
  expect(hidden, 'at once, not only when the server has answered').toBe(true);
  await expect(page).toHaveURL(logInFor(profile));
});
