import { expect, signIn, test } from './fixtures.ts';
import {
  BALLS,
  beginPurchase,
  CARDS,
  fillDelivery,
  ordersOf,
  payWith,
  WORDS,
} from './purchase-steps.ts';

test('the area France hides the country of the relay and sets it to France', async ({
  page,
  member,
}) => {
  const words = WORDS.fr;
  await signIn(page.context(), member);
  await beginPurchase(page, 'fr', BALLS.fr);
  await expect(page.getByLabel(words.relayCountry)).toBeHidden();
  await page.getByRole('radio', { name: words.europe }).check();
  await page.getByLabel(words.relayCountry).fill('Belgique');
  await page.getByRole('radio', { name: words.france }).check();
  await expect(page.getByLabel(words.relayCountry)).toBeHidden();
  await fillDelivery(page, 'fr');
  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByText('Votre achat est validé')).toBeVisible();
  const [order] = await ordersOf(page);
  expect(order?.area).toBe(0);
  expect(order?.shippingAddress).toContain('01000 Bourg-en-Bresse\nFrance\n');
});

test('a field that was left wrong is marked and named, and the purchase waits for it', async ({
  page,
  member,
}) => {
  const words = WORDS.en;
  await signIn(page.context(), member);
  await beginPurchase(page, 'en', BALLS.en);
  const confirm = page.getByRole('button', { name: words.confirm });
  const relay = page.getByLabel(words.fields.relayName);
  await expect(confirm).toBeDisabled();
  await expect(confirm).toHaveAccessibleDescription('Order with obligation to pay');
  await expect(relay).not.toHaveAttribute('aria-invalid', 'true');

  await relay.fill('   ');
  await relay.blur();
  await expect(relay).toHaveAttribute('aria-invalid', 'true');
  await expect(relay).toHaveAccessibleDescription(words.incomplete);
  await fillDelivery(page, 'en');
  await expect(relay).toHaveAttribute('aria-invalid', 'false');
  await expect(page.getByText(words.incomplete)).toBeHidden();
  await expect(confirm).toBeEnabled();

  await page.getByLabel(words.fields.zipCode).fill('-1');
  await expect(confirm).toBeDisabled();
  await page.getByLabel(words.fields.zipCode).fill('01000');
  await page.getByRole('checkbox', { name: words.terms }).uncheck();
  await expect(confirm).toBeDisabled();
});

test('the links of the form lead to the terms and the relay finder of the language', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  const linksIn = async (locale: 'fr' | 'en') => {
    await beginPurchase(page, locale, BALLS[locale]);
    const form = page.getByRole('main');
    const terms = form.getByRole('link', { name: WORDS[locale].terms });
    const finder = form.getByRole('link', { name: /relais|relay/ });
    await expect(terms).toHaveAttribute('target', '_blank');
    await expect(finder).toHaveAttribute('target', '_blank');
    return [await terms.getAttribute('href'), await finder.getAttribute('href')];
  };
  const french = await linksIn('fr');
  const english = await linksIn('en');
  expect(french[0]).toBe('/fr/conditions-generales');
  expect(english[0]).toBe('/en/terms-of-use');
  expect(french[1]).not.toBe(english[1]);
});

test('« Annuler » leads back to the list and forgets what was typed', async ({ page, member }) => {
  await signIn(page.context(), member);
  await beginPurchase(page, 'fr', BALLS.fr);
  await page.getByLabel(WORDS.fr.fields.relayName).fill('Tabac des Halles');
  await page.getByRole('button', { name: WORDS.fr.cancel }).click();
  await expect(page).toHaveURL('/fr/boutique');
  await beginPurchase(page, 'fr', BALLS.fr);
  await expect(page.getByLabel(WORDS.fr.fields.relayName)).toHaveValue('');
});

test('the card popup closes by Escape and by its cross, and focus returns to the button', async ({
  page,
  member,
  foreignRequests,
}) => {
  await signIn(page.context(), member);
  await beginPurchase(page, 'en', BALLS.en);
  await fillDelivery(page, 'en');
  expect(foreignRequests, 'before a card is asked for').toEqual([]);

  const confirm = page.getByRole('button', { name: WORDS.en.confirm });
  const popup = page.getByRole('dialog', { name: WORDS.en.shopName });
  await confirm.click();
  await expect(popup).toContainText('€29.99');
  await expect(popup.getByLabel(WORDS.en.card.number)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
  await expect(confirm).toBeFocused();

  await confirm.click();
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(popup).toBeHidden();
  await expect(confirm).toBeFocused();
});
