import { exportOrders } from '@agres/office/orders/export-orders';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { giveTo } from '../support/command.ts';
import { addItem } from '../support/rows.ts';
import { buy, startTestShop } from '../support/shop.ts';

test('orders.export lists each order once, oldest first, across pages of equal dates', async () => {
  const shop = await startTestShop();
  const { db } = shop.app;
  const { id } = await addItem(db);
  const { client } = await shop.app.member();
  await buy(client, { id, stripeToken: await shop.cardToken() });
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

  const answer = await giveTo(
    { db, clock: () => new Date(), provider: async () => shop.jobDeps },
    'orders.export',
    {},
  );
  const { text, output } = z
    .object({ text: z.string(), output: exportOrders.output })
    .parse(answer);
  // The printed text is the file itself.
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
  await shop.close();
});
