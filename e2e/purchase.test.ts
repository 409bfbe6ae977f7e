import type { Item } from '@agres/domain/shapes';
import type { APIRequestContext, Page } from '@playwright/test';

import { LAST_UNIT } from './content.ts';
import { expect, signIn, test } from './fixtures.ts';
import { keepNothing } from './navigation-steps.ts';
import { open } from './open.ts';
import {
  BALLS,
  CARDS,
  DELIVERY,
  fillDelivery,
  openItem,
  openItemByCard,
  openOrderForm,
  ordersOf,
  payInDialog,
  payWith,
  refusalIn,
  reopenOrderForm,
  WORDS,
} from './purchase-steps.ts';
import { holdAfterFirst } from './screens/screen.ts';
import { logInWith } from './user-steps.ts';

const PARALLETTES = 'Parallettes en hêtre';
const CLUBS = 'Trois massues de jonglage';

const itemTitled = async (request: APIRequestContext, title: string): Promise<Item> => {
  const items = (await (await request.get('/api/items')).json()) as Item[];
  const item = items.find((candidate) => candidate.title.fr === title);
  if (item === undefined) throw new Error(`There is no item "${title}".`);
  return item;
};

const NOTHING_CHARGED = 'Rien n’a été débité, et ce que vous avez saisi est toujours là.';

const takenCents = (money: Record<string, { amountCents: number }>) =>
  Object.values(money).reduce((sum, { amountCents }) => sum + amountCents, 0);

test('a visitor finds an item, logs in, buys it and sees the order, in French', async ({
  page,
  member,
  site,
}) => {
  const words = WORDS.fr;
  const before = await itemTitled(page.request, BALLS.fr);
  const takenBefore = takenCents(site.provider.money());

  await openItemByCard(page, 'fr', BALLS.fr);
  await expect(page).toHaveURL(`/fr/boutique/materiel/${before.id}`);
  await expect(page.getByText('29,99 €').first()).toBeVisible();
  await page.getByRole('button', { name: words.buy }).click();

  await expect(page).toHaveURL(/\/fr\/connexion\?redirect=/);
  await logInWith(page, 'fr', member);

  await expect(page.getByRole('heading', { name: words.form })).toBeFocused();
  await expect(page.getByLabel('Prénom', { exact: true })).toHaveValue(member.firstName);
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue(member.lastName);
  await page.getByRole('radio', { name: 'Bleu nuit' }).check();
  await fillDelivery(page, 'fr');
  await payWith(page, 'fr', CARDS.good);

  await expect(
    page.getByRole('status').filter({ hasText: 'Votre commande est confirmée' }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/fr\/boutique\?/);

  await page.getByRole('link', { name: 'MON PROFIL' }).click();
  const order = page.getByRole('tabpanel', { name: words.orders }).getByRole('article');
  await expect(order).toHaveCount(1);
  await expect(order.getByRole('heading')).toHaveText(BALLS.fr);
  await expect(order).toContainText('Bleu nuit');
  await expect(order).toContainText(words.waiting);
  await expect(order).toContainText('29,99 €');
  await expect(order).toContainText(`${DELIVERY.firstName} ${DELIVERY.lastName}`);
  await expect(order).toContainText('12 bis rue du Marché');
  await expect(order).toContainText('01310 Polliat');

  expect(takenCents(site.provider.money()) - takenBefore).toBe(2999);
  const after = await itemTitled(page.request, BALLS.fr);
  expect(after.options[1]?.remainingStock).toBe((before.options[1]?.remainingStock ?? 0) - 1);
});

test('a member buys an item for delivery abroad, in English', async ({ page, member, site }) => {
  const words = WORDS.en;
  const takenBefore = takenCents(site.provider.money());
  await openOrderForm(page, member, { locale: 'en', isFilled: true });
  await expect(page.getByText('free').last()).toBeVisible();

  await page.getByRole('radio', { name: words.europe }).check();
  const country = page.getByLabel(words.relayCountry);
  await expect(country).toHaveValue('');
  await expect(page.getByRole('button', { name: words.confirm })).toBeDisabled();
  await country.fill('Belgium');
  await expect(
    page.getByRole('group', { name: 'Check and pay' }).getByText('€39.99'),
  ).toBeVisible();
  await payWith(page, 'en', CARDS.good);

  await expect(page.getByRole('status').filter({ hasText: words.bought })).toBeVisible();
  const pickupPoint = page.getByRole('definition').filter({ hasText: DELIVERY.relayName });
  await expect(pickupPoint).toContainText('Belgium');
  await open(page, page.url().replace(words.shop, WORDS.fr.shop));
  await expect(pickupPoint).toContainText('Belgique');
  await page.goBack();
  await page.getByRole('link', { name: 'MY PROFILE' }).click();
  const order = page.getByRole('tabpanel', { name: words.orders }).getByRole('article');
  await expect(order).toContainText('€39.99');
  await expect(order).toContainText('Europe');
  await expect(order).toContainText('Belgium');
  expect(takenCents(site.provider.money()) - takenBefore).toBe(3999);
});

test('a browser without storage can buy', async ({ page, member }) => {
  await keepNothing(page);
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  await payWith(page, 'fr', CARDS.refused);
  await expect(refusalIn(page)).toContainText(WORDS.fr.refusedCard);
  await payInDialog(page, 'fr', CARDS.good);
  await expect(page.getByRole('status').filter({ hasText: WORDS.fr.bought })).toBeVisible();
  expect(await ordersOf(page)).toHaveLength(1);
});

test('a declined card keeps dialog and form, and another card pays', async ({ page, member }) => {
  const words = WORDS.fr;
  const before = await itemTitled(page.request, BALLS.fr);
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });

  await payWith(page, 'fr', CARDS.refused);
  await expect(refusalIn(page)).toContainText(words.refusedCard);
  await expect(page.locator(':focus')).toContainText(words.refusedCard);
  await expect(refusalIn(page)).toContainText('Rien n’a été débité.');
  await payInDialog(page, 'fr', CARDS.withoutFunds);
  await expect(refusalIn(page)).toContainText(words.noFunds);

  await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(words.noFunds);
  await expect(page.locator(':focus')).toContainText(words.noFunds);
  await expect(page.locator(':focus')).toContainText(NOTHING_CHARGED);
  await expect(page.getByLabel('Nom du point relais')).toHaveValue(DELIVERY.relayName);
  expect((await itemTitled(page.request, BALLS.fr)).remainingStock).toBe(before.remainingStock);

  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByText('Votre commande est confirmée')).toBeVisible();
  expect(await ordersOf(page)).toHaveLength(1);
});

