import { refuse } from '@agres/core/operations/refuse';
import { Prisma, type Tx } from '@agres/db/db';
import { parisDayOf } from '@agres/domain/days';
import type { Refusal } from '@agres/domain/refusals';
import { ORDER_STATUSES } from '@agres/domain/shape-values';
import { trackingSchema } from '@agres/domain/shapes.schema';
import { z } from 'zod';

import { findNamedOrders } from '../declarations/declaration.ts';
import { stagesOf } from './read-order.ts';

// A paid order goes from "to send" to "sent" to "delivered". It may also be held, cancelled or refunded
// (docs/decisions/052).

/** Why an order is excluded from the list of parcels until the shop owner decides. */
export type HeldFor = 'withdrawal' | 'late' | 'refund' | 'dispute';

/**
 * SQL for orders whose parcel has not been sent, including held ones; `isUnsent` of `read-order.ts` is the
 * same rule.
 */
export const IS_UNSENT = Prisma.sql`(
  status = 'waiting' AND sent_at IS NULL AND cancelled_at IS NULL)`;

/**
 * SQL for orders to send: the only definition, for lists, counts and the right to send. Excludes fully
 * refunded orders even without a hold.
 */
export const IS_TO_SEND = Prisma.sql`(
  ${IS_UNSENT} AND held_for IS NULL
  AND coalesce(refunded_cents, 0) < amount_cents)`;

export const STATE_COLUMNS = Prisma.sql`
  id, status, order_date AS "orderDate", post_date AS "postDate", sent_at AS "sentAt", carrier,
  tracking_number AS "trackingNumber", printed_at AS "printedAt", cancelled_at AS "cancelledAt",
  held_for AS "heldFor",
  amount_cents AS "amountCents", refunded_cents AS "refundedCents"`;

export const orderIdsSchema = z
  .array(z.int().positive())
  .min(1)
  .max(100, 'must be 100 orders at most')
  .refine((ids) => new Set(ids).size === ids.length, {
    error: 'must name each order once',
    params: { problem: 'namedTwice' },
  });

/**
 * Whether a time is on an earlier day in Paris than another. The owner enters days without a time, so
 * the order within a day is unknown.
 */
export const isOfEarlierDay = (moment: Date, other: Date) =>
  moment < other && parisDayOf(moment) < parisDayOf(other);

export type OrderState = {
  id: number;
  status: string;
  orderDate: Date;
  postDate: Date | null;
  sentAt: Date | null;
  carrier: string | null;
  trackingNumber: string | null;
  printedAt: Date | null;
  cancelledAt: Date | null;
  heldFor: string | null;
  amountCents: number;
  refundedCents: number | null;
};

export const orderStateSchema = z.object({
  id: z.int(),
  status: z.enum(ORDER_STATUSES),
  orderDate: z.iso.datetime(),
  preparedDate: z.iso.datetime().nullable(),
  sentDate: z.iso.datetime().nullable(),
  tracking: trackingSchema.nullable(),
  postDate: z.iso.datetime().nullable(),
  cancelledDate: z.iso.datetime().nullable(),
  heldFor: z.string().nullable(),
  amountCents: z.int(),
  refundedCents: z.int(),
});
export type ShownState = z.output<typeof orderStateSchema>;

/** Converts a row to the output of operations. */
export function shownState(row: OrderState): ShownState {
  return {
    id: row.id,
    ...stagesOf(row),
    preparedDate: row.printedAt?.toISOString() ?? null,
    heldFor: row.heldFor,
    amountCents: row.amountCents,
    refundedCents: row.refundedCents ?? 0,
  };
}

/** SQL for "the goods of this order came back after a withdrawal". */
export const ARE_GOODS_BACK = Prisma.sql`EXISTS (
  SELECT FROM declaration d JOIN declaration_event e ON e.declaration_id = d.id
  WHERE d.order_id = orders.id AND d.kind = 'withdrawal' AND e.kind = 'goods_back')`;

export const IS_REPLACEMENT_TO_SEND = Prisma.sql`(sent_at IS NULL AND cancelled_at IS NULL)`;

