import { createDb } from '@agres/db/db';
import { deliveryFeeCents } from '@agres/domain/delivery-fees';
import { LOCALES, type Locale } from '@agres/domain/locale';
import { chargedCents } from '@agres/domain/prices';
import { formatPrice } from '@agres/i18n/formats';

import { expect, signIn, test } from './fixtures.ts';
import {
  BALLS,
  beginPurchase,
  CARDS,
  DELIVERY,
  fillDelivery,
  ordersOf,
  payInDialog,
  payWith,
  WORDS,
} from './purchase-steps.ts';
import type { Site } from './site.ts';

const EUROPE = 1;
const CHANGED = {
  fr: /^Le prix vient de changer\. Rien n’a été débité\. Le nouveau total est de/,
  en: /^The price changed while you were ordering\. You haven’t been charged\. The total is now/,
} as const;
const FORMER = {
  fr: (sum: string) => `avant : ${sum}`,
  en: (sum: string) => `before: ${sum}`,
} as const;
const RELOAD = {
  fr: 'rechargez la page pour voir le nouveau prix.',
  en: 'Reload the page to see the new price.',
} as const;

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

for (const locale of LOCALES) {
  test(`a price changed during checkout is not charged until confirmed, in ${locale}`, async ({
    page,
    member,
    site,
  }) => {
    const words = WORDS[locale];
    await signIn(page.context(), member);
    await beginPurchase(page, locale, BALLS[locale]);
    await fillDelivery(page, locale);
    await page.getByRole('radio', { name: words.europe }).check();
    await page.getByLabel(words.relayCountry).fill(words.belgium);
    await page.getByRole('button', { name: words.confirm }).click();
    const dialog = page.getByRole('dialog', { name: words.shopName });
    const sumIn = (language: Locale, priceCents: number) =>
      formatPrice(language, chargedCents(priceCents, deliveryFeeCents(EUROPE)));

    const raised = await changePrice(site, 2000);
    try {
      await expect(dialog).toContainText(sumIn(locale, raised - 2000));
      const charged = () => site.provider.money()['main']?.succeeded ?? 0;
      const before = charged();
      await payInDialog(page, locale, CARDS.good);
      const alert = page.getByRole('alert').filter({ hasText: CHANGED[locale] });
      await expect(alert).toContainText(sumIn(locale, raised));
      await expect(page.locator('main form dl').first()).toContainText(sumIn(locale, raised));
      // Words beside every total state the former price, which is not struck through.
      const former = FORMER[locale](sumIn(locale, raised - 2000));
      await expect(page.locator('main form dl').first()).toContainText(former);
      await expect(page.getByText(sumIn(locale, raised - 2000))).toHaveText([
        former,
        former,
        former,
      ]);
      expect(charged()).toBe(before);
      expect(await ordersOf(page)).toEqual([]);
      const relay = page.getByLabel(words.fields.relayName, { exact: true });
      await expect(relay).toHaveValue(DELIVERY.relayName);
      await expect(page.getByRole('checkbox', { name: words.terms })).toBeChecked();

      await payWith(page, locale, CARDS.good);
      await expect(page.getByText(words.bought)).toBeVisible();
      const amountCents = chargedCents(raised, deliveryFeeCents(EUROPE));
      expect(await ordersOf(page)).toMatchObject([{ amountCents }]);
      expect(charged()).toBe(before + 1);
    } finally {
      await changePrice(site, -2000);
    }
  });

  test(`a page that does not know the new price asks for a reload, in ${locale}`, async ({
    page,
    member,
  }) => {
    await signIn(page.context(), member);
    await beginPurchase(page, locale, BALLS[locale]);
    await fillDelivery(page, locale);
    await page.route('**/trpc/shop.buy*', (route) =>
      route.fulfill({
        status: 409,
        json: { error: { message: 'price_changed', code: -32_000, data: { httpStatus: 409 } } },
      }),
    );
    await payWith(page, locale, CARDS.good);
    await expect(page.getByRole('alert')).toContainText(RELOAD[locale]);
  });
}
