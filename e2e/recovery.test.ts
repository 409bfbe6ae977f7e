import { LOCALES, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import { call } from './calls.ts';
import { PASSWORD } from './content.ts';
import { expect, test } from './fixtures.ts';
import { loseSession, open } from './open.ts';
import { hold } from './screens/screen.ts';
import type { Site } from './site.ts';
import {
  alertOn,
  chooseNewPassword,
  emailTo,
  linkIn,
  logInWith,
  newEmail,
  noticeOn,
  saying,
  WORDS,
} from './user-steps.ts';

const NEW_PASSWORD = 'Nouveau34';

async function askForLink(page: Page, locale: Locale, email: string): Promise<void> {
  const words = WORDS[locale];
  await open(page, pathOf('logIn', locale));
  await page.getByRole('button', { name: words.forgotten }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.email).fill(email);
  await dialog.getByRole('button', { name: words.sendLink }).click();
}

type LinkRequest = { page: Page; site: Site; email: string };

/** Returns the path of a valid recovery link. */
async function linkTo({ page, site, email }: LinkRequest): Promise<string> {
  await call(page.request, {
    method: 'PUT',
    path: '/api/users/forgottenPassword',
    data: { email },
  });
  return linkIn(await emailTo(site, email, { subject: WORDS.fr.letters.recovery }));
}

for (const locale of LOCALES) {
  const words = WORDS[locale];

  test.describe(`in ${locale}`, () => {
    test('the link of an e-mail sets a new password, and the old one is rejected', async ({
      page,
      site,
      member,
    }) => {
      await askForLink(page, locale, member.email);
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('status')).toHaveText(words.codes.recoverySent);
      const letter = await emailTo(site, member.email, { subject: words.letters.recovery });
      const link = linkIn(letter);

      await open(page, link);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.recover);
      await chooseNewPassword(page, locale, NEW_PASSWORD);
      await expect(page).toHaveURL(`${pathOf('logIn', locale)}?notice=password_changed`);
      await expect(noticeOn(page)).toHaveText(words.codes.passwordChanged);
      await emailTo(site, member.email, { subject: words.letters.passwordChanged });

      await logInWith(page, locale, member);
      await expect(alertOn(page)).toHaveText(words.codes.incorrectPassword);
      await logInWith(page, locale, { email: member.email, password: NEW_PASSWORD });
      await expect(page).toHaveURL(pathOf('profile', locale));

      await loseSession(page);
      await open(page, link);
      await expect(page).toHaveURL(`${pathOf('error', locale)}?link=recovery`);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(words.deadLink);
      await main.getByLabel(words.email).fill(member.email);
      await main.getByRole('button', { name: words.sendLink }).click();
      await expect(main.getByRole('status')).toHaveText(words.codes.recoverySent);
      await emailTo(site, member.email, { subject: words.letters.recovery, nth: 2 });
    });
  });
}

test.describe('behaviour without texts', () => {
  const words = WORDS.fr;

  test('the dialog takes over the address typed for the log-in', async ({ page }) => {
    await open(page, pathOf('logIn', 'fr'));
    await page.getByLabel(words.email).fill('jeanne@agres.test');
    await page.getByRole('button', { name: words.forgotten }).click();
    await expect(page.getByRole('dialog').getByLabel(words.email)).toHaveValue('jeanne@agres.test');
  });

  test('the dialog requires a valid address, and reports an unknown one', async ({ page }) => {
    await askForLink(page, 'fr', 'jeanne');
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel(words.email);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(words.rules.email);

    await field.fill(newEmail());
    await field.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText(words.codes.unknownEmail);
    await expect(field).toHaveAccessibleDescription(words.codes.unknownEmail);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: words.forgotten })).toBeFocused();
  });

  test('while the e-mail is being requested the button is disabled and a loading indicator shown', async ({
    page,
  }) => {
    await hold(page, 'users.forgotPassword');
    await askForLink(page, 'fr', newEmail());
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: words.sending })).toBeDisabled();
    await expect(dialog.getByRole('status')).toHaveText(words.sending);
  });

  test('while the password is being changed the button is disabled and a loading indicator shown', async ({
    page,
    site,
    member,
  }) => {
    await hold(page, 'users.retrievePassword');
    await open(page, await linkTo({ page, site, email: member.email }));
    await chooseNewPassword(page, 'fr', NEW_PASSWORD);
    await expect(page.getByRole('button', { name: 'Enregistrement…' })).toBeDisabled();
    await expect(noticeOn(page)).toHaveText('Enregistrement…');
  });

  test('a link used meanwhile is rejected, and a new one can be requested there', async ({
    page,
    site,
    member,
  }) => {
    const link = await linkTo({ page, site, email: member.email });
    await open(page, link);
    await chooseNewPassword(page, 'fr', 'abc');
    await expect(page.getByLabel(words.newPassword)).toHaveAccessibleDescription(
      saying(words.rules.password),
    );
    const [id, retrieve] = link.split('/').slice(-2);
    await call(page.request, {
      method: 'PUT',
      path: '/api/users/retrievePassword',
      data: { id, retrieve, mdp: PASSWORD, mdp2: PASSWORD },
    });
    await chooseNewPassword(page, 'fr', NEW_PASSWORD);
    await expect(alertOn(page)).toHaveText(words.codes.badRecovery);
    await expect(alertOn(page)).toBeFocused();
    await expect(page.getByLabel(words.newPassword)).toHaveCount(0);
    await page.getByRole('button', { name: words.newLink }).click();
    await page.getByRole('dialog').getByLabel(words.email).fill(member.email);
    await page.getByRole('button', { name: words.sendLink }).click();
    await emailTo(site, member.email, { subject: words.letters.recovery, nth: 2 });
  });
});
