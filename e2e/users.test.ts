import { LOCALES, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import { signIn } from './calls.ts';
import { PASSWORD } from './content.ts';
import { expect, test } from './fixtures.ts';
import { loseSession, open, untilAlive } from './open.ts';
import { breakOff, hold, refuse } from './screens/screen.ts';
import {
  alertOn,
  emailTo,
  linkIn,
  logInWith,
  newEmail,
  noticeOn,
  saying,
  SPECIAL_CHARACTER,
  WORDS,
} from './user-steps.ts';

const NEW_PASSWORD = 'Nouveau34';

type EditForm = {
  email: string;
  password: string;
  newPassword: string;
  firstName: string;
  lastName: string;
};

for (const locale of LOCALES) {
  const words = WORDS[locale];

  test.describe(`in ${locale}`, () => {
    test.beforeEach(async ({ page, member }) => {
      await signIn(page.context(), member);
      await open(page, pathOf('profile', locale));
      await page.getByRole('main').getByRole('link', { name: words.edit }).click();
      await expect(page).toHaveURL(pathOf('profileEdit', locale));
      await expect(page.getByRole('textbox', { name: words.email })).toHaveValue(member.email);
    });

    test('the names are changed with the current password, and removed again', async ({ page }) => {
      await expect(page.getByRole('main')).toContainText(words.whyPassword);
      await fillIn(page, locale, { password: PASSWORD, firstName: ' Zoé ', lastName: 'Fabre' });
      await expect(page).toHaveURL(`${pathOf('profile', locale)}?notice=account_updated`);
      await expect(noticeOn(page)).toHaveText(words.codes.updated);
      await expect(page.getByText('Zoé Fabre')).toBeVisible();

      await open(page, pathOf('profileEdit', locale));
      await expect(page.getByLabel(words.firstName)).toHaveValue('Zoé');
      await fillIn(page, locale, { password: PASSWORD, firstName: '', lastName: ' ' });
      await expect(page).toHaveURL(/notice=account_updated/);
      await expect(page.getByText('Zoé Fabre')).toBeHidden();
    });

    test('a new address needs the confirmation of its member, and the old address can undo it', async ({
      page,
      site,
      member,
    }) => {
      const next = newEmail();
      await fillIn(page, locale, { email: next, password: PASSWORD });
      const pending = page.getByRole('region', { name: words.pending });
      await expect(pending).toContainText(next);
      await expect(noticeOn(page), 'nothing has changed yet').toHaveCount(0);
      await expect(page.getByRole('main').getByText(member.email, { exact: true })).toBeVisible();

      const { confirmEmail, emailChanged } = words.letters;
      const link = linkIn(await emailTo(site, next, { subject: confirmEmail }));
      // A mail scanner or a logged-out reader is redirected to the log-in, and back afterwards.
      await loseSession(page);
      await page.goto(link);
      await expect(page).toHaveURL(
        `${pathOf('logIn', locale)}?${new URLSearchParams({ redirect: link })}`,
      );
      await logInWith(page, locale, member);
      await expect(page).toHaveURL(link);
      await expect(page.getByRole('main')).toContainText(next);
      await pressOnPage(page, words.confirmAddress);
      await expect(page).toHaveURL(`${pathOf('profile', locale)}?notice=account_updated`);
      await expect(noticeOn(page)).toHaveText(words.codes.updated);
      await expect(page.getByRole('main').getByText(next)).toBeVisible();
      await expect(pending).toBeHidden();

      const letter = await emailTo(site, member.email, { subject: emailChanged });
      // The link also ends the session of the person who made the change.
      await page.goto(linkIn(letter));
      await pressOnPage(page, words.undoChange);
      await expect(page).toHaveURL(`${pathOf('logIn', locale)}?notice=account_updated`);
      await expect(noticeOn(page)).toHaveText(words.codes.updated);
      await logInWith(page, locale, { email: next });
      await expect(alertOn(page)).toHaveText(words.codes.incorrectEmail);
      // The person who changed the address knows the password, so the link clears it.
      await logInWith(page, locale, member);
      await expect(alertOn(page)).toHaveText(words.codes.incorrectPassword);
    });
  });
}

test.describe('behaviour without texts', () => {
  const words = WORDS.en;

  test.beforeEach(async ({ page, member }) => {
    await signIn(page.context(), member);
    await open(page, pathOf('profileEdit', 'en'));
    await expect(page.getByRole('textbox', { name: words.email })).toHaveValue(member.email);
  });

  test('a new password ends the other sessions, and sends an e-mail', async ({
    page,
    site,
    member,
    browser,
  }) => {
    const elsewhere = await browser.newContext({ baseURL: site.origin });
    await signIn(elsewhere, member);
    await fillIn(page, 'en', { password: PASSWORD, newPassword: NEW_PASSWORD });
    await expect(noticeOn(page)).toHaveText(words.codes.updated);
    await emailTo(site, member.email, { subject: words.letters.passwordChanged });
    const { isConnected } = await (await elsewhere.request.get('/api/users/status')).json();
    expect(isConnected).toBe(false);
    await elsewhere.close();

    await page.getByRole('link', { name: words.edit }).click();
    await expect(page).toHaveURL(pathOf('profileEdit', 'en'));
    await loseSession(page);
    await open(page, pathOf('logIn', 'en'));
    await logInWith(page, 'en', member);
    await expect(alertOn(page)).toHaveText(words.codes.incorrectPassword);
    await logInWith(page, 'en', { email: member.email, password: NEW_PASSWORD });
    await expect(page).toHaveURL(pathOf('profile', 'en'));
  });

  test('a new password with a missing or wrong current one shows one error, at its field', async ({
    page,
  }) => {
    const present = page.getByLabel(words.present);
    await fillIn(page, 'en', { newPassword: NEW_PASSWORD, firstName: '', lastName: '' });
    await expect(alertOn(page)).toHaveText(words.presentHelp);
    await expect(present).toBeFocused();
    await expect(present).toHaveAccessibleDescription(saying(words.presentHelp));
    await expect(page.getByText(words.codes.incorrectPassword)).toHaveCount(0);
    const ticked = page.getByRole('main').locator('form svg.text-success');
    await expect(ticked, 'nothing of what was refused is called right').toHaveCount(0);

    const answered = page.waitForResponse(/users\.update/);
    await present.fill('Abcdef14');
    await present.press('Enter');
    await answered;
    await expect(page.getByRole('button', { name: words.update })).toBeEnabled();
    await expect(alertOn(page)).toHaveText(words.codes.incorrectPassword);
    await expect(present).toBeFocused();
    for (const label of [words.firstName, words.lastName]) {
      await expect(page.getByLabel(label).locator('xpath=..').locator('svg')).toHaveCount(0);
    }
    await present.fill(PASSWORD);
    await present.press('Enter');
    await expect(noticeOn(page)).toHaveText(words.codes.updated);
  });

  test('a missing or malformed current password shows an error at its own field only', async ({
    page,
  }) => {
    const present = page.getByLabel(words.present);
    const newPassword = page.getByLabel(words.newPassword);
    await fillIn(page, 'en', { firstName: 'Zoé' });
    await expect(present).toBeFocused();
    await expect(present).toHaveAccessibleDescription(saying(words.rules.passwordMissing));
    await fillIn(page, 'en', { password: 'abc' });
    await expect(present).toBeFocused();
    await expect(present).toHaveAccessibleDescription(saying(words.codes.incorrectPassword));
    await expect(newPassword).toHaveAttribute('aria-invalid', 'false');
  });

  test('the current password typed as a new one counts as current too', async ({ page }) => {
    await fillIn(page, 'en', { newPassword: PASSWORD, firstName: 'Zoé' });
    await expect(noticeOn(page)).toHaveText(words.codes.updated);
    await expect(page.getByRole('main').getByText('Zoé')).toBeVisible();
  });

  test('invalid or different new passwords show errors at their fields, beside the hint', async ({
    page,
  }) => {
    await expect(page.getByLabel(words.newPassword)).toHaveAccessibleDescription(SPECIAL_CHARACTER);
    await page.getByLabel(words.newPassword).fill('abcdefgh');
    await page.getByLabel(words.again).fill('abcdefgi');
    await page.getByRole('button', { name: words.update }).click();
    await expect(page.getByLabel(words.newPassword)).toBeFocused();
    await expect(page.getByLabel(words.newPassword)).toHaveAccessibleDescription(
      saying(words.rules.password),
    );
    await expect(page.getByLabel(words.again)).toHaveAccessibleDescription(words.rules.again);
  });

  test('the account is deleted after a confirmation, and can no longer log in', async ({
    page,
    site,
    member,
  }) => {
    const ask = page.getByRole('button', { name: words.remove });
    const dialog = page.getByRole('dialog');
    await ask.click();
    await dialog.getByRole('button', { name: words.keep }).click();
    await expect(dialog).toBeHidden();
    await expect(ask).toBeFocused();
    await ask.click();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await ask.click();
    for (const part of [words.goes, words.stays]) await expect(dialog).toContainText(part);
    await dialog.getByLabel(words.present, { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: words.removeForGood }).click();
    await expect(page).toHaveURL(pathOf('home', 'en'));
    await expect(noticeOn(page)).toHaveText(words.codes.deleted);
    await page.reload();
    await untilAlive(page);
    await expect(noticeOn(page)).toHaveCount(0);
    await expect(page.getByRole('navigation').getByText(words.toLogIn).first()).toBeVisible();
    await emailTo(site, member.email, { subject: words.letters.accountDeleted });
    await open(page, pathOf('logIn', 'en'));
    await logInWith(page, 'en', member);
    await expect(alertOn(page)).toHaveText(words.codes.incorrectEmail);
  });

  test('a pending address can be cancelled, and its link then leads to the error page', async ({
    page,
    site,
    member,
  }) => {
    const next = newEmail();
    await fillIn(page, 'en', { email: next, password: PASSWORD });
    const subject = words.letters.confirmEmail;
    const link = linkIn(await emailTo(site, next, { subject }));
    await open(page, pathOf('profileEdit', 'en'));
    const pending = page.getByRole('region', { name: words.pending });
    await expect(page.getByRole('textbox', { name: words.email })).toHaveValue(member.email);
    await pending.getByRole('button', { name: words.cancelChange }).click();
    await expect(pending).toBeHidden();
    await expect(noticeOn(page)).toHaveText(words.codes.updated);
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Your email address link no longer works',
    );
  });

  test('“this was not me” cancels the pending address, and leads to the log-in', async ({
    page,
    site,
    member,
  }) => {
    const next = newEmail();
    await fillIn(page, 'en', { email: next, password: PASSWORD });
    const subject = words.letters.emailChangeAsked;
    await page.goto(linkIn(await emailTo(site, member.email, { subject })));
    await pressOnPage(page, words.undoChange);
    await expect(page).toHaveURL(`${pathOf('logIn', 'en')}?notice=account_updated`);
    await logInWith(page, 'en', member);
    await expect(page.getByRole('main')).toContainText(member.email);
    await expect(page.getByRole('region', { name: words.pending })).toBeHidden();
  });

  test('“this was not me” that gets no response shows an error, and can be retried', async ({
    page,
    site,
    member,
  }) => {
    const next = newEmail();
    await fillIn(page, 'en', { email: next, password: PASSWORD });
    const subject = words.letters.emailChangeAsked;
    const link = linkIn(await emailTo(site, member.email, { subject }));
    await breakOff(page, 'users.undoEmailChange');
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.undoEmail);
    await pressOnPage(page, words.undoChange);
    await expect(alertOn(page)).toContainText(
      `The change has not been undone. ${words.codes.failure}`,
    );
    await page.unroute('**/trpc/*users.undoEmailChange*');
    await pressOnPage(page, words.undoChange);
    await expect(page).toHaveURL(`${pathOf('logIn', 'en')}?notice=account_updated`);
  });

  test('confirming an address that is taken shows an error; a network error can be retried', async ({
    page,
    site,
    member,
  }) => {
    const next = newEmail();
    await fillIn(page, 'en', { email: next, password: PASSWORD });
    const subject = words.letters.confirmEmail;
    const link = linkIn(await emailTo(site, next, { subject }));
    await refuse(page, 'users.confirmEmail', { httpStatus: 409, code: 'email_taken' });
    await page.goto(link);
    await pressOnPage(page, words.confirmAddress);
    await expect(alertOn(page)).toContainText(words.codes.emailTaken);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'We couldn’t change your email address',
    );
    await expect(page.getByText(/keeps its current email address|garde son adresse/)).toBeVisible();
    await page.locator(`main a[href="${pathOf('profileEdit', 'en')}"]`).click();
    await expect(page.getByRole('textbox', { name: words.email })).toHaveValue(member.email);

    await page.unroute('**/trpc/*users.confirmEmail*');
    await breakOff(page, 'users.confirmEmail');
    await page.goto(link);
    await pressOnPage(page, words.confirmAddress);
    await expect(alertOn(page)).toContainText(
      `Your new address is not confirmed yet. ${words.codes.failure}`,
    );
    await page.unroute('**/trpc/*users.confirmEmail*');
    await pressOnPage(page, words.confirmAddress);
    await expect(page).toHaveURL(`${pathOf('profile', 'en')}?notice=account_updated`);
    await expect(page.getByRole('main').getByText(next)).toBeVisible();
  });

  test('an address of another account shows an error at its field', async ({ page }) => {
    await fillIn(page, 'en', { email: 'subscriber@agres.test', password: PASSWORD });
    await expect(alertOn(page)).toHaveText(words.codes.emailTaken);
    await expect(page.getByLabel(words.email)).toBeFocused();
    await expect(page.getByLabel(words.email)).toHaveAccessibleDescription(words.codes.emailTaken);
  });

  test('a field shows no error before blur, and the click that blurs it submits the form', async ({
    page,
  }) => {
    await page.getByLabel(words.newPassword).fill('abcdefgh');
    await page.getByLabel(words.again).focus();
    await expect(page.getByText(words.rules.password)).toBeVisible();
    await expect(page.getByText(words.rules.again)).toBeHidden();
    await page.getByLabel(words.newPassword).fill(PASSWORD);
    await expect(page.getByText(words.rules.password)).toBeHidden();

    const email = page.getByLabel(words.email);
    await email.fill('nobody');
    // A real tap takes as long.
    await page.getByRole('button', { name: words.update }).click({ delay: 200 });
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription(words.rules.email);
  });

  test('update and deletion each have their own progress', async ({ page }) => {
    await hold(page, 'users.update');
    await hold(page, 'users.delete');
    const update = page.getByRole('button', { name: words.update });
    await page.getByRole('button', { name: words.remove }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words.present, { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: words.removeForGood }).click();
    for (const name of ['Deleting…', words.keep]) {
      await expect(dialog.getByRole('button', { name })).toBeDisabled();
    }
    await expect(dialog.getByRole('status')).toHaveText('Deleting…');
    await expect(update).toBeEnabled();

    await page.reload();
    await untilAlive(page);
    await fillIn(page, 'en', { password: PASSWORD });
    await expect(page.getByRole('button', { name: 'Saving…' })).toBeDisabled();
    await expect(noticeOn(page)).toHaveText('Saving…');
    await expect(page.getByRole('button', { name: words.remove })).toBeEnabled();
  });

  test('a deletion requires the correct password @phone', async ({ page, member }) => {
    await page.getByRole('button', { name: words.remove }).click();
    const dialog = page.getByRole('dialog');
    const present = dialog.getByLabel(words.present, { exact: true });
    const removeForGood = dialog.getByRole('button', { name: words.removeForGood });
    await removeForGood.click();
    await expect(present).toBeFocused();
    await expect(present).toHaveAccessibleDescription(saying(words.rules.passwordMissing));
    await present.fill('Wrong1234');
    await removeForGood.click();
    await expect(dialog.getByRole('alert')).toHaveText(words.codes.incorrectPassword);
    await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await expect(present).toBeFocused();
    await expect(present).toHaveAttribute('aria-invalid', 'true');
    await expect(present).toBeInViewport({ ratio: 1 });
    await expect(present).toHaveAccessibleDescription(words.codes.incorrectPassword);
    // The buttons stay at the foot, and must not cover the error.
    const expectUncovered = async () => {
      const [error, button] = await Promise.all([
        dialog.getByRole('alert').boundingBox(),
        removeForGood.boundingBox(),
      ]);
      expect((error?.y ?? 0) + (error?.height ?? 0)).toBeLessThan(button?.y ?? 0);
    };
    await expectUncovered();
    await page.setViewportSize({ width: 1440, height: 900 });
    await removeForGood.click();
    await expect(present).toBeFocused();
    await expectUncovered();

    await present.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(pathOf('home', 'en'));
    await expect(noticeOn(page)).toHaveText(words.codes.deleted);
    await open(page, pathOf('logIn', 'en'));
    await logInWith(page, 'en', member);
    await expect(alertOn(page)).toHaveText(words.codes.incorrectEmail);
  });

  test('a failed deletion shows an error in its dialog, keeps its buttons and loses nothing @phone', async ({
    page,
    member,
  }) => {
    await page.route('**/trpc/users.delete*', (route) => route.abort());
    await page.getByRole('button', { name: words.remove }).click();
    const dialog = page.getByRole('dialog');
    const removeForGood = dialog.getByRole('button', { name: words.removeForGood });
    const title = dialog.getByRole('heading', { level: 2 });
    await expect(removeForGood).toBeInViewport({ ratio: 1 });
    await dialog.getByRole('listitem').last().scrollIntoViewIfNeeded();
    await expect(title).toBeInViewport({ ratio: 1 });
    await expect(removeForGood).toBeInViewport({ ratio: 1 });
    await dialog.getByLabel(words.present, { exact: true }).fill(PASSWORD);
    await removeForGood.click();
    const alert = dialog.getByRole('alert');
    await expect(alert).toHaveText(`${words.codes.failure}Contact`);
    await expect(alert).toBeFocused();
    await expect(alert).toBeInViewport({ ratio: 1 });
    await expect(removeForGood).toBeInViewport({ ratio: 1 });
    await dialog.getByRole('button', { name: words.keep }).click();
    await open(page, pathOf('profile', 'en'));
    await expect(page.getByRole('main')).toContainText(member.email);
  });

  test('signing out everywhere ends the session of another browser too', async ({
    page,
    site,
    member,
    browser,
  }) => {
    const elsewhere = await browser.newContext({ baseURL: site.origin });
    await signIn(elsewhere, member);
    await page.getByRole('button', { name: words.signOutEverywhere }).click();
    await expect(page).toHaveURL(pathOf('home', 'en'));
    for (const { request } of [elsewhere, page.context()]) {
      expect(await (await request.get('/api/users/status')).json()).toEqual({
        isConnected: false,
        user: null,
      });
    }
    await elsewhere.close();
  });
});

/** Presses a button of the page once it is hydrated. */
async function pressOnPage(page: Page, name: string): Promise<void> {
  await untilAlive(page);
  await page.getByRole('main').getByRole('button', { name, exact: true }).click();
}

async function fillIn(
  page: Page,
  locale: Locale,
  { password, ...changes }: Partial<EditForm>,
): Promise<void> {
  const words = WORDS[locale];
  const values = [
    [words.email, changes.email],
    [words.firstName, changes.firstName],
    [words.lastName, changes.lastName],
    [words.newPassword, changes.newPassword],
    [words.again, changes.newPassword],
    [words.present, password],
  ] as const;
  for (const [label, value] of values) {
    if (value !== undefined) await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole('button', { name: words.update }).click();
}
