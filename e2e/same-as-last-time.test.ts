import { LOCALES, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import { expect, signIn, test } from './fixtures.ts';
import { open } from './open.ts';
import {
  BALLS,
  beginPurchase,
  CARDS,
  DELIVERY,
  fillDelivery,
  ordersOf,
  payWith,
  WORDS,
} from './purchase-steps.ts';

const SAYS = {
  fr: {
    same: 'Utiliser à nouveau',
    where: 'Tabac des Halles, 01000 Bourg-en-Bresse',
    filledIn: /^Rempli d’après votre dernière commande\./,
    again: 'Repartir de zéro',
    changes: ['Modifier le point relais', 'Modifier le destinataire'],
    keep: 'Réutiliser pour mon prochain achat',
    keeps: /gardons ces informations pour la prochaine fois/,
    nothing: /^Rien n’est gardé/,
  },
  en: {
    same: 'Use again',
    where: 'Tabac des Halles, 01000 Bourg-en-Bresse',
    filledIn: /^Filled in from your last order\./,
    again: 'Start again',
    changes: ['Change the pickup point', 'Change the recipient'],
    keep: 'Use it for my next purchase',
    keeps: /save these for next time/,
    nothing: /^We don’t save this\./,
  },
} as const satisfies Record<Locale, object>;

const fieldsOf = (page: Page, locale: Locale) =>
  Object.entries(WORDS[locale].fields).map(([name, label]) => ({
    field: page.getByLabel(label, { exact: true }),
    value: Object.entries(DELIVERY).find(([field]) => field === name)?.[1] ?? '',
  }));

for (const locale of LOCALES) {
  test(`one click fills in the last delivery data, until the profile deletes them, in ${locale}`, async ({
    page,
    member,
  }) => {
    // Two whole purchases.
    test.slow();
    const [words, says] = [WORDS[locale], SAYS[locale]];
    const same = page.getByRole('button', { name: says.same });
    const confirm = page.getByRole('button', { name: words.confirm });
    await signIn(page.context(), member);
    await beginPurchase(page, locale, BALLS[locale]);
    await expect(page.getByText(says.keeps)).toBeVisible();
    await expect(same).toHaveCount(0);
    await fillDelivery(page, locale);
    await payWith(page, locale, CARDS.good);
    await expect(page.getByRole('status').filter({ hasText: words.bought })).toBeVisible();

    await beginPurchase(page, locale, BALLS[locale]);
    await expect(page.getByText(says.where)).toBeVisible();
    for (const { field } of fieldsOf(page, locale).slice(0, 5)) await expect(field).toHaveValue('');
    await same.focus();
    await page.keyboard.press('Enter');
    for (const { field, value } of fieldsOf(page, locale)) await expect(field).toHaveValue(value);
    await expect(page.getByRole('status').filter({ hasText: says.filledIn })).toBeVisible();
    await expect(page.getByRole('button', { name: says.again })).toBeFocused();
    for (const { field } of fieldsOf(page, locale)) await expect(field).toBeHidden();
    const [changeRelay, changeRecipient] = says.changes;
    await expect(page.getByRole('button', { name: changeRelay })).toBeVisible();
    await page.getByRole('button', { name: changeRecipient }).press('Enter');
    await expect(page.getByLabel(words.fields.firstName, { exact: true })).toBeFocused();
    await expect(confirm).toBeDisabled();
    await page.getByRole('checkbox', { name: words.terms }).check();
    await expect(confirm).toBeEnabled();
    await page.reload();
    for (const { field, value } of fieldsOf(page, locale)) await expect(field).toHaveValue(value);
    await page.getByRole('checkbox', { name: words.terms }).check();
    await payWith(page, locale, CARDS.good);
    await expect(page.getByRole('status').filter({ hasText: words.bought })).toBeVisible();
    const [second, first] = await ordersOf(page);
    expect(second?.shippingAddress).toBe(first?.shippingAddress);
    expect(second?.firstName).toBe(DELIVERY.firstName);

    await open(page, pathOf('profile', locale));
    const keep = page.getByRole('switch', { name: says.keep });
    await expect(keep).toBeChecked();
    await keep.press('Space');
    await expect(page.getByText(says.nothing)).toBeVisible();
    await expect(keep).not.toBeChecked();
    await beginPurchase(page, locale, BALLS[locale]);
    await expect(page.getByLabel(words.fields.city, { exact: true })).toHaveValue('');
    await expect(same).toHaveCount(0);
    await expect(page.getByText(says.keeps)).toHaveCount(0);
  });
}
