import { cleanHtml } from '@agres/core/html';
import { localizedOrNull } from '@agres/core/localized';
import { Prisma } from '@agres/db/db';
import { trackingOf } from '@agres/domain/carriers';
import { promisedDeliveryDay } from '@agres/domain/consumer-rights';
import { parisDayOf, type Day } from '@agres/domain/days';
import { deliveryAreaOf } from '@agres/domain/delivery';
import { eurosOf } from '@agres/domain/prices';
import type { Replacement } from '@agres/domain/replacements';
import { ORDER_STATUSES } from '@agres/domain/shape-values';
import type { Order } from '@agres/domain/shapes';

/**
 * SQL for the columns of an `OrderRow`, of an order `o` and its attempt `a`. All of them may leave the
 * server.
 */
export const ORDER_COLUMNS = Prisma.sql`
  o.id, o.status, o.order_date AS "orderDate", o.post_date AS "postDate", o.sent_at AS "sentAt",
  o.carrier, o.tracking_number AS "trackingNumber", o.cancelled_at AS "cancelledAt",
  o.held_for AS "heldFor", o.area,
  o.first_name AS "firstName", o.last_name AS "lastName", o.shipping_address AS "shippingAddress",
  o.relay_id AS "relayId",
  o.chosen_option_title_fr AS "chosenOptionTitleFr",
  o.chosen_option_title_en AS "chosenOptionTitleEn",
  o.item_title_fr AS "itemTitleFr", o.item_title_en AS "itemTitleEn",
  o.item_description_fr AS "itemDescriptionFr", o.item_description_en AS "itemDescriptionEn",
  o.item_option_title_fr AS "itemOptionTitleFr", o.item_option_title_en AS "itemOptionTitleEn",
  o.price_cents AS "priceCents", o.amount_cents AS "amountCents",
  o.refunded_cents AS "refundedCents", o.promised_by AS "promisedBy",
  o.contract_text_id AS "contractTextId",
  (SELECT t.hash FROM contract_text t WHERE t.id = o.contract_text_id) AS "contractText",
  a.option_id AS "optionId",
  (SELECT p.item_id FROM item_option p WHERE p.id = a.option_id) AS "itemId",
  (SELECT jsonb_agg(jsonb_build_object('sentAt', r.sent_at, 'carrier', r.carrier,
      'trackingNumber', r.tracking_number, 'optionTitleFr', r.option_title_fr,
      'optionTitleEn', r.option_title_en) ORDER BY r.id)
    FROM replacement r WHERE r.order_id = o.id AND r.cancelled_at IS NULL
      -- One that waits is not sent once the order was refunded.
      AND (r.sent_at IS NOT NULL OR coalesce(o.refunded_cents, 0) < o.amount_cents)) AS "replacements",
  (SELECT n.at FROM delivery_notice n WHERE n.order_id = o.id AND n.kind = 'delivery')
    AS "deliveryAskedAt",
  (SELECT n.at FROM delivery_notice n WHERE n.order_id = o.id AND n.kind = 'cancellation')
    AS "cancellationAskedAt"`;

type ReplacementRow = Pick<
  Prisma.ReplacementModel,
  'carrier' | 'trackingNumber' | 'optionTitleFr' | 'optionTitleEn'
> & { sentAt: string | null };

export type OrderRow = Pick<
  Prisma.OrderModel,
  | 'id'
  | 'status'
  | 'orderDate'
  | 'postDate'
  | 'sentAt'
  | 'carrier'
  | 'trackingNumber'
  | 'cancelledAt'
  | 'heldFor'
  | 'area'
  | 'firstName'
  | 'lastName'
  | 'shippingAddress'
  | 'relayId'
  | 'chosenOptionTitleFr'
  | 'chosenOptionTitleEn'
  | 'itemTitleFr'
  | 'itemTitleEn'
  | 'itemDescriptionFr'
  | 'itemDescriptionEn'
  | 'itemOptionTitleFr'
  | 'itemOptionTitleEn'
  | 'priceCents'
  | 'amountCents'
  | 'refundedCents'
  | 'promisedBy'
  | 'contractTextId'
