import type { Locator, Page } from '@playwright/test';

import { DEMO_PASSWORD } from '../prisma/seed.ts';
import { expect, signIn, test } from './fixtures.ts';
import { open } from './open.ts';
import { CARDS, openOrderForm, payWith, refusalIn, WORDS } from './purchase-steps.ts';

const PARALLETTES = 'Parallettes en hêtre';
const DEMO_MEMBER = { email: 'member@agres.test' };

const colour = (page: Page, token: string) =>
  page.evaluate((name) => {
    const probe = document.createElement('i');
    probe.style.color = `var(--color-${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);

const expectBorder = async (page: Page, field: Locator, token: string) =>
  expect(field).toHaveCSS('border-top-color', await colour(page, token));

test('an order in progress has the warning colour; a delivered one is green with a grey title', async ({
  page,
}) => {
  await signIn(page.context(), DEMO_MEMBER, DEMO_PASSWORD);
  await page.goto('/fr/profil');
  const waiting = page.getByText('En cours de traitement');
  await expect(waiting).toHaveCSS('color', await colour(page, 'warning'));
  const delivered = page.getByText(/^Livrée le \d{1,2}(er)?\s\p{L}+\s\d{4}$/u);
  await expect(delivered).toHaveCSS('color', await colour(page, 'success'));

  const orderWith = (state: Locator) => page.getByRole('article').filter({ has: state });
  const title = (state: Locator) => orderWith(state).getByRole('heading');
  await expect(title(waiting)).toHaveCSS('color', await colour(page, 'ink'));
  await expect(title(delivered)).toHaveCSS('color', await colour(page, 'ink-soft'));
});

test('an error is red, a success message green', async ({ page }) => {
  await open(page, '/fr/connexion?notice=account_created');
  const news = page.getByRole('main').getByRole('status');
  await expect(news).toHaveCSS('color', await colour(page, 'success'));
  await expect(news).toHaveCSS('background-color', await colour(page, 'success-ground'));

  await open(page, '/fr/inscription');
  await page.getByLabel('Adresse e‑mail').fill(DEMO_MEMBER.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill('Abcdef13');
  await page.getByLabel('Confirmation du mot de passe').fill('Abcdef13');
  await page.keyboard.press('Enter');
  const refusal = page.getByRole('main').getByRole('alert');
  await expect(refusal).toHaveCSS('color', await colour(page, 'error'));
  await expect(refusal).toHaveCSS('background-color', await colour(page, 'error-ground'));
});

test('a log-in field turns red or green on blur, not before', async ({ page }) => {
  await open(page, '/fr/connexion');
  const email = page.getByLabel('Adresse e‑mail');
  const password = page.getByLabel('Mot de passe');
  await expectBorder(page, email, 'control-line');
  await email.focus();
  await password.focus();
  await expectBorder(page, email, 'error');
  await expectBorder(page, password, 'control-line');
  await email.fill('jeanne@agres.test');
  await expectBorder(page, email, 'success');
});

test('a field of the purchase form turns red or green on blur, not before', async ({
  page,
  member,
}) => {
  await openOrderForm(page, member, { locale: 'fr', item: PARALLETTES });
  await page.getByRole('button', { name: WORDS.fr.byHand }).click();
  const relay = page.getByLabel(WORDS.fr.fields.relayName);
  const city = page.getByLabel(WORDS.fr.fields.city);
  await expectBorder(page, relay, 'control-line');
  await relay.focus();
  await city.focus();
  await expectBorder(page, relay, 'error');
  await expectBorder(page, city, 'control-line');
  await relay.fill('Tabac des Halles');
  await expectBorder(page, relay, 'success');
});

test('while a card is entered and charged, « Annuler » and a second purchase are disabled', async ({
  page,
  member,
}) => {
  await openOrderForm(page, member, { locale: 'fr', item: PARALLETTES, isFilled: true });
  const confirm = page.getByText(WORDS.fr.confirm, { exact: true });
  const cancel = page.getByText(WORDS.fr.cancel, { exact: true });
  await expect(confirm).toBeEnabled();
  await expect(cancel).toBeEnabled();

  // The payment call stays unanswered.
  await page.route('**/trpc/shop.buy*', () => undefined);
  await confirm.click();
  await page.getByRole('dialog').getByLabel(WORDS.fr.card.number).waitFor();
  await expect(confirm).toBeDisabled();
  await expect(cancel).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(cancel).toBeEnabled();

  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByRole('alertdialog')).toHaveText(WORDS.fr.paying);
  await expect(confirm).toBeDisabled();
  await expect(cancel).toBeDisabled();
});

test('an option sold out meanwhile disables the order, and another one enables it', async ({
  page,
  member,
}) => {
  await openOrderForm(page, member, { locale: 'fr', item: PARALLETTES, isFilled: true });
  const confirm = page.getByRole('button', { name: WORDS.fr.confirm });
  await expect(page.getByRole('radio', { name: '20 cm' })).toBeChecked();
  await expect(confirm).toBeEnabled();

  // After a failed attempt the page fetches a list in which the first option is sold out.
  await page.route('**/trpc/*shop.items*', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({
      response,
      body: text.replace(/"remainingStock":\d+/, '"remainingStock":0'),
    });
  });
  await payWith(page, 'fr', CARDS.refused);
  await expect(refusalIn(page)).toContainText(WORDS.fr.refusedCard);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('radio', { name: '20 cm' })).toBeDisabled();
  await expect(confirm).toBeDisabled();
  await page.getByRole('radio', { name: '30 cm' }).check();
  await expect(confirm).toBeEnabled();
});
