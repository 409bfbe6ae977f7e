import { inLocale, pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import { PASSWORD } from './content.ts';
import { expect, signIn, test } from './fixtures.ts';
import { switchLanguage } from './navigation-steps.ts';
import { loseSession, open } from './open.ts';
import {
  CARDS,
  DELIVERY,
  fillDelivery,
  openOrderForm,
  ordersOf,
  payWith,
  reopenOrderForm,
  WORDS,
} from './purchase-steps.ts';
import {
  alertOn,
  endSessionsElsewhere,
  logInWith,
  noticeOn,
  WORDS as ACCOUNT,
} from './user-steps.ts';

const words = WORDS.fr;

/** Expects every typed value in the form; the terms must be accepted again. */
async function expectTyped(page: Page, locale: 'fr' | 'en' = 'fr'): Promise<void> {
  for (const [name, label] of Object.entries(WORDS[locale].fields)) {
    const typed = Object.entries(DELIVERY).find(([field]) => field === name)?.[1] ?? '';
    await expect(page.getByLabel(label, { exact: true }), name).toHaveValue(typed);
  }
  const terms = page.getByRole('checkbox', { name: WORDS[locale].terms });
  await expect(terms).not.toBeChecked();
  await expect(page.getByRole('button', { name: WORDS[locale].confirm })).toBeDisabled();
}

const relay = (page: Page) => page.getByLabel(words.fields.relayName);
const keptIn = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('typed')));

test('a member signed out while filling in the form finds the draft after the log-in', async ({
  page,
  browser,
  member,
  site,
}) => {
  // A whole purchase including the log-in.
  test.slow();
  await openOrderForm(page, member, { locale: 'fr' });
  await page.getByRole('radio', { name: 'Bleu nuit' }).check();
  await fillDelivery(page, 'fr');
  const address = new URL(page.url()).pathname + new URL(page.url()).search;
  await endSessionsElsewhere(browser, site, member);

  await page.getByRole('button', { name: words.confirm }).click();
  await expect(page).toHaveURL(`${pathOf('logIn', 'fr')}?redirect=${encodeURIComponent(address)}`);
  await logInWith(page, 'fr', member);
  await expect(page.getByRole('radio', { name: 'Bleu nuit' })).toBeChecked();
  await expectTyped(page);
  await page.getByRole('checkbox', { name: words.terms }).check();
  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByText(words.bought)).toBeVisible();
  const [order] = await ordersOf(page);
  expect(order?.chosenOptionTitle?.fr).toBe('Bleu nuit');
  expect(await keptIn(page), 'bought, it is forgotten').toEqual([]);
});

/** Records every dialog that opens in the page, however briefly, across navigations. */
async function noteDialogs(page: Page): Promise<string[]> {
  const noted: string[] = [];
  await page.exposeFunction('noteDialog', (text: string) => noted.push(text));
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const dialog = document.querySelector('dialog[open]');
      if (dialog) Reflect.get(window, 'noteDialog')(dialog.textContent);
    }).observe(document, { attributes: true, childList: true, subtree: true });
  });
  return noted;
}

test('a confirm without a session leads to the log-in before it asks for a card', async ({
  page,
  browser,
  member,
  site,
  foreignRequests,
}) => {
  const dialogs = await noteDialogs(page);
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  await endSessionsElsewhere(browser, site, member);
  const confirm = page.getByRole('button', { name: words.confirm });
  await confirm.click();
  await expect(page).toHaveURL(new RegExp(`${pathOf('logIn', 'fr')}\\?redirect=`));
  expect(dialogs).toEqual([]);
  expect(foreignRequests, 'not even the provider’s script').toEqual([]);

  await logInWith(page, 'fr', member);
  await page.getByRole('checkbox', { name: words.terms }).check();
  await confirm.click();
  await expect(page.getByRole('dialog', { name: words.shopName })).toBeVisible();
  await expect.poll(() => dialogs).not.toEqual([]);
});

test('a draft survives the language switch of the header, there and back', async ({
  page,
  member,
}) => {
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  await switchLanguage(page, 'fr');
  await expect(page.getByRole('heading', { name: WORDS.en.form })).toBeVisible();
  await expectTyped(page, 'en');
  await switchLanguage(page, 'en');
  await expect(page.getByRole('heading', { name: words.form })).toBeVisible();
  await expectTyped(page);
});

test('a draft survives the reload for a new release, and is then bought', async ({
  page,
  member,
}) => {
  // A whole purchase across two documents.
  test.slow();
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  expect(documents).toBe(1);
  // A new release has replaced the script of the card form.
  await page.route('**/assets/card-e-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: words.confirm }).click();
  await expect.poll(() => documents).toBe(2);
  await expectTyped(page);

  await page.unrouteAll();
  await page.getByRole('checkbox', { name: words.terms }).check();
  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByText(words.bought)).toBeVisible();
  expect(await ordersOf(page)).toHaveLength(1);
  expect(documents).toBe(2);
});

