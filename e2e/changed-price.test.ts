import { createDb } from '@agres/db/db';
import { deliveryFeeCents } from '@agres/domain/delivery-fees';
import { chargedCents } from '@agres/domain/prices';
import { formatPrice } from '@agres/i18n/formats';

import { expect, test } from './fixtures.ts';
import {
  BALLS,
  CARDS,
  DELIVERY,
  openOrderForm,
  ordersOf,
  payInDialog,
  payWith,
  WORDS,
} from './purchase-steps.ts';
import type { Site } from './site.ts';

const EUROPE = 1;
const CHANGED = /^Le prix vient de changer\. Rien n’a été débité\. Le nouveau total est de/;
const FORMER = (sum: string) => `avant : ${sum}`;
const RELOAD = 'rechargez la page pour voir le nouveau prix.';

/** Changes the price of the balls by an amount in cents; returns the new price. */
async function changePrice(site: Site, by: number): Promise<number> {
  const { db, close } = createDb(site.databaseUrl, { poolSize: 1 });
  try {
    const { id } = await db.item.findFirstOrThrow({ where: { titleEn: BALLS.en } });
    const data = { priceCents: { increment: by } };
    return (await db.item.update({ where: { id }, data })).priceCents;
  } finally {
    await close();
  }
}

test('a price changed during checkout is not charged until confirmed', async ({
  page,
  member,
  site,
}) => {
  const words = WORDS.fr;
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  await page.getByRole('radio', { name: words.europe }).check();
  await page.getByLabel(words.relayCountry).fill(words.belgium);
  await page.getByRole('button', { name: words.confirm }).click();
  const dialog = page.getByRole('dialog', { name: words.shopName });
  const sumOf = (priceCents: number) =>
    formatPrice('fr', chargedCents(priceCents, deliveryFeeCents(EUROPE)));

  const raised = await changePrice(site, 2000);
  try {
    await expect(dialog).toContainText(sumOf(raised - 2000));
    const charged = () => site.provider.money()['main']?.succeeded ?? 0;
    const before = charged();
    await payInDialog(page, 'fr', CARDS.good);
    const alert = page.getByRole('alert').filter({ hasText: CHANGED });
    await expect(alert).toContainText(sumOf(raised));
    await expect(page.locator('main form dl').first()).toContainText(sumOf(raised));
    // Words beside every total state the former price, which is not struck through.
    const former = FORMER(sumOf(raised - 2000));
    await expect(page.locator('main form dl').first()).toContainText(former);
    await expect(page.getByText(sumOf(raised - 2000))).toHaveText([former, former, former]);
    expect(charged()).toBe(before);
    expect(await ordersOf(page)).toEqual([]);
    const relay = page.getByLabel(words.fields.relayName, { exact: true });
    await expect(relay).toHaveValue(DELIVERY.relayName);
    await expect(page.getByRole('checkbox', { name: words.terms })).toBeChecked();

    await payWith(page, 'fr', CARDS.good);
    await expect(page.getByText(words.bought)).toBeVisible();
    const amountCents = chargedCents(raised, deliveryFeeCents(EUROPE));
    expect(await ordersOf(page)).toMatchObject([{ amountCents }]);
    expect(charged()).toBe(before + 1);
  } finally {
    await changePrice(site, -2000);
  }
});

test('a page that does not know the new price asks for a reload', async ({ page, member }) => {
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  await page.route('**/trpc/shop.buy*', (route) =>
    route.fulfill({
      status: 409,
      json: { error: { message: 'price_changed', code: -32_000, data: { httpStatus: 409 } } },
    }),
  );
  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByRole('alert')).toContainText(RELOAD);
});
