import { pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import { PASSWORD } from './content.ts';
import { fillDeclaration, WORDS as DECLARATION } from './declaration-steps.ts';
import { expect, signIn, test } from './fixtures.ts';
import { loseSession, open } from './open.ts';
import {
  CARDS,
  fillDelivery,
  openOrderForm,
  payInDialog,
  payWith,
  typeByHand,
  WORDS as PURCHASE,
} from './purchase-steps.ts';
import { openSubscribePage, orderWith, WORDS as SUBSCRIPTION } from './subscription-steps.ts';
import {
  alertOn,
  chooseNewPassword,
  emailTo,
  linkIn,
  logInWith,
  newEmail,
  noticeOn,
  signUp,
  WORDS as USERS,
} from './user-steps.ts';

const says = {
  europeTotal: '39,99 €',
  franceTotal: '29,99 €',
  doubt: /ressemble à 75011/,
  search: 'Code postal ou ville',
  relay: /^Librairie des Pentes/,
  option: 'Bleu nuit',
  newCard: 'Nouvelle carte',
  save: 'Enregistrer',
  cardSaved: 'Votre nouvelle carte est enregistrée',
  subject: 'Sujet',
  contactEmail: 'Votre adresse e‑mail',
  subjectRule: /Votre sujet doit compter entre 5 et 20\scaractères/,
  sendMessage: 'Envoyer le message',
  messageSent: 'Votre message a été envoyé. Nous répondons sous 48 heures.',
} as const;

/** Waits until the heading is translated, so that the next steps act on the translated page. */
const untilTranslated = (page: Page) =>
  expect(page.getByRole('heading', { level: 1 }).locator('font font').first()).toBeAttached();

const [words, users] = [PURCHASE.fr, USERS.fr];

test.describe('a page translated after hydration, around a copy of each text', () => {
  // A fault shows as a script error, which the fixture `page` reports, or as an unexpected text.
  test.use({ translation: { when: 'after', around: 'copy' } });
  test.slow();

  test('sells an item, with every step of the form, a declined card and a charged one', async ({
    page,
    member,
  }) => {
    await openOrderForm(page, member, { locale: 'fr' });
    await untilTranslated(page);
    const check = page.getByRole('group', { name: words.parts[2] });
    const total = (sum: string) => expect(check.getByText(sum).last()).toBeVisible();
    await total(says.franceTotal);
    await page.getByRole('radio', { name: words.europe }).check();
    await total(says.europeTotal);
    await page.getByLabel(words.relayCountry).fill(words.belgium);
    await page.getByRole('radio', { name: words.france }).check();
    await total(says.franceTotal);
    await typeByHand(page, 'fr');
    await page.getByLabel(words.fields.zipCode).fill('1');
    await page.getByLabel(words.fields.city).focus();
    await expect(page.getByText(says.doubt)).toBeVisible();
    await fillDelivery(page, 'fr');
    await page.getByLabel(words.fields.number).fill('-1');
    await expect(page.getByText(words.faults.negative)).toBeVisible();
    const where = page.getByRole('searchbox', { name: says.search });
    await where.fill('lyon');
    await where.press('Enter');
    await page.getByRole('button', { name: says.relay }).click();
    await expect(page.getByText(words.faults.negative)).toHaveCount(0);
    await page.getByRole('radio', { name: says.option }).check();
    await expect(check).toContainText(says.option);

    await payWith(page, 'fr', CARDS.refused);
    await expect(alertOn(page)).toContainText(words.refusedCard);
    await payInDialog(page, 'fr', CARDS.confirmedAtBank);
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    await expect(page.getByRole('status').filter({ hasText: words.bought })).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: users.profile }).click();
    const order = page.getByRole('tabpanel', { name: words.orders }).getByRole('article');
    await expect(order).toContainText(words.waiting);
    await order.getByRole('link').first().click();
    await expect(page).toHaveURL(/\/\d+$/);
    await expect(page.getByRole('main')).toContainText(words.waiting);
  });

  test('signs up, logs in, recovers the password, edits the account and offers its deletion', async ({
    page,
    site,
    member,
  }) => {
    await open(page, pathOf('signUp', 'fr'));
    await untilTranslated(page);
    await page.getByLabel(users.password, { exact: true }).fill('abc');
    await page.getByRole('main').getByRole('button', { name: users.create }).click();
    await expect(page.getByText(users.rules.email)).toBeVisible();
    await signUp(page, 'fr', newEmail());
    await logInWith(page, 'fr', { ...member, password: 'Autre1234' });
    await expect(alertOn(page)).toHaveText(users.codes.incorrectPassword);

    await page.getByRole('button', { name: users.forgotten }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(users.email).fill('jeanne');
    await dialog.getByRole('button', { name: users.sendLink }).click();
    await expect(dialog.getByText(users.rules.email)).toBeVisible();
    await dialog.getByLabel(users.email).fill(member.email);
    await dialog.getByRole('button', { name: users.sendLink }).click();
    await expect(dialog.getByRole('status')).toHaveText(users.codes.recoverySent);
    const letter = await emailTo(site, member.email, { subject: users.letters.recovery });
    await open(page, linkIn(letter));
    await chooseNewPassword(page, 'fr', 'abc');
    await chooseNewPassword(page, 'fr', PASSWORD);
    await expect(noticeOn(page)).toHaveText(users.codes.passwordChanged);
    await logInWith(page, 'fr', member);
    await expect(page).toHaveURL(pathOf('profile', 'fr'));

    await page.getByRole('main').getByRole('link', { name: users.edit }).click();
    await page.getByLabel(users.firstName).fill('Zoé');
    await page.getByRole('button', { name: users.update }).click();
    await page.getByLabel(users.present).fill('Autre1234');
    await page.getByRole('button', { name: users.update }).click();
    await expect(alertOn(page)).toHaveText(users.codes.incorrectPassword);
    await page.getByLabel(users.present).fill(PASSWORD);
    await page.getByRole('button', { name: users.update }).click();
    await expect(noticeOn(page)).toHaveText(users.codes.updated);
    await expect(page.getByText('Zoé')).toBeVisible();
    await open(page, pathOf('profileEdit', 'fr'));
    await page.getByRole('button', { name: users.remove }).click();
    await page.getByRole('dialog').getByRole('button', { name: users.keep }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await loseSession(page);
  });
});

test.describe('a page translated before hydration, around each text itself', () => {
  test.use({ translation: { when: 'before', around: 'node' } });
  test.slow();

  test('subscribes, replaces the card and cancels', async ({ page, member }) => {
    const subscription = SUBSCRIPTION.fr;
    await signIn(page.context(), member);
    await openSubscribePage(page, 'fr', 'monthly');
    await untilTranslated(page);
    await page.getByRole('button', { name: subscription.order }).click();
    await expect(page.getByText(subscription.termsMissing)).toBeVisible();
    await page.getByRole('radio', { name: subscription.plans.yearly }).check();
    await page.getByRole('radio', { name: subscription.plans.monthly }).check();
    await orderWith(page, 'fr', CARDS.withoutFunds);
    await expect(alertOn(page)).toContainText(words.noFunds, { timeout: 30_000 });
    await payInDialog(page, 'fr', CARDS.good);
    await expect(page.getByText(subscription.subscribed)).toBeVisible();

    await open(page, pathOf('updatePaymentMethod', 'fr'));
    await untilTranslated(page);
    await page.getByRole('button', { name: says.newCard }).click();
    const popup = page.getByRole('dialog', { name: words.shopName });
    await popup.getByLabel(words.card.number).fill(CARDS.good);
    await popup.getByLabel(words.card.expiry).fill('12 / 34');
    await popup.getByLabel(words.card.cvc).fill('123');
    await popup.getByRole('button', { name: says.save }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(says.cardSaved);

    await open(page, pathOf('cancelContract', 'fr'));
    await untilTranslated(page);
    await page.getByRole('main').getByRole('button', { name: subscription.cancel }).click();
    await page.getByRole('button', { name: subscription.notify }).click();
    await expect(page.getByRole('heading', { name: subscription.cancelled })).toBeVisible();
    await openSubscribePage(page, 'fr', 'monthly');
    await page.getByRole('button', { name: subscription.resume }).click();
    await expect(page.getByText(subscription.subscribed)).toBeVisible();
  });

  test('submits a withdrawal, from the first field to the receipt', async ({ page }) => {
    const declaration = DECLARATION.fr;
    await open(page, pathOf('withdrawal', 'fr'));
    await untilTranslated(page);
    await page.getByRole('button', { name: declaration.showRecap }).click();
    await page.getByRole('radio', { name: declaration.subscription }).check();
    await page.getByRole('radio', { name: declaration.order }).check();
    const typed = { reference: '12', name: 'Camille Roussel', email: newEmail() };
    await fillDeclaration(page, 'fr', typed);
    await page.getByRole('button', { name: declaration.back, exact: true }).click();
    await expect(page.getByLabel(declaration.reference)).toHaveValue('12');
    await page.getByRole('button', { name: declaration.showRecap }).click();
    await page.getByRole('button', { name: declaration.confirm }).click();
    await expect(page.getByRole('heading', { name: declaration.withdrawn })).toBeVisible();
  });

  test('sends a contact message', async ({ page }) => {
    await open(page, pathOf('contact', 'fr'));
    await untilTranslated(page);
    await page.getByLabel(says.contactEmail).fill(newEmail());
    const subject = page.getByLabel(says.subject);
    await subject.fill('Four');
    await page.getByLabel('Message').fill('Where is my parcel, please?');
    await page.getByRole('button', { name: says.sendMessage }).click();
    await expect(subject).toHaveAccessibleDescription(says.subjectRule);
    await subject.pressSequentially(' and five');
    await expect(subject).toHaveAccessibleDescription(/13 \/ 20/);
    await page.getByRole('button', { name: says.sendMessage }).click();
    await expect(page.getByText(says.messageSent)).toBeVisible();
  });
});
