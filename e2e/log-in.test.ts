import { LOCALES } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';

import { signIn } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { loseSession, open } from './open.ts';
import { breakOff, hold } from './screens/screen.ts';
import {
  alertOn,
  emailTo,
  linkIn,
  logInWith,
  newEmail,
  noticeOn,
  signUp,
  WORDS,
} from './user-steps.ts';

for (const locale of LOCALES) {
  const words = WORDS[locale];

  test.describe(`in ${locale}`, () => {
    test('the log-in page states the reason for it, without text from the URL', async ({
      page,
    }) => {
      const main = page.getByRole('main');
      await page.goto(pathOf('updatePaymentMethod', locale));
      await expect(main).toContainText(words.why.card);
      await page.goto(`${pathOf('item', locale, { id: 1 })}?buy=true`);
      await expect(main).toContainText(words.why.item);
      const other = `${pathOf('logIn', locale)}?redirect=${encodeURIComponent(`${pathOf('faq', locale)}?x=CALL-0800`)}`;
      await page.goto(other);
      await expect(main).toContainText(words.why.other);
      await expect(main).not.toContainText('CALL-0800');
      await page.goto(pathOf('logIn', locale));
      await expect(main).not.toContainText(words.why.back);
    });

    test('a wrong address or password is reported, marked and focused, and no field ticked', async ({
      page,
      member,
    }) => {
      await open(page, pathOf('logIn', locale));
      const email = page.getByLabel(words.email);
      const password = page.getByLabel(words.password, { exact: true });
      await logInWith(page, locale, { email: newEmail() });
      await expect(alertOn(page)).toHaveText(words.codes.incorrectEmail);
      await expect(email).toBeFocused();
      await expect(email).toHaveAccessibleDescription(words.codes.incorrectEmail);

      await logInWith(page, locale, { email: member.email, password: 'Abcdef13' });
      await expect(alertOn(page)).toHaveText(words.codes.incorrectPassword);
      await expect(email).toHaveAttribute('aria-invalid', 'false');
      await expect(password).toBeFocused();
      await expect(password).toHaveAccessibleDescription(words.codes.incorrectPassword);
      const ticked = page.getByRole('main').locator('form svg.text-success');
      await expect(ticked).toHaveCount(0);
      await password.fill('Abcdef14');
      await expect(ticked).toHaveCount(0);
    });
  });
}

