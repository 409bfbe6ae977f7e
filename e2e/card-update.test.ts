import { LOCALES } from '@agres/domain/locale';
import type { PaymentAccount } from '@agres/domain/shapes';
import { formatDate } from '@agres/i18n/formats';
import type { Page } from '@playwright/test';

import { expect, signIn, test } from './fixtures.ts';
import { open } from './open.ts';
import { CARDS, refusalIn, WORDS as SHOP_WORDS } from './purchase-steps.ts';
import { answer } from './screens/screen.ts';
import type { Site } from './site.ts';
import { cancelByCall, subscribeByCall, userOf } from './subscription-steps.ts';

/** The demonstration subscribers, one on each account of the provider. */
const SUBSCRIBERS = {
  main: { email: 'subscriber@agres.test' },
  bis: { email: 'subscriber-bis@agres.test' },
} as const satisfies Record<PaymentAccount, { email: string }>;
const DEMO_PASSWORD = 'Demo1234!';

const WORDS = {
  fr: {
    path: '/fr/mettre-a-jour-paiement',
    begin: 'Nouvelle carte',
    cancel: 'Annuler',
    save: 'Enregistrer',
    updated: 'C’est noté : votre carte est à jour.',
    plan: 'Abonnement annuel',
    price: /199,99\s€/,
    nothing: 'Rien à payer',
    ended: /Statut\s*Résilié\s*Accès jusqu’au/,
    resume: 'Reprendre mon abonnement',
    saved: 'Votre nouvelle carte est enregistrée',
    current: /Carte actuelle\s*Visa\s····\s4242, expire en \d\d\/20\d\d/,
    expired: /Carte actuelle\s*Mastercard\s····\s4444, expirée depuis 03\/2024/,
    replaceBy: (day: string) =>
      `Votre carte a expiré en mars 2024. Ajoutez-en une autre avant le ${day}.`,
    unknown: /Carte actuelle\s*ne peut pas s’afficher/,
    newCard: 'Nouvelle carte',
  },
  en: {
    path: '/en/update-payment-method',
    begin: 'New bank details',
    save: 'Save this card',
    updated: 'Your bank details have been updated.',
    plan: 'Yearly subscription',
    price: /€199\.99/,
    nothing: 'Nothing is charged',
    ended: /Status\s*Cancelled\s*Access until/,
    resume: 'Resume my subscription',
    saved: 'Your new card is saved',
    current: /Current card\s*Visa\s····\s4242, expires \d\d\/20\d\d/,
    expired: /Current card\s*Mastercard\s····\s4444, expired 03\/2024/,
    replaceBy: (day: string) => `Your card expired in March 2024. Add a new one before ${day}.`,
    unknown: /Current card\s*cannot be shown/,
    newCard: 'New card',
  },
} as const;
type Locale = keyof typeof WORDS;

async function enterCard(page: Page, locale: Locale, number: string): Promise<void> {
  await page.getByRole('button', { name: WORDS[locale].begin }).click();
  await enterInDialog(page, locale, number);
}

async function enterInDialog(page: Page, locale: Locale, number: string): Promise<void> {
  const { card, shopName } = SHOP_WORDS[locale];
  const popup = page.getByRole('dialog', { name: shopName });
  await popup.getByLabel(card.number).fill(number);
  await popup.getByLabel(card.expiry).fill('12 / 34');
  await popup.getByLabel(card.cvc).fill('123');
  await popup.getByRole('button', { name: WORDS[locale].save }).click();
}

const changesOn = ({ provider }: Site, account: PaymentAccount) =>
  provider
    .journal({ operation: 'subscriptions.update', account })
    .filter(({ status, params }) => status === 200 && 'default_payment_method' in params).length;

