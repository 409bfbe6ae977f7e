import type { Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import type { Person } from './content.ts';
import { expect, signIn, test } from './fixtures.ts';
import { open } from './open.ts';
import { CARDS, openOrderForm, ordersOf, payInDialog, refusalIn, WORDS } from './purchase-steps.ts';
import type { Site } from './site.ts';
import { openSubscribePage, userOf, WORDS as SUBSCRIPTION } from './subscription-steps.ts';

const OR_BY_CARD = 'ou par carte';

/** Locates the wallet's own window in front of the page. */
const sheetOn = (page: Page, wallet: string) => page.getByRole('dialog', { name: wallet });

async function confirmOrder(page: Page, member: Person, locale: Locale): Promise<void> {
  await openOrderForm(page, member, { locale, isFilled: true });
  await page.getByRole('button', { name: WORDS[locale].confirm }).click();
}

async function payByWallet(page: Page, wallet: string, card: string): Promise<void> {
  await page.getByRole('button', { name: wallet }).click();
  const sheet = sheetOn(page, wallet);
  await sheet.getByLabel('Card').selectOption(card);
  await sheet.getByRole('button', { name: 'Approve' }).click();
}

const paymentsOf = ({ provider }: Site) =>
  Object.values(provider.money()).reduce((sum, { succeeded }) => sum + succeeded, 0);
const walletCardsOf = ({ provider }: Site, account?: string) =>
  provider.journal({
    operation: 'payment_methods.create',
    ...(account === undefined ? {} : { account }),
  }).length;

test.beforeEach(({ site }) => site.provider.offerWallets({ wallets: ['apple_pay', 'google_pay'] }));
test.afterEach(({ site }) => site.provider.offerWallets({}));

test('a wallet pays an order without a typed card', async ({ page, member, site }) => {
  const before = paymentsOf(site);
  await confirmOrder(page, member, 'fr');
  await expect(page.getByText(OR_BY_CARD)).toBeVisible();
  await page.getByRole('button', { name: 'Apple Pay' }).click();
  await expect(sheetOn(page, 'Apple Pay')).toContainText(`${WORDS.fr.shopName}: €29.99`);
  await sheetOn(page, 'Apple Pay').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('status').filter({ hasText: WORDS.fr.bought })).toBeVisible();
  expect(await ordersOf(page)).toHaveLength(1);
  expect(paymentsOf(site) - before).toBe(1);
});

test('a wallet’s card needs 3-D Secure like any other', async ({ page, member }) => {
  await confirmOrder(page, member, 'en');
  await payByWallet(page, 'Google Pay', CARDS.confirmedAtBank);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByRole('status').filter({ hasText: WORDS.en.bought })).toBeVisible();
  expect(await ordersOf(page)).toHaveLength(1);
});