test.describe('behaviour without texts', () => {
  const words = WORDS.fr;

  test('a log-in redirects to the requested page, or else to the profile', async ({
    page,
    member,
  }) => {
    const wanted = pathOf('profileEdit', 'fr');
    await open(page, wanted);
    await expect(page).toHaveURL(`${pathOf('logIn', 'fr')}?redirect=${encodeURIComponent(wanted)}`);
    await logInWith(page, 'fr', member);
    await expect(page).toHaveURL(wanted);
    await expect(page.getByLabel(words.email)).toHaveValue(member.email);

    await loseSession(page);
    await open(page, pathOf('logIn', 'fr'));
    await logInWith(page, 'fr', member);
    await expect(page).toHaveURL(pathOf('profile', 'fr'));
  });

  test('a button shows and hides the password, and sending it hides it', async ({ page }) => {
    await open(page, pathOf('logIn', 'fr'));
    const field = page.getByLabel(words.password, { exact: true });
    const button = page.getByRole('button', { name: words.showPassword });
    const caret = () =>
      field.evaluate((input) =>
        input instanceof HTMLInputElement ? [input.selectionStart, input.selectionEnd] : [],
      );
    await page.getByLabel(words.email).fill('member@agres.test');
    await field.fill('Abcdef13');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(field).toHaveAttribute('type', 'password');
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    for (const [type, isShown] of [
      ['text', 'true'],
      ['password', 'false'],
      ['text', 'true'],
    ] as const) {
      await button.click();
      await expect(field).toHaveAttribute('type', type);
      await expect(button).toHaveAttribute('aria-pressed', isShown);
      await expect(field).toBeFocused();
      expect(await caret()).toEqual([6, 6]);
    }
    await expect(field).toHaveValue('Abcdef13');
    await page.keyboard.press('Enter');
    await expect(alertOn(page)).toBeVisible();
    await expect(field).toHaveAttribute('type', 'password');
    await expect(field).toHaveValue('Abcdef13');

    await field.focus();
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
    await page.keyboard.press('Space');
    await expect(field).toHaveAttribute('type', 'text');
  });

  test('every password field has a button to show it', async ({ page, member }) => {
    const fields = page.locator('main input[type=password]');
    const buttons = page.getByRole('main').getByRole('button', { name: words.showPassword });
    await open(page, pathOf('signUp', 'fr'));
    await expect(fields).toHaveCount(2);
    await expect(buttons).toHaveCount(2);
    await signIn(page.context(), member);
    for (const [path, count] of [
      [pathOf('profileEdit', 'fr'), 3],
      [pathOf('myData', 'fr'), 1],
    ] as const) {
      await open(page, path);
      await expect(fields).toHaveCount(count);
      await expect(buttons).toHaveCount(count);
    }
  });

  test('only the first log-in after the activation shows the welcome message', async ({
    page,
    site,
    member,
  }) => {
    const email = newEmail();
    await signUp(page, 'fr', email);
    const letter = await emailTo(site, email, { subject: words.letters.activation });
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(linkIn(letter));
    await expect(page).toHaveURL(/notice=account_activated/);
    await expect(page.locator(':focus')).toHaveText(words.codes.activated);
    expect(await page.evaluate(() => window.scrollY), 'the message stays in view').toBe(0);
    await page.setViewportSize({ width: 1280, height: 720 });

    const logIn = pathOf('logIn', 'fr');
    const profile = pathOf('profile', 'fr');
    await open(page, logIn);
    await logInWith(page, 'fr', { email });
    await expect(page).toHaveURL(profile);
    await expect(noticeOn(page)).toHaveText(words.welcome);

    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(noticeOn(page)).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: words.edit, exact: true }).click();
    await expect(page.getByLabel(words.email)).toHaveValue(email);
    await page.getByRole('banner').getByRole('link', { name: words.profile }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(noticeOn(page)).toHaveCount(0);

    for (const again of [{ email }, member]) {
      await loseSession(page);
      await open(page, `${logIn}?notice=account_activated`);
      await logInWith(page, 'fr', again);
      await expect(page).toHaveURL(profile);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(noticeOn(page)).toHaveCount(0);
    }
    await open(page, `${profile}?notice=account_created`);
    await expect(page).toHaveURL(profile);
    await expect(noticeOn(page)).toHaveCount(0);
  });

  test('an empty field is marked as invalid on blur, with a description for screen readers', async ({
    page,
  }) => {
    await open(page, pathOf('logIn', 'fr'));
    const email = page.getByLabel(words.email);
    const password = page.getByLabel(words.password, { exact: true });
    await email.focus();
    await expect(email).toHaveAttribute('aria-invalid', 'false');
    await page.keyboard.press('Tab');
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toHaveAccessibleDescription(words.rules.emailMissing);
    await expect(password).toHaveAttribute('aria-invalid', 'false');
    await page.keyboard.press('Tab');
    await expect(password).toHaveAccessibleDescription(words.rules.passwordMissing);
  });

  test('while the log-in is in progress the button is disabled and a loading indicator shown', async ({
    page,
    member,
  }) => {
    await hold(page, 'users.signIn');
    await open(page, pathOf('logIn', 'fr'));
    await logInWith(page, 'fr', member);
    await expect(page.getByRole('button', { name: 'Connexion en cours…' })).toBeDisabled();
    await expect(noticeOn(page)).toHaveText('Connexion en cours…');
  });

  test('a log-in that gets no response shows an error, and can be retried', async ({
    page,
    member,
  }) => {
    await breakOff(page, 'users.signIn');
    await open(page, pathOf('logIn', 'fr'));
    await logInWith(page, 'fr', member);
    await expect(alertOn(page)).toHaveText(`${words.codes.failure}Contact`);
    await expect(alertOn(page)).toBeFocused();
    await page.unroute('**/trpc/*users.signIn*');
    await logInWith(page, 'fr', member);
    await expect(page).toHaveURL(pathOf('profile', 'fr'));
  });

  test('a profile that cannot be loaded leads to the error page', async ({ page, member }) => {
    await signIn(page.context(), member);
    await open(page, pathOf('faq', 'fr'));
    await breakOff(page, 'users.status');
    await page
      .getByRole('navigation')
      .filter({ visible: true })
      .getByRole('link', { name: words.profile })
      .click();
    await expect(page).toHaveURL(pathOf('error', 'fr'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.notFound);
  });

  test('a session that ended elsewhere leads to the log-in and back', async ({ page, member }) => {
    await signIn(page.context(), member);
    await open(page, pathOf('faq', 'fr'));
    await page.context().clearCookies();
    await page
      .getByRole('navigation')
      .filter({ visible: true })
      .getByRole('link', { name: words.profile })
      .click();
    await expect(page).toHaveURL(/\?redirect=/);
    await logInWith(page, 'fr', member);
    await expect(page).toHaveURL(pathOf('profile', 'fr'));
  });

  test('the profile shows a loading indicator until it has loaded', async ({ page, member }) => {
    await signIn(page.context(), member);
    await open(page, pathOf('faq', 'fr'));
    const held = Promise.withResolvers<void>();
    await page.route('**/trpc/users.status*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page
      .getByRole('navigation')
      .filter({ visible: true })
      .getByRole('link', { name: words.profile })
      .click();
    await expect(noticeOn(page)).toHaveText(words.loading);
    held.resolve();
    await expect(page.getByText(member.email)).toBeVisible();
    await expect(noticeOn(page)).toBeHidden();
  });
});

test('F6: no redirect target of the log-in leaves the site', async ({
  page,
  member,
  foreignRequests,
}) => {
  // packages/domain/src/safe-redirect.test.ts has all kinds of them (SECURITY.md, F6).
  for (const target of ['//evil.test', '/%09/evil.test']) {
    await loseSession(page);
    await open(page, `${pathOf('logIn', 'fr')}?redirect=${encodeURIComponent(target)}`);
    await logInWith(page, 'fr', member);
    await expect(page, target).toHaveURL(pathOf('profile', 'fr'));
  }
  expect(foreignRequests).toEqual([]);
});