test('on a phone the card dialog is at the foot of the screen, with its button in view', async ({
  page,
  member,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  await payWith(page, 'fr', CARDS.refused);
  await expect(refusalIn(page)).toBeVisible();
  const dialog = page.getByRole('dialog');
  const pay = dialog.getByRole('button', { name: WORDS.fr.pay });
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  const sheet = await dialog.boundingBox();
  expect(sheet).toMatchObject({ x: 0, width: 360 });
  expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBe(740);
  await expect(pay).toBeInViewport({ ratio: 1 });
  // A keyboard takes half of the screen.
  await page.setViewportSize({ width: 360, height: 370 });
  await expect(pay).toBeInViewport({ ratio: 1 });
});

test('an error with an unknown outcome does not claim that nothing was charged', async ({
  page,
  member,
}) => {
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  await page.route('**/trpc/shop.buy*', (route) => {
    const data = { httpStatus: 500 };
    const json = { error: { message: 'failed_purchase_contact_admin', code: -32_603, data } };
    return route.fulfill({ status: 500, json });
  });
  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(page.getByText(NOTHING_CHARGED)).toHaveCount(0);
});

test('a card with 3-D Secure pays once the buyer has confirmed', async ({ page, member }) => {
  await openOrderForm(page, member, { locale: 'en', isFilled: true });

  await payWith(page, 'en', CARDS.confirmedAtBank);
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(refusalIn(page)).toContainText('Your bank couldn’t confirm the payment.');
  expect(await ordersOf(page)).toHaveLength(0);

  await payInDialog(page, 'en', CARDS.confirmedAtBank);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByRole('status').filter({ hasText: WORDS.en.bought })).toBeVisible();
  expect(await ordersOf(page)).toHaveLength(1);
});