test('closing the wallet keeps the dialog, where a card pays', async ({ page, member, site }) => {
  const before = walletCardsOf(site);
  await confirmOrder(page, member, 'fr');
  await page.getByRole('button', { name: 'Google Pay' }).click();
  await page.keyboard.press('Escape');
  await expect(sheetOn(page, 'Google Pay')).toBeHidden();
  await expect(page.getByRole('dialog', { name: WORDS.fr.shopName })).toBeVisible();
  await expect(refusalIn(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Apple Pay' }).click();
  await page.getByRole('button', { name: 'Close wallet' }).click();
  await payInDialog(page, 'fr', CARDS.good);
  await expect(page.getByRole('status').filter({ hasText: WORDS.fr.bought })).toBeVisible();
  expect(walletCardsOf(site)).toBe(before);
});

test('a declined wallet card shows an error in the dialog, and another card pays', async ({
  page,
  member,
  site,
}) => {
  const before = paymentsOf(site);
  await confirmOrder(page, member, 'fr');
  await payByWallet(page, 'Apple Pay', CARDS.refused);
  await expect(refusalIn(page)).toContainText(WORDS.fr.refusedCard);
  expect(paymentsOf(site)).toBe(before);
  await payByWallet(page, 'Apple Pay', CARDS.good);
  await expect(page.getByRole('status').filter({ hasText: WORDS.fr.bought })).toBeVisible();
  expect(paymentsOf(site) - before).toBe(1);
});

test('a wallet that cannot reach the provider shows an error, and charges nothing', async ({
  page,
  member,
  site,
}) => {
  const before = paymentsOf(site);
  await confirmOrder(page, member, 'fr');
  site.provider.addFault({ operation: 'payment_methods.create', effect: 'reset', times: 9 });
  await payByWallet(page, 'Apple Pay', CARDS.good);
  await expect(refusalIn(page)).toContainText('joindre notre prestataire de paiement');
  site.provider.clearFaults();
  expect(paymentsOf(site)).toBe(before);
  await payByWallet(page, 'Apple Pay', CARDS.good);
  await expect(page.getByRole('status').filter({ hasText: WORDS.fr.bought })).toBeVisible();
});

test('a wallet that approves twice is charged once', async ({ page, member, site }) => {
  const before = { payments: paymentsOf(site), cards: walletCardsOf(site) };
  site.provider.offerWallets({ wallets: ['google_pay'], answers: 2 });
  await confirmOrder(page, member, 'en');
  await expect(page.getByRole('button', { name: 'Apple Pay' })).toHaveCount(0);
  await payByWallet(page, 'Google Pay', CARDS.good);
  await expect(page.getByRole('status').filter({ hasText: WORDS.en.bought })).toBeVisible();
  expect(await ordersOf(page)).toHaveLength(1);
  expect(paymentsOf(site) - before.payments).toBe(1);
  expect(walletCardsOf(site) - before.cards).toBe(1);
});

test('a device without wallets shows none', async ({ page, member, site }) => {
  site.provider.offerWallets({});
  const asked = page.waitForResponse('**/v3/device');
  await confirmOrder(page, member, 'fr');
  const dialog = page.getByRole('dialog', { name: WORDS.fr.shopName });
  await dialog.getByLabel(WORDS.fr.card.number).waitFor();
  await asked;
  await expect(dialog.getByText(OR_BY_CARD)).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: / Pay$/ })).toHaveCount(0);
  await expect(dialog.locator('form > *').nth(1).getByAltText('Mastercard')).toBeVisible();
});

test('a wallet pays a subscription', async ({ page, member, site }) => {
  const before = site.provider.money()['main']?.amountCents ?? 0;
  await signIn(page.context(), member);
  await openSubscribePage(page, 'en', 'yearly');
  await page.getByRole('checkbox', { name: SUBSCRIPTION.en.terms }).check();
  await page.getByRole('button', { name: SUBSCRIPTION.en.order }).click();
  await payByWallet(page, 'Apple Pay', CARDS.good);
  await expect(page.getByText(SUBSCRIPTION.en.subscribed)).toBeVisible();
  expect(await userOf(page.request)).toMatchObject({ subscription: { plan: 'yearly' } });
  expect((site.provider.money()['main']?.amountCents ?? 0) - before).toBe(19_999);
});

test('a subscriber of the second account saves a wallet’s card there', async ({ page, site }) => {
  const before = { main: walletCardsOf(site, 'main'), bis: walletCardsOf(site, 'bis') };
  await signIn(page.context(), { email: 'subscriber-bis@agres.test' }, 'Demo1234!');
  await open(page, pathOf('updatePaymentMethod', 'en'));
  await page.getByRole('button', { name: 'New bank details' }).click();
  await page.getByRole('button', { name: 'Apple Pay' }).click();
  await expect(sheetOn(page, 'Apple Pay')).toContainText('Save a card');
  await sheetOn(page, 'Apple Pay').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your new card is saved');
  expect(walletCardsOf(site, 'bis') - before.bis).toBe(1);
  expect(walletCardsOf(site, 'main')).toBe(before.main);
});
