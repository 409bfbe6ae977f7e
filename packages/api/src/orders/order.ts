import { Prisma } from '@shop/db/db';
import { ORDER_STATUSES, type Order } from '@shop/domain/shapes';
import { deliveryAreaOf, eurosOf } from '@shop/domain/shop';

import { cleanHtml } from '../html.ts';
import { localizedOrNull } from '../localized.ts';

/** What of an order may leave the server. */
export const orderSelect = {
  id: true,
  status: true,
  orderDate: true,
  postDate: true,
  area: true,
  firstName: true,
  lastName: true,
  shippingAddress: true,
  chosenOptionTitleFr: true,
  chosenOptionTitleEn: true,
  itemTitleFr: true,
  itemTitleEn: true,
  itemDescriptionFr: true,
  itemDescriptionEn: true,
  itemOptionTitleFr: true,
  itemOptionTitleEn: true,
  priceCents: true,
  amountCents: true,
  refundedCents: true,
  attempt: { select: { option: { select: { id: true, itemId: true } } } },
} satisfies Prisma.OrderSelect;

type OrderRow = Prisma.OrderGetPayload<{ select: typeof orderSelect }>;

/** SQL for the same of an order `o`, in one statement with its option, of its attempt `a`. */
export const ORDER_COLUMNS = Prisma.sql`
  o.id, o.status, o.order_date AS "orderDate", o.post_date AS "postDate", o.area,
  o.first_name AS "firstName", o.last_name AS "lastName", o.shipping_address AS "shippingAddress",
  o.chosen_option_title_fr AS "chosenOptionTitleFr",
  o.chosen_option_title_en AS "chosenOptionTitleEn",
  o.item_title_fr AS "itemTitleFr", o.item_title_en AS "itemTitleEn",
  o.item_description_fr AS "itemDescriptionFr", o.item_description_en AS "itemDescriptionEn",
  o.item_option_title_fr AS "itemOptionTitleFr", o.item_option_title_en AS "itemOptionTitleEn",
  o.price_cents AS "priceCents", o.amount_cents AS "amountCents",
  o.refunded_cents AS "refundedCents",
  a.option_id AS "optionId", (a.item_snapshot->>'itemId')::int AS "itemId"`;

/** What `ORDER_COLUMNS` reads. */
export type OrderColumns = Omit<OrderRow, 'attempt'> & { optionId: number; itemId: number };

/** An order of such a row, as its owner sees it. */
export function orderOfColumns({ optionId, itemId, ...row }: OrderColumns): Order {
  return orderOf({ ...row, attempt: { option: { id: optionId, itemId } } });
}

/** An order as its owner sees it; the item as it was when bought, its price in euros. */
export function orderOf(row: OrderRow): Order {
  return {
    id: row.id,
    status: ORDER_STATUSES.find((status) => status === row.status) ?? 'waiting',
    orderDate: row.orderDate.toISOString(),
    postDate: row.postDate?.toISOString() ?? null,
    area: deliveryAreaOf(row.area),
    firstName: row.firstName,
    lastName: row.lastName,
    shippingAddress: row.shippingAddress,
    chosenOptionTitle: localizedOrNull(row.chosenOptionTitleFr, row.chosenOptionTitleEn),
    itemId: row.attempt.option.itemId,
    optionId: row.attempt.option.id,
    amountCents: row.amountCents,
    currency: 'eur',
    refundedCents: row.refundedCents ?? 0,
    item: {
      title: { fr: row.itemTitleFr, en: row.itemTitleEn },
      description: { fr: cleanHtml(row.itemDescriptionFr), en: cleanHtml(row.itemDescriptionEn) },
      optionTitle: localizedOrNull(row.itemOptionTitleFr, row.itemOptionTitleEn),
      price: eurosOf(row.priceCents),
    },
  };
}