> & {
  contractText: string | null;
  optionId: number;
  itemId: number;
  /** Null without a replacement: `jsonb_agg` of no rows is null. */
  replacements: readonly ReplacementRow[] | null;
  deliveryAskedAt: Date | null;
  cancellationAskedAt: Date | null;
};

/** Returns an order as its buyer sees it: the item as at the time of purchase, its price in euros. */
export function orderOf(row: OrderRow): Order {
  return {
    id: row.id,
    ...stagesOf(row),
    area: deliveryAreaOf(row.area),
    firstName: row.firstName,
    lastName: row.lastName,
    shippingAddress: row.shippingAddress,
    relayId: row.relayId,
    chosenOptionTitle: localizedOrNull(row.chosenOptionTitleFr, row.chosenOptionTitleEn),
    itemId: row.itemId,
    optionId: row.optionId,
    amountCents: row.amountCents,
    currency: 'eur',
    refundedCents: row.refundedCents ?? 0,
    promisedBy: promisedByOf(row),
    deliveryRequestedDate: row.deliveryAskedAt?.toISOString() ?? null,
    // guard: an order back on the list of parcels shows no cancellation request
    cancellationRequestedDate:
      isUnsent(row) && row.heldFor === null
        ? null
        : (row.cancellationAskedAt?.toISOString() ?? null),
    replacements: (row.replacements ?? []).map(replacementOf),
    contractText: row.contractText,
    item: {
      title: { fr: row.itemTitleFr, en: row.itemTitleEn },
      description: { fr: cleanHtml(row.itemDescriptionFr), en: cleanHtml(row.itemDescriptionEn) },
      optionTitle: localizedOrNull(row.itemOptionTitleFr, row.itemOptionTitleEn),
      price: eurosOf(row.priceCents),
    },
  };
}

const replacementOf = (row: ReplacementRow): Replacement => ({
  sentDate: row.sentAt === null ? null : new Date(row.sentAt).toISOString(),
  tracking: trackingOf(row.carrier, row.trackingNumber),
  chosenOptionTitle: localizedOrNull(row.optionTitleFr, row.optionTitleEn),
});

type Stages = Pick<
  OrderRow,
  'status' | 'orderDate' | 'sentAt' | 'carrier' | 'trackingNumber' | 'postDate' | 'cancelledAt'
>;

export const stagesOf = (row: Stages) => ({
  status: ORDER_STATUSES.find((status) => status === row.status) ?? 'waiting',
  orderDate: row.orderDate.toISOString(),
  sentDate: row.sentAt?.toISOString() ?? null,
  tracking: trackingOf(row.carrier, row.trackingNumber),
  postDate: row.postDate?.toISOString() ?? null,
  cancelledDate: row.cancelledAt?.toISOString() ?? null,
});

/**
 * Whether the parcel of an order, held or not, has not been sent; `IS_UNSENT` is the same rule in
 * SQL.
 */
export const isUnsent = ({
  status,
  sentAt,
  cancelledAt,
}: Pick<OrderRow, 'status' | 'sentAt' | 'cancelledAt'>) =>
  status === 'waiting' && sentAt === null && cancelledAt === null;

/**
 * Returns the last day of the promised delivery; that of the statutory period for an order that stored none.
 */
export function promisedByOf({
  promisedBy,
  orderDate,
}: Pick<OrderRow, 'promisedBy' | 'orderDate'>): Day {
  if (promisedBy !== null) return promisedBy.toISOString().slice(0, 10);
  return promisedDeliveryDay(parisDayOf(orderDate));
}

/** The kinds of request that the buyer of a late order may make. */
export type NoticeKind = 'delivery' | 'cancellation';