test('a draft survives a reload, the other language and the back button', async ({
  page,
  member,
}) => {
  await openOrderForm(page, member, { locale: 'fr' });
  await page.getByRole('radio', { name: words.europe }).check();
  await page.getByLabel(words.relayCountry).fill('Belgique');
  await fillDelivery(page, 'fr');
  await page.reload();
  await expectTyped(page);
  await expect(page.getByRole('radio', { name: words.europe })).toBeChecked();
  await expect(page.getByLabel(words.relayCountry)).toHaveValue('Belgique');

  const { pathname, search } = new URL(page.url());
  await open(page, inLocale(pathname + search, 'en'));
  await expectTyped(page, 'en');
  await page.getByRole('link', { name: 'All items' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The shop' })).toBeVisible();
  await page.goBack();
  await expectTyped(page, 'en');
});

test('a draft for one item survives a visit to the form of another', async ({ page, member }) => {
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  const address = page.url();
  await reopenOrderForm(page, { locale: 'fr', item: 'Parallettes en hêtre' });
  await expect(page.getByLabel(words.fields.firstName)).toHaveValue(member.firstName);
  await expect(relay(page)).toHaveValue('');
  await page.getByRole('radio', { name: '30 cm' }).check();
  await page.getByRole('checkbox', { name: words.terms }).check();
  await open(page, address);
  await expectTyped(page);
});

test('a draft survives a reload during the bank’s confirmation, and a failed confirmation', async ({
  page,
  member,
}) => {
  await openOrderForm(page, member, { locale: 'en', isFilled: true });
  await payWith(page, 'en', CARDS.confirmedAtBank);
  await page.getByRole('button', { name: 'Fail authentication' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(alertOn(page)).toContainText('Your bank couldn’t confirm the payment.');
  await expectTyped(page, 'en');
});

test('another member in the tab does not see the draft, which is then deleted', async ({
  page,
  member,
  members,
}) => {
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  expect(await keptIn(page)).toHaveLength(1);
  const address = page.url();

  await loseSession(page);
  await signIn(page.context(), members.next().value);
  await open(page, address);
  await expect(page.getByRole('heading', { name: words.form })).toBeVisible();
  await expect(relay(page)).toHaveValue('');
  await loseSession(page);
  await signIn(page.context(), member);
  await open(page, address);
  await expect(page.getByRole('heading', { name: words.form })).toBeVisible();
  await expect(relay(page)).toHaveValue('');
});

test('signing out deletes drafts in every tab', async ({ page, member }) => {
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  const tab = await page.context().newPage();
  await open(tab, pathOf('profile', 'fr'));
  await tab.getByRole('button', { name: ACCOUNT.fr.signOut }).click();
  await expect(tab).toHaveURL(pathOf('home', 'fr'));
  await expect(page).toHaveURL(new RegExp(`${pathOf('logIn', 'fr')}\\?redirect=`));
  expect(await keptIn(page)).toEqual([]);
});

test('deleting the account deletes drafts in every tab', async ({ page, member }) => {
  await signIn(page.context(), member);
  const tab = await page.context().newPage();
  for (const form of [page, tab]) {
    await reopenOrderForm(form, { locale: 'fr', isFilled: true });
    expect(await keptIn(form)).toHaveLength(1);
  }
  await open(tab, pathOf('profileEdit', 'fr'));
  expect(await keptIn(tab), 'another page of the same person keeps it').toHaveLength(1);
  await tab.getByRole('button', { name: ACCOUNT.fr.remove }).click();
  const dialog = tab.getByRole('dialog');
  await dialog.getByLabel(ACCOUNT.fr.present, { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: ACCOUNT.fr.removeForGood }).click();
  await expect(tab).toHaveURL(pathOf('home', 'fr'));
  await expect(page).toHaveURL(new RegExp(`${pathOf('logIn', 'fr')}\\?redirect=`));
  for (const left of [page, tab]) expect(await keptIn(left)).toEqual([]);
});

test('a contact draft survives the language switch, and is deleted by a log-in', async ({
  page,
  member,
}) => {
  await open(page, pathOf('contact', 'fr'));
  await page.getByLabel('Sujet').fill('Une question');
  await page.getByLabel('Message').fill('Quand mes balles partent-elles ?');
  await open(page, pathOf('contact', 'en'));
  await expect(page.getByLabel('Subject')).toHaveValue('Une question');
  await expect(page.getByLabel('Message')).toHaveValue('Quand mes balles partent-elles ?');

  await signIn(page.context(), member);
  await open(page, pathOf('contact', 'fr'));
  await expect.poll(() => keptIn(page)).toEqual([]);
  await expect(page.getByLabel('Sujet')).toHaveValue('');
  await page.getByLabel('Sujet').fill('Ma commande');
  await page.getByLabel('Message').fill('Où est passé mon colis ?');
  await page.reload();
  await expect(page.getByLabel('Sujet')).toHaveValue('Ma commande');
  await page.getByRole('button', { name: 'Envoyer le message' }).click();
  await expect(noticeOn(page)).toHaveText(
    'Votre message a été envoyé. Nous répondons sous 48 heures.',
  );
  expect(await keptIn(page)).toEqual([]);
});
