import { LOCALES, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { formatDate } from '@agres/i18n/formats';

import { expect, signIn, test } from './fixtures.ts';
import { CARDS, DELIVERY, fillDelivery, openOrderForm, payWith, WORDS } from './purchase-steps.ts';
import { openSubscribePage, orderWith, WORDS as SUBSCRIPTION } from './subscription-steps.ts';

const ACCEPTED = 'Les conditions que vous avez acceptées';
const VERSION = { fr: 'Version du', en: 'Version of' } as const;
/** The texts of a release are dated when the test's database is created, perhaps before midnight. */
const DAYS = [new Date(Date.now() - 3_600_000), new Date()];
const versionIn = (locale: Locale) =>
  new RegExp(
    DAYS.map((day) => `^${VERSION[locale]} ${formatDate(locale, day)}\\.`)
      .join('|')
      .replaceAll(/\s/g, String.raw`\s`),
  );
const HEADINGS = [/Le délai$/, /Comment vous rétracter$/] as const;
const PRESENT = 'Lire les conditions actuelles';
const CONTENTS = { fr: 'Sommaire', en: 'Contents' } as const;
const SELLER = 'Vendeur';
const WITHDRAWAL = /14\sjours après la réception, sans motif/;
const LATEST = /au plus tard le \d/;

const TERMS_CHANGED = {
  status: 409,
  json: { error: { message: 'terms_changed', code: -32_000, data: { httpStatus: 409 } } },
};

for (const locale of LOCALES) {
  test(`the terms show the date of their version, and link to each section, in ${locale}`, async ({
    page,
  }) => {
    await page.goto(pathOf('terms', locale));
    await expect(page.getByText(versionIn(locale))).toBeVisible();
    const contents = page.getByRole('navigation', { name: CONTENTS[locale] }).getByRole('link');
    await expect(contents).toHaveCount(await page.getByRole('heading', { level: 2 }).count());
    await contents.nth(6).click();
    await expect(page).toHaveURL(/#section-7$/);
    await expect(page.getByRole('heading', { level: 2 }).nth(6)).toBeInViewport();
  });
}

test('changed terms are shown and must be accepted again, and the input stays', async ({
  page,
  member,
}) => {
  await openOrderForm(page, member, { locale: 'fr' });
  const form = page.getByRole('main').locator('form');
  await expect(form).toContainText(SELLER);
  await expect(form).toContainText(LATEST);
  await expect(form).toContainText(WITHDRAWAL);
  await fillDelivery(page, 'fr');
  const sent: unknown[] = [];
  await page.route('**/trpc/shop.buy*', async (route) => {
    sent.push(route.request().postDataJSON().contractText);
    if (sent.length > 1) return route.continue();
    return route.fulfill(TERMS_CHANGED);
  });
  await payWith(page, 'fr', CARDS.good);
  const terms = page.getByRole('checkbox', { name: WORDS.fr.terms });
  await expect(terms).not.toBeChecked();
  await expect(page.getByRole('region').filter({ hasText: '1. ' })).toBeVisible();
  await expect(page.getByRole('button', { name: WORDS.fr.confirm })).toBeDisabled();
  const relay = page.getByLabel(WORDS.fr.fields.relayName, { exact: true });
  await expect(relay).toHaveValue(DELIVERY.relayName);

  await terms.check();
  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByText(WORDS.fr.bought)).toBeVisible();
  const hash = expect.stringMatching(/^[\da-f]{64}$/);
  expect(sent).toEqual([hash, hash]);

  await page.goto(WORDS.fr.profile);
  await page.getByRole('article').getByRole('heading').getByRole('link').click();
  await page.getByRole('link', { name: ACCEPTED }).click();
  await expect(page).toHaveURL(
    pathOf('acceptedTerms', 'fr', { hash: String(sent[1]).slice(0, 12) }),
  );
  await page.reload();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByText('La version que vous avez acceptée', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).last()).toHaveText(/rétractation/i);
  await expect(page.getByText(versionIn('fr'))).toBeVisible();
  for (const name of HEADINGS) {
    await expect(page.getByRole('heading', { level: 3, name })).toBeVisible();
  }
  await page.getByRole('link', { name: PRESENT }).click();
  await expect(page).toHaveURL(pathOf('terms', 'fr'));
  await expect(page.getByText(versionIn('fr'))).toBeVisible();
});

test('a subscription sends its terms, asks again if they changed; immediate start is opt-in', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  await openSubscribePage(page, 'fr', 'monthly');
  const form = page.getByRole('main').locator('form');
  await expect(form).toContainText(SELLER);
  await expect(form).toContainText(/14\sjours après la souscription, sans motif/);
  const sent: unknown[] = [];
  await page.route('**/trpc/programmes.subscribe*', async (route) => {
    const { contractText, immediateStart } = route.request().postDataJSON();
    sent.push({ contractText, immediateStart });
    return sent.length > 1 ? route.continue() : route.fulfill(TERMS_CHANGED);
  });
  const immediate = page.getByRole('checkbox', { name: /commencer dès aujourd’hui/ });
  await expect(immediate).not.toBeChecked();
  await orderWith(page, 'fr', CARDS.good);
  await expect(page.getByRole('checkbox', { name: SUBSCRIPTION.fr.terms })).not.toBeChecked();
  await expect(page.getByRole('region').filter({ hasText: '1. ' })).toBeVisible();

  await immediate.check();
  await orderWith(page, 'fr', CARDS.good);
  await expect(page.getByText(SUBSCRIPTION.fr.subscribed)).toBeVisible();
  const contractText = expect.stringMatching(/^[\da-f]{64}$/);
  expect(sent).toEqual([
    { contractText, immediateStart: false },
    { contractText, immediateStart: true },
  ]);
});

test('an unknown version of the terms gets 404', async ({ page }) => {
  const answer = await page.goto(pathOf('acceptedTerms', 'fr', { hash: 'ffffffffffff' }));
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveURL(pathOf('error', 'fr'));
});
