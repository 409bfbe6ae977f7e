import { LOCALES } from '@agres/domain/locale';
import type { Page } from '@playwright/test';

import { expect, signIn, test } from './fixtures.ts';
import { switchLanguage } from './navigation-steps.ts';
import { open, untilAlive } from './open.ts';
import {
  BALLS,
  CARDS,
  fillDelivery,
  openItem,
  openItemByCard,
  ordersOf,
  payWith,
  WORDS,
} from './purchase-steps.ts';
import { emailTo, logInWith } from './user-steps.ts';

/** Not the colour selected by default. */
const BLUE = { fr: 'Bleu nuit', en: 'Midnight blue' } as const;
const CORAL = { fr: 'Corail', en: 'Coral' } as const;
const REPLACED = {
  fr: /^Cette option n’existe pas\s: nous avons sélectionné Corail\.$/,
  en: /^We don’t have that option, so we’ve selected Coral\.$/,
} as const;
const SOLD_OUT = {
  fr: /^40\scm est en rupture de stock\s: nous avons sélectionné 20\scm\.$/,
  en: /^40\scm is out of stock, so we’ve selected 20\scm\.$/,
} as const;

const option = (page: Page, name: string) => page.getByRole('radio', { name });

test('the chosen option survives log-in, reload and language switch, and is bought', async ({
  page,
  member,
  site,
}) => {
  // A whole purchase including the log-in.
  test.slow();
  await openItemByCard(page, 'fr', BALLS.fr);
  const item = new URL(page.url()).pathname;
  const entries = await page.evaluate(() => history.length);
  await option(page, BLUE.fr).check();
  await expect(page).toHaveURL(`${item}?option=1`);
  expect(await page.evaluate(() => history.length), 'no page of its own').toBe(entries);

  await page.getByRole('button', { name: WORDS.fr.buy }).click();
  await logInWith(page, 'fr', member);
  await expect(page.getByRole('heading', { name: WORDS.fr.form })).toBeVisible();
  await expect(option(page, BLUE.fr)).toBeChecked();
  await switchLanguage(page, 'fr');
  await expect(page.getByRole('heading', { name: WORDS.en.form })).toBeVisible();
  await expect(option(page, BLUE.en)).toBeChecked();
  await page.reload();
  const { origin, pathname } = new URL(page.url());
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', origin + pathname);
  await untilAlive(page);
  await expect(option(page, BLUE.en)).toBeChecked();

  await fillDelivery(page, 'en');
  const summary = page.getByRole('main').locator('form dl').first();
  await expect(summary).toContainText(BLUE.en);
  await page.getByRole('button', { name: WORDS.en.confirm }).click();
  await expect(page.getByRole('dialog', { name: WORDS.en.shopName })).toContainText(BLUE.en);
  await page.keyboard.press('Escape');
  await payWith(page, 'en', CARDS.good);
  await expect(page.getByRole('status').filter({ hasText: WORDS.en.bought })).toBeVisible();
  const [order] = await ordersOf(page);
  expect(order?.chosenOptionTitle).toEqual(BLUE);
  const email = await emailTo(site, member.email, { subject: /./ });
  expect(email.text).toMatch(/Bleu nuit|Midnight blue/);
});

test('an invalid or sold-out option is replaced by the first in stock, with a notice', async ({
  page,
}) => {
  for (const locale of LOCALES) {
    await openItem(page, locale, BALLS[locale]);
    const item = new URL(page.url()).pathname;
    await expect(page.getByText(REPLACED[locale])).toBeHidden();
    for (const named of ['99', '-1', '1.5', 'bleu']) {
      await open(page, `${item}?option=${named}`);
      await expect(page.getByText(REPLACED[locale]), named).toBeVisible();
      await expect(option(page, CORAL[locale])).toBeChecked();
    }
    await option(page, BLUE[locale]).check();
    await expect(page.getByText(REPLACED[locale])).toBeHidden();
  }

  await openItem(page, 'fr', 'Parallettes en hêtre');
  const parallettes = new URL(page.url()).pathname;
  const names = await page.getByRole('radio').all();
  const soldOut = await Promise.all(names.map((radio) => radio.isDisabled()));
  await open(page, `${parallettes}?option=${soldOut.indexOf(true)}`);
  await expect(page.getByText(SOLD_OUT.fr)).toBeVisible();
  await expect(option(page, '20 cm')).toBeChecked();
});

test('a preselected option that sells out during the log-in is replaced with a notice', async ({
  page,
  member,
}) => {
  for (const locale of LOCALES) {
    await openItem(page, locale, BALLS[locale]);
    await page.getByRole('button', { name: WORDS[locale].buy }).click();
    const wanted = new URL(page.url()).searchParams.get('redirect');
    expect(wanted).toMatch(/[?&]option=0(&|$)/);
  }
  await logInWith(page, 'en', member);
  await expect(page.getByRole('heading', { name: WORDS.en.form })).toBeVisible();
  await openItem(page, 'en', 'Beech parallettes');
  const item = new URL(page.url()).pathname;
  await open(page, `${item}?option=2&buy=true`);
  await expect(page.getByRole('heading', { name: WORDS.en.form })).toBeVisible();
  await expect(page.getByText(SOLD_OUT.en)).toBeVisible();
});

test('an option can be chosen offline, and the input stays', async ({ page, context, member }) => {
  await signIn(page.context(), member);
  await openItem(page, 'fr', BALLS.fr);
  await page.getByRole('button', { name: WORDS.fr.buy }).click();
  await page.getByRole('button', { name: WORDS.fr.byHand }).click();
  await page.getByLabel(WORDS.fr.fields.relayName).fill('Tabac des Halles');
  await context.setOffline(true);
  await option(page, BLUE.fr).check();
  await expect(page).toHaveURL(/[?&]option=1/);
  await expect(page.getByLabel(WORDS.fr.fields.relayName)).toHaveValue('Tabac des Halles');
});
