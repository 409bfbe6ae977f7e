import { pathOf } from '@agres/domain/paths';
import type { Page } from '@playwright/test';

import { PASSWORD } from './content.ts';
import { expect, signIn, test as base } from './fixtures.ts';
import { open } from './open.ts';
import {
  CARDS,
  DELIVERY,
  fillDelivery,
  openOrderForm,
  payWith,
  reopenOrderForm,
  WORDS,
} from './purchase-steps.ts';
import { openSubscribePage, WORDS as SUBSCRIBING } from './subscription-steps.ts';
import { WORDS as USERS } from './user-steps.ts';

/** A page whose console errors do not fail the test. */
const test = base.extend<{ broken: Page }>({
  broken: async ({ context }, use) => use(await context.newPage()),
});

/**
 * Makes the page's next DOM change fail, as after a browser extension moved elements; returns a function that
 * counts the failed changes.
 */
async function breakNextChange(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its node below
    const { insertBefore, appendChild, removeChild } = Node.prototype;
    const fail = (parent: unknown): void => {
      if (!(parent instanceof Element) || parent.closest('main form, main section') === null)
        return;
      Object.assign(Node.prototype, { insertBefore, appendChild, removeChild });
      document.documentElement.setAttribute('data-broken', '');
      throw new DOMException('not a child of this node', 'NotFoundError');
    };
    Object.assign(Node.prototype, {
      insertBefore(...nodes: Parameters<typeof insertBefore>) {
        fail(this);
        return insertBefore.apply(this, nodes);
      },
      appendChild(...nodes: Parameters<typeof appendChild>) {
        fail(this);
        return appendChild.apply(this, nodes);
      },
      removeChild(...nodes: Parameters<typeof removeChild>) {
        fail(this);
        return removeChild.apply(this, nodes);
      },
    });
  });
  return () => page.locator('html[data-broken]').count();
}

test('a purchase form that an extension breaks is rendered again with its input, and sells', async ({
  broken: page,
  member,
}) => {
  const words = WORDS.fr;
  await openOrderForm(page, member, { locale: 'fr' });
  await page.getByRole('radio', { name: 'Bleu nuit' }).check();
  await fillDelivery(page, 'fr');
  const broke = await breakNextChange(page);
  await page.getByRole('radio', { name: words.europe }).check();
  expect(await broke()).toBe(1);
  await expect(page.getByRole('radio', { name: words.europe })).toBeChecked();
  await page.getByRole('radio', { name: words.france }).check();
  for (const [name, label] of Object.entries(words.fields)) {
    const typed = Object.entries(DELIVERY).find(([field]) => field === name)?.[1] ?? '';
    await expect(page.getByLabel(label, { exact: true }), name).toHaveValue(typed);
  }
  await expect(page.getByRole('checkbox', { name: words.terms })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Bleu nuit' })).toBeChecked();
  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByRole('status').filter({ hasText: words.bought })).toBeVisible();
});

test('a sign-up form that breaks keeps the address and the passwords', async ({ broken: page }) => {
  const words = USERS.fr;
  const email = page.getByLabel(words.email);
  await open(page, pathOf('signUp', 'fr'));
  await email.fill('lea@agres.test');
  await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
  await page.getByLabel(words.again).fill('Abcdef1');
  // Typing ticks off rules and reports mismatches, which changes the DOM too.
  await email.focus();
  await expect(page.locator('.text-success', { hasText: 'une majuscule' }).first()).toBeVisible();
  await expect(page.getByLabel(words.again)).toHaveAttribute('aria-invalid', 'true');
  const broke = await breakNextChange(page);
  // The page inserts the error for the address as a new element.
  await email.fill('lea@agres');
  await expect.poll(broke).toBe(1);
  await expect(email).toHaveValue('lea@agres');
  await expect(page.getByLabel(words.password, { exact: true })).toHaveValue(PASSWORD);
  await expect(page.getByLabel(words.again)).toHaveValue('Abcdef1');
});

async function blockProvider(page: Page): Promise<() => Promise<void>> {
  await page.route('**/v3/**', (route) => route.abort());
  return () => page.unroute('**/v3/**');
}

const ASKS_FOR_CARD: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'a purchase': async (page) => {
    await reopenOrderForm(page, { locale: 'fr', isFilled: true });
    await page.getByRole('button', { name: WORDS.fr.confirm }).click();
  },
  'a subscription': async (page) => {
    await openSubscribePage(page, 'fr', 'monthly');
    await page.getByRole('checkbox', { name: SUBSCRIBING.fr.terms }).check();
    await page.getByRole('button', { name: SUBSCRIBING.fr.order }).click();
  },
};

for (const [what, askForCard] of Object.entries(ASKS_FOR_CARD)) {
  test(`${what} shows that a content blocker may block the card form, and continues without it`, async ({
    broken: page,
    member,
  }) => {
    const unblock = await blockProvider(page);
    await signIn(page.context(), member);
    await askForCard(page);
    const popup = page.getByRole('dialog', { name: WORDS.fr.shopName });
    const alert = popup.getByRole('alert').filter({ hasText: 'ne s’est pas chargé' });
    await expect(alert).toContainText('bloqueur');
    await unblock();
    await popup.getByRole('button', { name: 'Réessayer' }).click();
    await expect(popup.getByLabel(WORDS.fr.card.number)).toBeVisible();
    await expect(alert).toBeHidden();
  });
}

test('a card update shows that a content blocker may block the card form', async ({
  broken: page,
}) => {
  await blockProvider(page);
  await signIn(page.context(), { email: 'subscriber@agres.test' }, 'Demo1234!');
  await open(page, pathOf('updatePaymentMethod', 'en'));
  await page.getByRole('button', { name: 'New bank details' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('content blocker');
});
