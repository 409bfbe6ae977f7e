import { LOCALES } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { formatDate } from '@agres/i18n/formats';

import { expect, signIn, test } from './fixtures.ts';
import {
  BALLS,
  beginPurchase,
  CARDS,
  DELIVERY,
  fillDelivery,
  payWith,
  WORDS,
} from './purchase-steps.ts';
import { openSubscribePage, orderWith, WORDS as SUBSCRIPTION } from './subscription-steps.ts';

const ACCEPTED = { fr: 'Les conditions acceptées', en: 'The terms you accepted' } as const;
/** The texts of a release are dated when the test's database is created. */
const VERSION = {
  fr: `Version du ${formatDate('fr', new Date())}.`,
  en: `Version of ${formatDate('en', new Date())}.`,
} as const;
const HEADINGS = {
  fr: [/Le délai$/, /Comment vous rétracter$/],
  en: [/The period$/, /How to withdraw$/],
} as const;
const PRESENT = { fr: 'Lire les conditions actuelles', en: 'Read the current terms' } as const;
const CONTENTS = { fr: 'Sommaire', en: 'Contents' } as const;
const SELLER = { fr: 'Vendeur', en: 'Seller' } as const;
const WITHDRAWAL = {
  fr: /14\sjours après la réception, sans motif/,
  en: /14\sdays from receipt, without giving a reason/,
} as const;
const LATEST = { fr: /au plus tard le \d/, en: /Delivery by \d/ } as const;

const TERMS_CHANGED = {
  status: 409,
  json: { error: { message: 'terms_changed', code: -32_000, data: { httpStatus: 409 } } },
};

for (const locale of LOCALES) {
  test(`changed terms are shown and must be accepted again, and the input stays, in ${locale}`, async ({
    page,
    member,
  }) => {
    await signIn(page.context(), member);
    await beginPurchase(page, locale, BALLS[locale]);
    const form = page.getByRole('main').locator('form');
    await expect(form).toContainText(SELLER[locale]);
    await expect(form).toContainText(LATEST[locale]);
    await expect(form).toContainText(WITHDRAWAL[locale]);
    await fillDelivery(page, locale);
    const sent: unknown[] = [];
    await page.route('**/trpc/shop.buy*', async (route) => {
      sent.push(route.request().postDataJSON().contractText);
      if (sent.length > 1) return route.continue();
      return route.fulfill(TERMS_CHANGED);
    });
    await payWith(page, locale, CARDS.good);
    const terms = page.getByRole('checkbox', { name: WORDS[locale].terms });
    await expect(terms).not.toBeChecked();
    await expect(page.getByRole('region').filter({ hasText: '1. ' })).toBeVisible();
    await expect(page.getByRole('button', { name: WORDS[locale].confirm })).toBeDisabled();
    const relay = page.getByLabel(WORDS[locale].fields.relayName, { exact: true });
    await expect(relay).toHaveValue(DELIVERY.relayName);

    await terms.check();
    await payWith(page, locale, CARDS.good);
    await expect(page.getByText(WORDS[locale].bought)).toBeVisible();
    const hash = expect.stringMatching(/^[\da-f]{64}$/);
    expect(sent).toEqual([hash, hash]);

    await page.goto(WORDS[locale].profile);
    await page.getByRole('article').getByRole('heading').getByRole('link').click();
    await page.getByRole('link', { name: ACCEPTED[locale] }).click();
    await expect(page).toHaveURL(
      pathOf('acceptedTerms', locale, { hash: String(sent[1]).slice(0, 12) }),
    );
    await page.reload();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.getByRole('heading', { level: 2 }).last()).toHaveText(
      /rétractation|withdrawal/i,
    );
    await expect(page.getByText(VERSION[locale])).toBeVisible();
    for (const name of HEADINGS[locale]) {
      await expect(page.getByRole('heading', { level: 3, name })).toBeVisible();
    }
    await page.getByRole('link', { name: PRESENT[locale] }).click();
    await expect(page).toHaveURL(pathOf('terms', locale));
    await expect(page.getByText(VERSION[locale])).toBeVisible();
  });

  test(`the terms show the date of their version, and link to each section, in ${locale}`, async ({
    page,
  }) => {
    await page.goto(pathOf('terms', locale));
    await expect(page.getByText(VERSION[locale])).toBeVisible();
    const contents = page.getByRole('navigation', { name: CONTENTS[locale] }).getByRole('link');
    await expect(contents).toHaveCount(await page.getByRole('heading', { level: 2 }).count());
    await contents.nth(6).click();
    await expect(page).toHaveURL(/#section-7$/);
    await expect(page.getByRole('heading', { level: 2 }).nth(6)).toBeInViewport();
  });
}

test('a subscription sends its terms, asks again if they changed; immediate start is opt-in', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  await openSubscribePage(page, 'fr', 'monthly');
  const form = page.getByRole('main').locator('form');
  await expect(form).toContainText(SELLER.fr);
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
