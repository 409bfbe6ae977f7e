import { readFile } from 'node:fs/promises';

import { LOCALES } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';

import { signIn } from './calls.ts';
import { PASSWORD } from './content.ts';
import { expect, test } from './fixtures.ts';
import { loseSession, open } from './open.ts';
import { refuse } from './screens/screen.ts';
import { alertOn, emailTo, linkIn, WORDS as USER_WORDS } from './user-steps.ts';

const WORDS = {
  fr: {
    link: 'Mes données',
    part: 'Vos achats',
    kept: 'Vos commandes',
    term: 'Pendant 10 ans',
    password: 'Mot de passe actuel',
    download: 'Télécharger mes données',
    done: 'Le fichier est dans vos téléchargements',
    again: 'Télécharger de nouveau',
    tooMany: 'Limite du jour atteinte',
    wrong: 'Le mot de passe est incorrect',
    subject: /^Vos données Agrès ont été téléchargées$/,
    forgotten: 'Mot de passe oublié ?',
    sendLink: 'Envoyer le lien',
    onItsWay: 'Déconnectez-vous avant de l’ouvrir',
  },
  en: {
    link: 'My data',
    part: 'Your purchases',
    kept: 'Your orders',
    term: 'For 10 years',
    password: 'Current password',
    download: 'Download my data',
    done: 'The file is in your downloads',
    again: 'Download again',
    wrong: 'The password is incorrect',
    subject: /^Your Agrès data was downloaded$/,
  },
} as const;

for (const locale of LOCALES) {
  const words = WORDS[locale];

  test.describe(`in ${locale}`, () => {
    test.beforeEach(async ({ page, member }) => {
      await signIn(page.context(), member);
      await open(page, pathOf('profile', locale));
    });

    test('a member reads what is stored and for how long, and downloads it by keyboard', async ({
      page,
      site,
      member,
    }) => {
      await page.getByRole('main').getByRole('link', { name: words.link }).press('Enter');
      await expect(page).toHaveURL(pathOf('myData', locale));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.link);
      const orders = page.getByRole('listitem').filter({ hasText: words.kept }).first();
      await expect(orders).toBeHidden();
      await page.locator('summary').filter({ hasText: words.part }).press('Enter');
      await expect(orders).toContainText(words.term);

      await page.getByLabel(words.password).fill('Wrong1234');
      await page.keyboard.press('Enter');
      await expect(alertOn(page)).toContainText(words.wrong);
      await expect(page.getByLabel(words.password)).toBeFocused();

      await page.getByLabel(words.password).fill(PASSWORD);
      const downloading = page.waitForEvent('download');
      await page.getByLabel(words.password).press('Tab');
      // The button that shows the password is in between.
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: words.download })).toBeFocused();
      await page.keyboard.press('Enter');
      const download = await downloading;
      expect(download.suggestedFilename()).toMatch(/^agres-\d{4}-\d\d-\d\d\.json$/);
      const text = await readFile(await download.path(), 'utf8');
      expect(JSON.parse(text)).toMatchObject({ data: { account: [{ email: member.email }] } });
      await expect(page.getByRole('main').getByRole('status')).toContainText(words.done);
      await expect(page.getByLabel(words.password)).toHaveCount(0);
      await page.getByRole('button', { name: words.again }).click();
      await expect(page.getByLabel(words.password)).toHaveValue('');
      await emailTo(site, member.email, { subject: words.subject });
    });
  });
}

test.describe('behaviour without texts', () => {
  const words = WORDS.fr;

  test.beforeEach(({ page, member }) => signIn(page.context(), member));

  test('a member with a forgotten password gets a link at the address of the account', async ({
    page,
    site,
    member,
  }) => {
    await open(page, pathOf('myData', 'fr'));
    await page.getByRole('button', { name: words.forgotten }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(member.email);
    await dialog.getByRole('button', { name: words.sendLink }).click();
    await expect(dialog.getByRole('status')).toContainText(words.onItsWay);
    const letter = await emailTo(site, member.email, {
      subject: USER_WORDS.fr.letters.recovery,
    });
    await loseSession(page);
    await open(page, linkIn(letter));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(USER_WORDS.fr.recover);
  });

  test('a member over the daily limit of downloads reads so, without a form to retry', async ({
    page,
  }) => {
    await refuse(page, 'users.export', { httpStatus: 429, code: 'error_message' });
    await open(page, pathOf('myData', 'fr'));
    await page.getByLabel(words.password).fill(PASSWORD);
    await page.getByRole('button', { name: words.download }).click();
    await expect(alertOn(page)).toContainText(words.tooMany);
    // A retry would only fail again.
    await expect(page.getByLabel(words.password)).toHaveCount(0);
    await expect(page.getByRole('button', { name: words.download })).toHaveCount(0);
  });
});
