import { LOCALES } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';

import { call } from './calls.ts';
import { PASSWORD } from './content.ts';
import { expect, test } from './fixtures.ts';
import { open } from './open.ts';
import {
  BALLS,
  beginPurchase,
  CARDS,
  fillDelivery,
  payWith,
  WORDS as SHOP,
} from './purchase-steps.ts';
import { hold } from './screens/screen.ts';
import {
  alertOn,
  emailTo,
  linkIn,
  logInWith,
  newEmail,
  noticeOn,
  saying,
  signUp,
  signUpWith,
  SPECIAL_CHARACTER,
  WORDS,
} from './user-steps.ts';

for (const locale of LOCALES) {
  const words = WORDS[locale];

  test.describe(`in ${locale}`, () => {
    test('a visitor signs up, follows the e-mail’s link, logs in, orders and sees the order', async ({
      page,
      site,
    }) => {
      const email = newEmail();
      await open(page, pathOf('home', locale));
      await page.getByRole('navigation').getByRole('link', { name: words.toLogIn }).click();
      await page.getByRole('link', { name: words.create }).click();
      await expect(page).toHaveURL(pathOf('signUp', locale));
      await signUpWith(page, locale, email);
      await expect(page).toHaveURL(`${pathOf('logIn', locale)}?notice=account_created`);
      await expect(page.getByLabel(words.email)).toHaveValue(email);
      await expect(page.getByRole('link', { name: words.create })).toHaveCount(0);
      await page.getByRole('button', { name: words.sendOnceMore }).click();
      await expect(noticeOn(page).filter({ hasText: email })).toBeVisible();

      await logInWith(page, locale, { email });
      await expect(alertOn(page)).toContainText(words.codes.notActivated);

      const letter = await emailTo(site, email, { subject: words.letters.activation });
      await page.goto(linkIn(letter));
      await expect(page).toHaveURL(`${pathOf('logIn', locale)}?notice=account_activated`);
      await expect(noticeOn(page)).toHaveText(words.codes.activated);
      await expect(page.getByLabel(words.email)).toHaveValue(email);

      await logInWith(page, locale, { email });
      await expect(page).toHaveURL(pathOf('profile', locale));
      await expect(noticeOn(page)).toHaveText(words.welcome);

      await beginPurchase(page, locale, BALLS[locale]);
      await fillDelivery(page, locale);
      await payWith(page, locale, CARDS.good);
      await expect(noticeOn(page).filter({ hasText: SHOP[locale].bought })).toBeVisible();
      await page.getByRole('link', { name: words.profile }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(words.welcome), 'shown once').toHaveCount(0);
      const orders = page.getByRole('tabpanel', { name: SHOP[locale].orders });
      await expect(orders.getByRole('article')).toHaveCount(1);
      await expect(orders.getByRole('article')).toContainText(BALLS[locale]);
      await expect(orders.getByRole('article')).toContainText(SHOP[locale].waiting);
    });

    test('a taken address shows an error at its field, and another address succeeds', async ({
      page,
      member,
    }) => {
      await open(page, pathOf('signUp', locale));
      const email = page.getByLabel(words.email);
      await email.fill(member.email.toUpperCase());
      await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      await page.getByLabel(words.again).fill(PASSWORD);
      await page.getByLabel(words.again).press('Enter');
      await expect(alertOn(page)).toContainText(words.codes.emailTaken);
      await expect(alertOn(page).getByRole('link')).toHaveAttribute(
        'href',
        pathOf('logIn', locale),
      );
      await expect(alertOn(page).getByRole('button')).toBeVisible();
      await expect(email).toBeFocused();
      await expect(email).toHaveAttribute('aria-invalid', 'true');
      await expect(email).toHaveAccessibleDescription(words.codes.emailTaken);
      await email.fill(newEmail());
      await email.press('Enter');
      await expect(page.locator('h1:focus')).toHaveText(words.linkSent);
    });
  });
}

