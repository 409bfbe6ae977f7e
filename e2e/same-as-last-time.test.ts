import type { Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { open } from './open.ts';
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

const SAYS = {
  same: 'Utiliser à nouveau',
  where: 'Tabac des Halles, 01000 Bourg-en-Bresse',
  filledIn: /^Rempli d’après votre dernière commande\./,
  again: 'Repartir de zéro',
  changes: ['Modifier le point relais', 'Modifier le destinataire'],
  keep: 'Les réutiliser pour mon prochain achat',
  keeps: /gardons ces informations pour votre prochaine commande/,
  nothing: /^Rien n’est gardé/,
} as const;

const fieldsOf = (page: Page, locale: Locale) =>
  Object.entries(WORDS[locale].fields).map(([name, label]) => ({
    field: page.getByLabel(label, { exact: true }),
    value: Object.entries(DELIVERY).find(([field]) => field === name)?.[1] ?? '',
  }));

test('one click fills in the last delivery data, until the profile deletes them', async ({
  page,
  member,
}) => {
  // Two whole purchases.
  test.slow();
  const words = WORDS.fr;
  const same = page.getByRole('button', { name: SAYS.same });
  const confirm = page.getByRole('button', { name: words.confirm });
  await openOrderForm(page, member, { locale: 'fr' });
  await expect(page.getByText(SAYS.keeps)).toBeVisible();
  await expect(same).toHaveCount(0);
  await fillDelivery(page, 'fr');
  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByRole('status').filter({ hasText: words.bought })).toBeVisible();

  await reopenOrderForm(page, { locale: 'fr' });
  await expect(page.getByText(SAYS.where)).toBeVisible();
  for (const { field } of fieldsOf(page, 'fr').slice(0, 5)) await expect(field).toHaveValue('');
  await same.focus();
  await page.keyboard.press('Enter');
  for (const { field, value } of fieldsOf(page, 'fr')) await expect(field).toHaveValue(value);
  await expect(page.getByRole('status').filter({ hasText: SAYS.filledIn })).toBeVisible();
  await expect(page.getByRole('button', { name: SAYS.again })).toBeFocused();
  for (const { field } of fieldsOf(page, 'fr')) await expect(field).toBeHidden();
  const [changeRelay, changeRecipient] = SAYS.changes;
  await expect(page.getByRole('button', { name: changeRelay })).toBeVisible();
  await page.getByRole('button', { name: changeRecipient }).press('Enter');
  await expect(page.getByLabel(words.fields.firstName, { exact: true })).toBeFocused();
  await expect(confirm).toBeDisabled();
  await page.getByRole('checkbox', { name: words.terms }).check();
  await expect(confirm).toBeEnabled();
  await page.reload();
  for (const { field, value } of fieldsOf(page, 'fr')) await expect(field).toHaveValue(value);
  await page.getByRole('checkbox', { name: words.terms }).check();
  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByRole('status').filter({ hasText: words.bought })).toBeVisible();
  const [second, first] = await ordersOf(page);
  expect(second?.shippingAddress).toBe(first?.shippingAddress);
  expect(second?.firstName).toBe(DELIVERY.firstName);

  await open(page, pathOf('profile', 'fr'));
  const keep = page.getByRole('switch', { name: SAYS.keep });
  await expect(keep).toBeChecked();
  await keep.press('Space');
  await expect(page.getByText(SAYS.nothing)).toBeVisible();
  await expect(keep).not.toBeChecked();
  await reopenOrderForm(page, { locale: 'fr' });
  await expect(page.getByLabel(words.fields.city, { exact: true })).toHaveValue('');
  await expect(same).toHaveCount(0);
  await expect(page.getByText(SAYS.keeps)).toHaveCount(0);
});