test('a subscriber opens the page from the profile and changes the card, in French', async ({
  page,
  site,
}) => {
  const before = changesOn(site, 'main');
  await signIn(page.context(), SUBSCRIBERS.main, DEMO_PASSWORD);
  await open(page, '/fr/profil');
  await page.getByRole('link', { name: 'Changer de carte' }).click();
  await expect(page).toHaveURL(WORDS.fr.path);
  // The URL changes before the page is rendered, and the profile shows the price as well.
  await page.getByRole('heading', { name: 'Changer de carte' }).waitFor();
  await expect(page.getByText('19,99 €')).toBeVisible();

  const held = Promise.withResolvers<void>();
  await page.route('**/trpc/payments.updateCard*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await enterCard(page, 'fr', CARDS.good);
  await expect(page.getByRole('alertdialog')).toContainText(
    'Mise à jour des informations de paiement en cours, veuillez patienter quelques instants.',
  );
  held.resolve();
  await expect(page.getByRole('status').filter({ hasText: WORDS.fr.updated })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.fr.saved);
  expect(changesOn(site, 'main') - before).toBe(1);
});

test('on the second account, a declined card changes nothing and a confirmed one does', async ({
  page,
  site,
}) => {
  const before = changesOn(site, 'bis');
  const alert = refusalIn(page);
  await signIn(page.context(), SUBSCRIBERS.bis, DEMO_PASSWORD);
  await open(page, WORDS.en.path);
  await enterCard(page, 'en', CARDS.withoutFunds);
  await expect(alert).toContainText(SHOP_WORDS.en.noFunds);
  await expect(alert).toContainText('Your current card stays in place.');
  await enterInDialog(page, 'en', CARDS.confirmedAtBank);
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(alert).toContainText('Your bank couldn’t confirm the payment.');
  expect(changesOn(site, 'bis')).toBe(before);

  await enterInDialog(page, 'en', CARDS.confirmedAtBank);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByRole('status').filter({ hasText: WORDS.en.updated })).toBeVisible();
  expect(changesOn(site, 'bis') - before).toBe(1);
});

test('the page can be left without a change', async ({ page }) => {
  await signIn(page.context(), SUBSCRIBERS.main, DEMO_PASSWORD);
  await open(page, WORDS.fr.path);
  await page.getByRole('button', { name: WORDS.fr.begin }).click();
  await expect(page.getByLabel(SHOP_WORDS.fr.card.number)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: WORDS.fr.begin })).toBeFocused();
  await page.getByRole('link', { name: WORDS.fr.cancel }).click();
  await expect(page).toHaveURL('/fr/profil');
});

for (const locale of LOCALES) {
  const words = WORDS[locale];

  test(`the page shows plan, next charge and price, and that nothing is charged now, in ${locale}`, async ({
    page,
    member,
  }) => {
    await signIn(page.context(), member);
    await subscribeByCall(page.request, { plan: 'yearly' });
    const standing = await (await page.request.get('/api/programsPerso')).json();
    await open(page, words.path);
    const facts = page.getByRole('main').locator('dl');
    await expect(facts).toContainText(words.plan);
    await expect(facts).toContainText(words.price);
    await expect(facts).toContainText(formatDate(locale, standing.paidUntil));
    await expect(facts).toContainText(words.nothing);

    await cancelByCall(page.request);
    const { subscription } = await userOf(page.request);
    await page.reload();
    await expect(facts).toContainText(words.ended);
    await expect(facts).toContainText(formatDate(locale, subscription?.accessEndsOn ?? ''));
    await expect(facts).not.toContainText(words.price);
    await expect(page.getByRole('main').getByRole('link', { name: words.resume })).toBeVisible();
    await expect(page.getByRole('button', { name: words.begin })).toBeVisible();
  });
  test(`the page shows the current card, and whether it has expired, in ${locale}`, async ({
    page,
    member,
  }) => {
    await signIn(page.context(), member);
    await subscribeByCall(page.request);
    await open(page, words.path);
    const facts = page.getByRole('main').locator('dl');
    await expect(facts).toContainText(words.current);

    await page.getByRole('button', { name: words.begin }).click();
    const popup = page.getByRole('dialog', { name: SHOP_WORDS[locale].shopName });
    await expect(popup.getByRole('heading', { name: words.newCard })).toBeVisible();
    await page.keyboard.press('Escape');
    await enterCard(page, locale, '5555555555554444');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.saved);
    await expect(facts).toContainText(/Mastercard\s····\s4444, expire\D*12\/2034/);

    await answer(page, 'payments.card', null);
    await page.reload();
    await expect(facts).toContainText(words.unknown);
    await expect(page.getByRole('button', { name: words.begin })).toBeEnabled();

    const card = { brand: 'mastercard', last4: '4444', expMonth: 3, expYear: 2024 };
    await answer(page, 'payments.card', card);
    await page.reload();
    await expect(facts).toContainText(words.expired);
    const { paidUntil } = await (await page.request.get('/api/programsPerso')).json();
    await expect(page.getByRole('main')).toContainText(
      words.replaceBy(formatDate(locale, paidUntil)),
    );
  });
}
