import { Prisma } from '@shop/db/db';
import { trackingOf } from '@shop/domain/carriers';
import { promisedDeliveryDay } from '@shop/domain/consumer-rights';
import { parisDayOf, type Day } from '@shop/domain/days';
import { deliveryAreaOf } from '@shop/domain/delivery';
import { eurosOf } from '@shop/domain/prices';
import { ORDER_STATUSES, type Order } from '@shop/domain/shapes';

import type { Deps } from '../context.ts';
import { cleanHtml } from '../html.ts';
import { localizedOrNull } from '../localized.ts';

/** What of an order may leave the server. */
export const orderSelect = {
  id: true,
  status: true,
  orderDate: true,
  sentAt: true,
  carrier: true,
  trackingNumber: true,
  postDate: true,
  cancelledAt: true,
  heldFor: true,
  area: true,
  firstName: true,
  lastName: true,
  shippingAddress: true,
  relayId: true,
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
  promisedBy: true,
  notices: { select: { kind: true, at: true } },
  contractTextId: true,
  attempt: { select: { option: { select: { id: true, itemId: true } } } },
} satisfies Prisma.OrderSelect;

type OrderRow = Prisma.OrderGetPayload<{ select: typeof orderSelect }>;

/** SQL for the same of an order `o`, in one statement with its option, of its attempt `a`. */
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
  a.option_id AS "optionId", (a.item_snapshot->>'itemId')::int AS "itemId"`;

/** What `ORDER_COLUMNS` reads. */
export type OrderColumns = Omit<OrderRow, 'attempt' | 'notices'> & {
  optionId: number;
  itemId: number;
  contractText: string | null;
};

/** An order of such a row, as its owner sees it; it is new: nobody has asked for it yet. */
export function orderOfColumns({ optionId, itemId, ...row }: OrderColumns): Order {
  return orderOf({ ...row, notices: [], attempt: { option: { id: optionId, itemId } } });
}

/** Orders as their owner sees them. */
export async function ordersOf(
  { contractTexts }: Pick<Deps, 'contractTexts'>,
  rows: readonly OrderRow[],
): Promise<Order[]> {
  const hashes = await contractTexts.hashesOf(rows.map(({ contractTextId }) => contractTextId));
  const hashOf = (id: number | null) => (id === null ? null : (hashes.get(id) ?? null));
  return rows.map((row) => orderOf({ ...row, contractText: hashOf(row.contractTextId) }));
}

/** An order as its owner sees it; the item as it was when bought, its price in euros. */
function orderOf(row: OrderRow & Pick<OrderColumns, 'contractText'>): Order {
  return {
    id: row.id,
    ...stagesOf(row),
    area: deliveryAreaOf(row.area),
    firstName: row.firstName,
    lastName: row.lastName,
    shippingAddress: row.shippingAddress,
    relayId: row.relayId,
    chosenOptionTitle: localizedOrNull(row.chosenOptionTitleFr, row.chosenOptionTitleEn),
    itemId: row.attempt.option.itemId,
    optionId: row.attempt.option.id,
    amountCents: row.amountCents,
    currency: 'eur',
    refundedCents: row.refundedCents ?? 0,
    promisedBy: promisedByOf(row),
    deliveryRequestedDate: askedAt(row, 'delivery'),
    // guard: what the shop owner put back on the list of parcels is not being cancelled
    cancellationRequestedDate: isToSend(row) ? null : askedAt(row, 'cancellation'),
    contractText: row.contractText,
    item: {
      title: { fr: row.itemTitleFr, en: row.itemTitleEn },
      description: { fr: cleanHtml(row.itemDescriptionFr), en: cleanHtml(row.itemDescriptionEn) },
      optionTitle: localizedOrNull(row.itemOptionTitleFr, row.itemOptionTitleEn),
      price: eurosOf(row.priceCents),
    },
  };
}

type Stages = Pick<
  OrderRow,
  'status' | 'orderDate' | 'sentAt' | 'carrier' | 'trackingNumber' | 'postDate' | 'cancelledAt'
>;

/** How far an order is, and since when. */
export const stagesOf = (row: Stages) => ({
  status: ORDER_STATUSES.find((status) => status === row.status) ?? 'waiting',
  orderDate: row.orderDate.toISOString(),
  sentDate: row.sentAt?.toISOString() ?? null,
  tracking: trackingOf(row.carrier, row.trackingNumber),
  postDate: row.postDate?.toISOString() ?? null,
  cancelledDate: row.cancelledAt?.toISOString() ?? null,
});

/** Whether its parcel is to leave: nobody holds it, and it was neither sent nor cancelled. */
const isToSend = ({
  status,
  sentAt,
  cancelledAt,
  heldFor,
}: Omit<OrderRow, 'attempt' | 'notices'>) =>
  status === 'waiting' && sentAt === null && cancelledAt === null && heldFor === null;

/** The last day of the promised delivery; an order of releases that promised none has the law's. */
export function promisedByOf({
  promisedBy,
  orderDate,
}: Pick<OrderRow, 'promisedBy' | 'orderDate'>): Day {
  if (promisedBy !== null) return promisedBy.toISOString().slice(0, 10);
  return promisedDeliveryDay(parisDayOf(orderDate));
}

/** What the buyer of a late order may have asked for. */
export type NoticeKind = 'delivery' | 'cancellation';

function askedAt({ notices }: Pick<OrderRow, 'notices'>, kind: NoticeKind): string | null {
  return notices.find((notice) => notice.kind === kind)?.at.toISOString() ?? null;
}
