import { enqueueEmail } from '@agres/core/jobs/email';
import { Prisma, type Tx } from '@agres/db/db';
import { promisedDeliveryDays } from '@agres/domain/consumer-rights';
import { DELIVERY_AREAS } from '@agres/domain/delivery';
import { CENTS_OFF } from '@agres/domain/prices';
import type { Order } from '@agres/domain/shapes';

import { orderConfirmedEmail } from './emails.ts';
import { ORDER_COLUMNS, orderOf, type OrderRow } from './read-order.ts';
import { saveDeliverySql } from './saved-delivery.ts';

/** SQL for the promised delivery time in days, by the attempt's area. */
const promisedDays = () =>
  Prisma.sql`CASE area ${Prisma.join(
    DELIVERY_AREAS.map(
      (area) => Prisma.sql`WHEN ${area}::smallint THEN ${promisedDeliveryDays(area)}::int`,
    ),
    ' ',
  )} ELSE ${promisedDeliveryDays(null)}::int END`;

/**
 * Writes the order of a paid attempt, saves its delivery for the buyer's next purchase, and enqueues its
 * email. Reads the attempt only, because the item and the account may have changed since. A `boughtAt` of
 * null means now.
 */
export async function writeOrder(tx: Tx, attemptId: string, boughtAt: Date | null): Promise<Order> {
  const [row] = await tx.$queryRaw<OrderRow[]>`
    WITH o AS (
      INSERT INTO orders (attempt_id, user_id, area, first_name, last_name, shipping_address,
        relay_id, contact_email, item_title_fr, item_title_en, item_description_fr, item_description_en,
        item_option_title_fr, item_option_title_en, chosen_option_title_fr, chosen_option_title_en,
        price_cents, fee_cents, amount_cents, vat_percent, currency, stripe_account, locale, cgv_at,
        contract_text_id, order_date, promised_by)
      SELECT id, user_id, area, recipient->>'firstName', recipient->>'lastName',
        recipient->>'shippingAddress', recipient->>'relayId', recipient->>'contactEmail',
        item_snapshot->>'titleFr', item_snapshot->>'titleEn',
        item_snapshot->>'descriptionFr', item_snapshot->>'descriptionEn',
        item_snapshot->>'optionTitleFr', item_snapshot->>'optionTitleEn',
        item_snapshot->>'chosenTitleFr', item_snapshot->>'chosenTitleEn',
        (item_snapshot->>'priceCents')::int,
        amount_cents + ${CENTS_OFF}::int - (item_snapshot->>'priceCents')::int,
        amount_cents, (item_snapshot->>'vatPercent')::float8, currency, stripe_account, locale, cgv_at,
        contract_text_id,
        coalesce(${boughtAt}::timestamptz, CURRENT_TIMESTAMP),
        (coalesce(${boughtAt}::timestamptz, CURRENT_TIMESTAMP) AT TIME ZONE 'Europe/Paris')::date
          + ${promisedDays()}
      FROM purchase_attempt WHERE id = ${attemptId}::uuid
      -- An existing order is returned unchanged.
      ON CONFLICT (attempt_id) DO UPDATE SET attempt_id = orders.attempt_id
      RETURNING *),
    saved AS (${saveDeliverySql(attemptId)})
    SELECT ${ORDER_COLUMNS} FROM o JOIN purchase_attempt a ON a.id = o.attempt_id`;
  if (row === undefined) throw new Error(`attempt ${attemptId} no longer exists`);
  const order = orderOf(row);
  await enqueueEmail(tx, {
    email: orderConfirmedEmail,
    request: { orderId: order.id },
    dedupe: `order:${attemptId}`,
  });
  return order;
}