test.describe('behaviour without texts', () => {
  const words = WORDS.en;

  test('a field is validated on blur, describes its error, and becomes valid when corrected', async ({
    page,
  }) => {
    await open(page, pathOf('signUp', 'en'));
    const fields = {
      email: page.getByLabel(words.email),
      password: page.getByLabel(words.password, { exact: true }),
      again: page.getByLabel(words.again),
    };
    await fields.email.pressSequentially('jeanne');
    await expect(fields.email).toHaveAttribute('aria-invalid', 'false');
    await fields.email.blur();
    await expect(fields.email).toHaveAttribute('aria-invalid', 'true');
    await expect(fields.email).toHaveAccessibleDescription(words.rules.email);
    for (const untouched of [fields.password, fields.again]) {
      await expect(untouched).toHaveAttribute('aria-invalid', 'false');
    }
    await fields.email.fill('jeanne@agres.test');
    await expect(fields.email).toHaveAttribute('aria-invalid', 'false');
    await expect(fields.email).toHaveAccessibleDescription('');

    // The hint recommends a special character; the rule does not require one.
    await expect(fields.password).toHaveAccessibleDescription(SPECIAL_CHARACTER);
    await fields.password.fill('abcdefgh');
    await fields.again.fill('abcdefgi');
    await fields.again.blur();
    await expect(fields.password).toHaveAccessibleDescription(saying(words.rules.password));
    await expect(fields.again).toHaveAccessibleDescription(words.rules.again);
    await fields.password.fill(PASSWORD);
    await fields.again.fill(PASSWORD);
    for (const mended of [fields.password, fields.again]) {
      await expect(mended).toHaveAttribute('aria-invalid', 'false');
    }
  });

  test('after a sign-up one screen shows the address, resends the link and corrects the address', async ({
    page,
    site,
  }) => {
    const [wrong, right] = [newEmail(), newEmail()];
    const main = page.getByRole('main');
    const title = page.locator('h1:focus');
    await open(page, pathOf('signUp', 'en'));
    await page.getByLabel(words.email).fill(wrong);
    await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
    await page.getByLabel(words.again).fill(PASSWORD);
    await page.getByLabel(words.again).press('Enter');
    await expect(title).toHaveText(words.linkSent);
    await expect(main).toContainText(wrong);
    // Only this tab's history stores the address.
    await expect(page).toHaveURL(pathOf('signUp', 'en'));
    await page.reload();
    await expect(main).toContainText(wrong);
    await page.getByRole('button', { name: words.changeAddress }).click();
    await expect(page.getByLabel(words.email)).toHaveValue(wrong);

    await page.getByLabel(words.email).fill(right);
    await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
    await page.getByLabel(words.again).fill(PASSWORD);
    await page.getByLabel(words.again).press('Enter');
    await expect(main).toContainText(right);
    await expect(title).toHaveText(words.linkSent);
    // Correcting the address again changes nothing: submitting the form again does not report it as taken.
    await page.getByRole('button', { name: words.changeAddress }).click();
    await expect(page.getByLabel(words.email)).toHaveValue(right);
    await expect(page.getByLabel(words.again)).toHaveValue(PASSWORD);
    await main.getByRole('button', { name: words.create }).click();
    await expect(title).toHaveText(words.linkSent);
    await page.goBack();
    await expect(page.getByLabel(words.email)).toHaveValue(right);
    await page.goForward();
    await expect(title).toHaveText(words.linkSent);

    const resend = main.getByRole('button', { name: words.sendOnceMore });
    await resend.click();
    await expect(noticeOn(page)).toContainText(right);
    await expect(resend).toHaveCount(0);
    const letter = await emailTo(site, right, { subject: words.letters.activation, nth: 2 });
    await page.goto(linkIn(letter));
    await expect(page.getByLabel(words.email)).toHaveValue(right);
    await page.reload();
    await expect(page.getByLabel(words.email)).toHaveValue('');
  });

  test('the FAQ resends the activation e-mail without revealing which address has an account', async ({
    page,
    site,
  }) => {
    const email = newEmail();
    const { request } = page;
    const data = { email, mdp: PASSWORD, mdp2: PASSWORD, locale: 'en' };
    await call(request, { method: 'POST', path: '/api/users', data });
    await open(page, pathOf('faq', 'en'));
    await page.getByText('Why haven’t I received').click();
    await page.getByRole('button', { name: words.resend }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: words.sendLink }).click();
    await expect(dialog.getByLabel(words.email)).toHaveAccessibleDescription(words.rules.email);

    const repeat = dialog.getByRole('button', { name: words.sendAgain });
    for (const address of [email, newEmail()]) {
      if (await repeat.isVisible()) await repeat.click();
      await dialog.getByLabel(words.email).fill(address);
      const answered = page.waitForResponse('**/trpc/users.resendActivation*');
      await dialog.getByRole('button', { name: words.sendLink }).click();
      await answered;
      await expect(dialog.getByRole('status')).toHaveText(words.perhapsResent);
      await expect(dialog).toContainText(address);
    }
    const letter = await emailTo(site, email, { subject: words.letters.activation, nth: 2 });
    await page.goto(linkIn(letter));
    await expect(noticeOn(page)).toHaveText(words.codes.activated);
  });

  test('submitting it empty marks every required field and focuses the first', async ({ page }) => {
    await open(page, pathOf('signUp', 'en'));
    await page.getByRole('main').getByRole('button', { name: words.create }).click();
    await expect(page.getByLabel(words.email)).toBeFocused();
    await expect(page.locator('main [aria-invalid=true]')).toHaveCount(2);
    await expect(page.getByLabel(words.password, { exact: true })).toHaveAccessibleDescription(
      saying(words.rules.password),
    );
  });

  test('while the account is being created the button is disabled and a loading indicator shown', async ({
    page,
  }) => {
    await hold(page, 'users.register');
    await open(page, pathOf('signUp', 'en'));
    await page.getByLabel(words.email).fill(newEmail());
    await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
    await page.getByLabel(words.again).fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: words.create }).click();
    const button = page.getByRole('button', { name: 'Creating your account…' });
    await expect(button).toBeDisabled();
    await expect(noticeOn(page)).toHaveText('Creating your account…');
    await expect(button.locator('img')).toHaveJSProperty('naturalWidth', 120);
  });

  test('a log-in before the activation offers another e-mail, and its link works', async ({
    page,
    site,
  }) => {
    const email = newEmail();
    await signUp(page, 'en', email);
    await logInWith(page, 'en', { email });
    await expect(alertOn(page)).toContainText(words.codes.notActivated);
    const button = page.getByRole('button', { name: words.sendOnceMore });
    await button.click();
    await expect(noticeOn(page)).toContainText(email);
    await expect(button).toHaveCount(0);
    await expect(alertOn(page)).toHaveCount(0);
    const letter = await emailTo(site, email, { subject: words.letters.activation, nth: 2 });
    await page.goto(linkIn(letter));
    await expect(noticeOn(page)).toHaveText(words.codes.activated);
  });

  test('an activation link works twice; a wrong one leads to the error page', async ({
    page,
    site,
  }) => {
    const email = newEmail();
    await signUp(page, 'en', email);
    const link = linkIn(await emailTo(site, email, { subject: words.letters.activation }));
    for (let times = 0; times < 2; times += 1) {
      await page.goto(link);
      await expect(page).toHaveURL(/notice=account_activated/);
    }
    await page.goto(link.replace(/.{5}$/, 'AAAAA'));
    await expect(page).toHaveURL(`${pathOf('error', 'en')}?link=activation`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Your activation link no longer works',
    );
    await page.getByLabel(words.email).fill(newEmail());
    await page.getByRole('button', { name: words.sendLink }).click();
    await expect(page.getByRole('status')).toHaveText(words.perhapsResent);
  });

  test('an activation shows only a loading indicator, and the error page if it fails', async ({
    page,
    site,
  }) => {
    const email = newEmail();
    await signUp(page, 'en', email);
    const link = linkIn(await emailTo(site, email, { subject: words.letters.activation }));
    const failing = Promise.withResolvers<void>();
    await page.route('**/trpc/users.activate*', async (route) => {
      await failing.promise;
      await route.abort();
    });
    await page.goto(link);
    await expect(noticeOn(page).locator('img')).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading')).toHaveClass('sr-only');
    await expect(page.getByRole('main')).toHaveText(words.account + words.activating);
    failing.resolve();
    await expect(page).toHaveURL(`${pathOf('error', 'en')}?link=activation`);
  });
});
