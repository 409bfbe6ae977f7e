import { pathOf, withQuery } from '@agres/domain/paths';

import { expect, test } from './fixtures.ts';
import { open } from './open.ts';
import { openItemByCard, WORDS as SHOP } from './purchase-steps.ts';
import { WORDS as SUBSCRIPTION } from './subscription-steps.ts';
import {
  chooseNewPassword,
  emailTo,
  linkIn,
  logInWith,
  newEmail,
  noticeOn,
  signUp,
  signUpWith,
  WORDS,
} from './user-steps.ts';

const words = WORDS.fr;
const NEW_PASSWORD = 'Nouveau34';
const SUBSCRIBE_YEARLY = withQuery(pathOf('subscribe', 'fr'), { plan: 'yearly' });
const wanted = (path: string) => `redirect=${encodeURIComponent(path)}`;
const LOG_IN_TO_SUBSCRIBE = `${pathOf('logIn', 'fr')}?${wanted(SUBSCRIBE_YEARLY)}`;

test('a chosen plan survives sign-up, the e-mail opened in another tab, and log-in', async ({
  page,
  site,
}) => {
  const email = newEmail();
  await open(page, pathOf('home', 'fr'));
  const yearly = page.locator('#plans').getByRole('listitem').filter({ hasText: 'Annuel' });
  await yearly.getByRole('link', { name: 'S’abonner' }).click();
  await page.getByRole('link', { name: SUBSCRIPTION.fr.signUpToSubscribe }).click();
  await expect(page).toHaveURL(`${pathOf('signUp', 'fr')}?${wanted(SUBSCRIBE_YEARLY)}`);
  await signUpWith(page, 'fr', email);
  await expect(page).toHaveURL(
    `${pathOf('logIn', 'fr')}?notice=account_created&${wanted(SUBSCRIBE_YEARLY)}`,
  );

  const tab = await page.context().newPage();
  await tab.goto(linkIn(await emailTo(site, email, { subject: words.letters.activation })));
  await expect(tab).toHaveURL(
    `${pathOf('logIn', 'fr')}?notice=account_activated&${wanted(SUBSCRIBE_YEARLY)}`,
  );
  await logInWith(tab, 'fr', { email });
  await expect(tab).toHaveURL(SUBSCRIBE_YEARLY);
  await expect(tab.getByRole('radio', { name: SUBSCRIPTION.fr.plans.yearly })).toBeChecked();
});

test('a sign-up leads back to the purchase, even if the e-mail is opened elsewhere', async ({
  page,
  browser,
  site,
}) => {
  const email = newEmail();
  await openItemByCard(page, 'fr', 'Trois balles de jonglage');
  const item = new URL(page.url()).pathname;
  await page.getByRole('button', { name: SHOP.fr.buy }).click();
  await page.getByRole('link', { name: words.create }).click();
  await signUpWith(page, 'fr', email);

  const phone = await browser.newPage({ baseURL: site.origin });
  await phone.goto(linkIn(await emailTo(site, email, { subject: words.letters.activation })));
  await expect(phone).toHaveURL(`${pathOf('logIn', 'fr')}?notice=account_activated`);
  await phone.close();

  await logInWith(page, 'fr', { email });
  await expect(page).toHaveURL(`${item}?option=0&buy=true`);
  await expect(page.getByRole('heading', { name: SHOP.fr.form })).toBeVisible();
});

test('a password recovery leads back to the subscription form', async ({ page, member, site }) => {
  await open(page, LOG_IN_TO_SUBSCRIBE);
  await page.getByRole('button', { name: words.forgotten }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.email).fill(member.email);
  await dialog.getByRole('button', { name: words.sendLink }).click();
  const letter = await emailTo(site, member.email, { subject: words.letters.recovery });

  const tab = await page.context().newPage();
  await open(tab, linkIn(letter));
  await chooseNewPassword(tab, 'fr', NEW_PASSWORD);
  await expect(tab).toHaveURL(
    `${pathOf('logIn', 'fr')}?notice=password_changed&${wanted(SUBSCRIBE_YEARLY)}`,
  );
  await logInWith(tab, 'fr', { email: member.email, password: NEW_PASSWORD });
  await expect(tab).toHaveURL(SUBSCRIBE_YEARLY);
});

test('a detour to the sign-up page keeps the redirect of the log-in', async ({ page, member }) => {
  await open(page, LOG_IN_TO_SUBSCRIBE);
  await page.getByRole('link', { name: words.create }).click();
  await page.getByRole('main').getByRole('link', { name: words.toLogInInstead }).click();
  await logInWith(page, 'fr', member);
  await expect(page).toHaveURL(SUBSCRIBE_YEARLY);
});

test('a second sign-up does not inherit the redirect of the first, and gets the welcome message', async ({
  page,
  site,
}) => {
  await open(page, `${pathOf('signUp', 'fr')}?${wanted(SUBSCRIBE_YEARLY)}`);
  await signUpWith(page, 'fr', newEmail());
  const email = newEmail();
  await signUp(page, 'fr', email);
  await page.goto(linkIn(await emailTo(site, email, { subject: words.letters.activation })));
  await expect(page).toHaveURL(`${pathOf('logIn', 'fr')}?notice=account_activated`);

  await open(
    page,
    `${pathOf('logIn', 'fr')}?notice=account_activated&${wanted(pathOf('profile', 'fr'))}`,
  );
  await logInWith(page, 'fr', { email });
  await expect(page).toHaveURL(pathOf('profile', 'fr'));
  await expect(noticeOn(page)).toHaveText(words.welcome);
});

test('F6: the sign-up passes on no redirect to another site', async ({ page }) => {
  // packages/domain/src/safe-redirect.test.ts has all kinds of them (SECURITY.md, F6).
  await open(page, `${pathOf('signUp', 'fr')}?${wanted('//evil.test')}`);
  const link = page.getByRole('main').getByRole('link', { name: words.toLogInInstead });
  await expect(link).toHaveAttribute('href', pathOf('logIn', 'fr'));
});
