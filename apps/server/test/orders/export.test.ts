import { exportOrders } from '@agres/office/orders/export-orders';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { give } from '../support/command.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { ABROAD, buy, startTestShop } from '../support/shop.ts';

const shop = useRunning(startTestShop);
beforeAll(async () => {
  const { id } = await addItem(shop.app.db, { priceCents: 6500 });
  const { client } = await shop.app.member();
  const stripeToken = await shop.cardToken();
  const who = { firstName: 'Camille', lastName: 'Roussel', ...ABROAD[1] };
  const bought = await buy(client, { id, stripeToken, ...who });
  if (bought.status !== 200) throw new Error('nothing was bought');
  // A spreadsheet would evaluate this title as a formula.
  await shop.app.db.order.updateMany({ data: { itemTitleFr: '=1+1; "x"' } });
});

test('orders.export has no names, escapes formulas, and writes amounts as chosen', async () => {
  const { text } = await give(shop, 'orders.export');
  const [titles = '', ...orders] = text.trimEnd().split('\r\n');
  expect(titles).toContain('order;bought;state;sent;delivered;cancelled;item;option');
  expect(orders).toHaveLength(1);
  expect(orders[0]).toContain(`;"'=1+1; ""x""";`);
  expect(orders[0]).toMatch(/;64,99;10,00;74,99;0,00;eur;main;pi_\w+$/);
  expect(text).not.toMatch(/Camille|Roussel|@|rue/);
  expect((await give(shop, 'orders.export', { style: 'en' })).text).toContain('64.99');
  const none = await give(shop, 'orders.export', { from: '2999-01-01' });
  expect(none.text.trimEnd().split('\r\n')).toHaveLength(1);
});

test('orders.export lists each order once, oldest first, across pages of equal dates', async () => {
  const { db } = shop.app;
  // Copies of the order, more than two pages of the export, all bought a day earlier.
  const copies = 4500;
  await db.$executeRaw`
    INSERT INTO purchase_attempt (user_id, idempotency_key, request_hash, state, option_id,
      item_snapshot, recipient, area, cgv_at, locale, amount_cents, stripe_account, payment_intent_id)
    SELECT user_id, 'copy' || g, request_hash, state, option_id, item_snapshot, recipient, area, cgv_at,
      locale, amount_cents, stripe_account, 'pi_copy_' || g
    FROM purchase_attempt, generate_series(1, ${copies}::int) g`;
  await db.$executeRaw`
    INSERT INTO orders (attempt_id, user_id, order_date, area, first_name, last_name, shipping_address,
      item_title_fr, item_title_en, item_description_fr, item_description_en, price_cents, fee_cents,
      amount_cents, stripe_account, locale, cgv_at)
    SELECT a.id, o.user_id, o.order_date - interval '1 day', o.area, o.first_name, o.last_name,
      o.shipping_address, o.item_title_fr, o.item_title_en, o.item_description_fr,
      o.item_description_en, o.price_cents, o.fee_cents, o.amount_cents, o.stripe_account, o.locale,
      o.cgv_at
    FROM orders o, purchase_attempt a WHERE a.payment_intent_id LIKE 'pi_copy_%'`;

  const answer = await give(shop, 'orders.export');
  const { text, output } = z
    .object({ text: z.string(), output: exportOrders.output })
    .parse(answer);
  // Compared outside `expect`, which would print the whole file.
  expect(text === output.csv).toBe(true);
  const payments = Array.from(text.matchAll(/pi_copy_\d+/g), ([payment]) => payment);
  expect(payments).toHaveLength(copies);
  expect(new Set(payments).size).toBe(copies);
  const numbers = Array.from(text.matchAll(/\r\n(\d+);/g), ([, number]) => Number(number));
  expect(numbers).toEqual([
    ...Array.from({ length: copies }, (_, index) => index + 2),
    // The original order is the newest.
    1,
  ]);
});