test('a lost response is retried with the same idempotency key, and charged once', async ({
  page,
  member,
  site,
}) => {
  const takenBefore = takenCents(site.provider.money());
  const keys: (string | undefined)[] = [];
  await page.route('**/trpc/shop.buy', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  await payWith(page, 'fr', CARDS.good);

  await expect(page.getByText('Votre commande est confirmée')).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(await ordersOf(page)).toHaveLength(1);
  expect(takenCents(site.provider.money()) - takenBefore).toBe(2999);
});

test('a payment in progress blocks the page, and resumes after a reload', async ({
  page,
  member,
  site,
}) => {
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  const resume = await holdAfterFirst(page, 'shop.buy');
  site.provider.setLatency({ minMs: 2500, maxMs: 2500 });
  await payWith(page, 'fr', CARDS.good);

  const overlay = page.getByRole('alertdialog', { name: WORDS.fr.paying });
  await expect(overlay).toBeFocused();
  await expect(page.getByRole('main')).toHaveAttribute('inert');
  await expect(overlay).toContainText('29,99 €');
  await page.reload();
  await expect(overlay).toBeVisible();
  await expect(overlay).toHaveAccessibleDescription('Merci de ne pas fermer cette page. 29,99 €');
  site.provider.setLatency({ minMs: 0, maxMs: 0 });
  resume();

  await expect(page.getByText('Votre commande est confirmée')).toBeVisible({ timeout: 20_000 });
  expect(await ordersOf(page)).toHaveLength(1);
});

test('an item out of stock cannot be bought, and the first option in stock is preselected', async ({
  page,
}) => {
  await open(page, '/fr/boutique');
  const card = page.getByRole('article').filter({ hasText: CLUBS });
  await expect(card.getByText('Rupture de stock', { exact: true })).toBeVisible();
  await card.getByRole('link').click();
  await expect(page.getByText(WORDS.fr.soldOut, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: WORDS.fr.buy })).toBeHidden();

  await openItem(page, 'fr', PARALLETTES);
  await expect(page.getByRole('radio', { name: '20 cm' })).toBeChecked();
  await expect(page.getByText('Plus que 3 en stock !')).toBeVisible();
  await expect(page.getByRole('radio', { name: '40 cm' })).toBeDisabled();
});

test('a buyer whose item sells out meanwhile sees an error, and is not charged', async ({
  page,
  member,
  members,
  browser,
  site,
}) => {
  const takenBefore = takenCents(site.provider.money());
  const form = { locale: 'fr', item: LAST_UNIT.title.fr, isFilled: true } as const;
  await openOrderForm(page, member, form);

  const rival = await browser.newPage({ baseURL: site.origin });
  await openOrderForm(rival, members.next().value, form);
  await payWith(rival, 'fr', CARDS.good);
  await expect(rival.getByText('Votre commande est confirmée')).toBeVisible();
  await rival.close();

  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(WORDS.fr.justSoldOut);
  await expect(page.getByRole('button', { name: WORDS.fr.confirm })).toBeDisabled();
  expect(takenCents(site.provider.money()) - takenBefore).toBe(LAST_UNIT.priceCents - 1);
  expect(await ordersOf(page)).toHaveLength(0);
});

test('a subscriber of the second account pays there', async ({ page, site }) => {
  const before = site.provider.money()['bis']?.amountCents ?? 0;
  await signIn(page.context(), { email: 'subscriber-bis@agres.test' }, 'Demo1234!');
  await reopenOrderForm(page, { locale: 'en', isFilled: true });
  await payWith(page, 'en', CARDS.good);
  await expect(page.getByRole('status').filter({ hasText: WORDS.en.bought })).toBeVisible();
  expect((site.provider.money()['bis']?.amountCents ?? 0) - before).toBe(2999);
});

test('the whole purchase works by keyboard alone', async ({ page, member }) => {
  const words = WORDS.fr;
  await signIn(page.context(), member);
  await open(page, '/fr/boutique');
  await tabTo(page, 'link', BALLS.fr);
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', words.buy);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: words.form })).toBeFocused();

  await tabTo(page, 'button', words.byHand);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(words.fields.relayName)).toBeFocused();
  for (const [name, label] of Object.entries(words.fields)) {
    if (name !== 'relayName') await tabTo(page, 'textbox', label);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(Object.entries(DELIVERY).find(([field]) => field === name)?.[1] ?? '');
  }
  await tabTo(page, 'checkbox', words.terms);
  await page.keyboard.press('Space');
  await tabTo(page, 'button', new RegExp(`^${words.confirm}`));
  await page.keyboard.press('Enter');

  await expect(page.getByLabel(words.card.number)).toBeFocused();
  await page.keyboard.type(`${CARDS.good}1234123`);
  await tabTo(page, 'button', words.pay);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Votre commande est confirmée')).toBeVisible();
  expect(await ordersOf(page)).toHaveLength(1);
});

/** Presses Tab until an element has the focus. */
async function tabTo(
  page: Page,
  role: 'link' | 'button' | 'textbox' | 'checkbox',
  name: string | RegExp,
) {
  const wanted = page.getByRole(role, { name, exact: true });
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never reached the ${role} ${name}.`);
}