/** Returns the deduplication key of the "replacement sent" email; see `sentEmailKey`. */
export function replacementEmailKey(id: number, sentAt: Date): string {
  return `replacement_sent:${id}:${sentAt.toISOString()}`;
}

/**
 * Returns the deduplication key of the "order sent" email. The time in it lets an order that is sent again
 * after an undo be announced again.
 */
export function sentEmailKey(orderId: number, sentAt: Date): string {
  return `sent:${orderId}:${sentAt.toISOString()}`;
}

type RefundSums = { refundedCents: number | null; amountCents: number };

/** Whether an order was fully refunded. Its parcel is then not sent. */
export function isFullyRefunded({ refundedCents, amountCents }: RefundSums): boolean {
  return (refundedCents ?? 0) >= amountCents;
}

/** Returns the item and its chosen option in one line, in French. */
export function itemNameOf(order: {
  itemTitleFr: string;
  chosenOptionTitleFr: string | null;
}): string {
  const { itemTitleFr, chosenOptionTitleFr } = order;
  return chosenOptionTitleFr === null ? itemTitleFr : `${itemTitleFr} · ${chosenOptionTitleFr}`;
}

/**
 * Locks orders in ascending order of id, as every transaction does (decision 073), and returns their current
 * state in the requested order. Refuses if one does not exist.
 */
export async function lockOrders(tx: Tx, ids: readonly number[]): Promise<OrderState[]> {
  // guard: concurrent changes of orders are serialized
  const rows = await tx.$queryRaw<OrderState[]>`
    SELECT ${STATE_COLUMNS} FROM orders WHERE id = ANY(${[...ids]}::int[]) ORDER BY id FOR UPDATE`;
  const known = new Map(rows.map((row) => [row.id, row]));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) refuseUnknown(unknown);
  return ids.flatMap((id) => known.get(id) ?? []);
}

/**
 * Returns what prevents locked orders from being prepared or sent. `held` permits held orders. An order that
 * an open declaration may concern must not be handled in a batch, so that the owner has seen it.
 */
export async function findObstacles(
  tx: Tx,
  orders: readonly OrderState[],
  { held, isBatch = orders.length > 1 }: { held: boolean; isBatch?: boolean },
): Promise<Refusal[]> {
  const ids = orders.map(({ id }) => id);
  const refunding = await findRefunding(tx, ids);
  const named = isBatch ? await findNamedOrders(tx, ids) : new Map<number, number>();
  return orders.flatMap((order): Refusal[] => {
    const { id } = order;
    if (order.cancelledAt !== null) {
      return [{ code: 'order_cancelled', order: id, on: parisDayOf(order.cancelledAt) }];
    }
    if (order.status === 'delivered') {
      const on = order.postDate === null ? '' : parisDayOf(order.postDate);
      return [{ code: 'order_delivered', order: id, on }];
    }
    if (order.sentAt !== null) {
      return [{ code: 'order_sent', order: id, on: parisDayOf(order.sentAt) }];
    }
    // guard: a held order is sent only on request
    if (order.heldFor !== null && !held) {
      return [{ code: 'order_held', order: id, heldFor: order.heldFor }];
    }
    const declaration = named.get(id);
    // guard: an order named in an open declaration is not sent or prepared in a batch
    if (declaration !== undefined) return [{ code: 'order_declared', order: id, declaration }];
    if (refunding.has(id)) return [{ code: 'order_refund_on_way', order: id }];
    return isFullyRefunded(order) ? [{ code: 'order_given_back', order: id }] : [];
  });
}

/** Returns the orders that have a refund in flight, whose outcome decides whether they are sent. */
export async function findRefunding(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.$queryRaw<{ orderId: number }[]>`
    SELECT order_id AS "orderId" FROM refund
    WHERE order_id = ANY(${[...ids]}::int[]) AND state IN ('requested', 'sending')`;
  return new Set(rows.map(({ orderId }) => orderId));
}

export function refuseUnknown(ids: readonly number[]): never {
  refuse({ code: 'orders_unknown', orders: ids.join(', '), count: ids.length });
}
