import type { MemberContext } from '@agres/core/context';
import { enqueueEmail } from '@agres/core/jobs/email';
import { requireRateLimit } from '@agres/core/limits/require-rate-limit';
import { inJournalledTransaction, writeJournal } from '@agres/core/operations/journal';
import { Prisma, type Tx } from '@agres/db/db';
import { lateDeliveryOn } from '@agres/domain/consumer-rights';
import { parisDayOf } from '@agres/domain/days';
import { DomainError } from '@agres/domain/errors';
import type { Order } from '@agres/domain/shapes';
import { lateOrderAskedEmail, lateOrderToldEmail } from '@agres/money/orders/emails';
import { holdOrder } from '@agres/money/orders/hold-order';
import { promisedByOf, type NoticeKind } from '@agres/money/orders/read-order';

import { findOwnOrder } from './own-orders.ts';

/**
 * Stores that the caller demands a late parcel, and emails buyer and shop once. Idempotent, also under
 * concurrent calls.
 * @throws DomainError `not_found` for another person's order or one that was cancelled or refunded in full,
 * `already_sent`, and `not_possible_yet` with the first possible day
 */
export async function askForDelivery(ctx: MemberContext, orderId: number): Promise<Order> {
  return ask(ctx, { orderId, kind: 'delivery' });
}

/**
 * Requests the cancellation of a late order of the caller. The order is put on hold and the owner decides,
 * because the parcel may have left without being marked as sent.
 * @throws DomainError like `askForDelivery`
 */
export async function askToCancel(ctx: MemberContext, orderId: number): Promise<Order> {
  return ask(ctx, { orderId, kind: 'cancellation' });
}

type LateOrderRequest = { orderId: number; kind: NoticeKind };

async function ask(ctx: MemberContext, asked: LateOrderRequest): Promise<Order> {
  const { deps, session } = ctx;
  const { userId } = session;
  await requireRateLimit(ctx, { limit: 'lateOrderByUser', key: String(userId) });
  const { db } = deps;
  await inJournalledTransaction({ db, log: ctx.log }, (tx) => write(tx, { ...asked, userId }));
  deps.wakeJobs();
  const order = await findOwnOrder(db, { userId, id: asked.orderId });
  if (order === null) throw new DomainError('not_found');
  return order;
}

async function write(
  tx: Tx,
  { orderId, kind, userId }: LateOrderRequest & { userId: number },
): Promise<void> {
  const order = await lockOwnOrder(tx, { orderId, userId });
  if (order === null || order.isOver) throw new DomainError('not_found');
  // guard: a sent order accepts no delivery notice or late cancellation
  if (order.isSent) throw new DomainError('already_sent');
  const isRepeated = order[kind] !== null;
  // guard: a delivery notice or late cancellation is refused before its legal date
  if (!isRepeated) requireLate(order, kind);
  const actor = { kind: 'member' } as const;
  // A repeated request holds the order again, because the owner may have released it in the meantime.
  if (kind === 'cancellation') await holdOrder(tx, { orderId, heldFor: 'late', actor });
  if (isRepeated) return;
  await tx.$executeRaw`INSERT INTO delivery_notice (order_id, kind) VALUES (${orderId}::int, ${kind})`;
  await writeJournal(tx, {
    actor,
    operation: kind === 'delivery' ? 'orders.askForDelivery' : 'orders.askToCancel',
    subject: { kind: 'order', id: orderId },
    changes: { [`${kind}Requested`]: [false, true] },
  });
  for (const email of [lateOrderAskedEmail, lateOrderToldEmail]) {
    await enqueueEmail(tx, {
      email,
      request: { orderId, asked: kind },
      dedupe: `${email.kind}:${kind}:${orderId}`,
    });
  }
}

/** @throws DomainError `not_possible_yet`, with the first day on which it is possible */
function requireLate(order: OwnOrder, kind: NoticeKind): void {
  const late = lateDeliveryOn(
    {
      promisedBy: promisedByOf(order),
      demandedOn: order.delivery === null ? null : parisDayOf(order.delivery),
    },
    parisDayOf(order.now),
  );
  if (late.kind === 'in_time') {
    const possibleFrom = kind === 'delivery' ? late.demandableFrom : late.cancellableFrom;
    throw new DomainError('not_possible_yet', { possibleFrom });
  }
  if (kind === 'cancellation' && late.kind !== 'cancellable') {
    throw new DomainError('not_possible_yet', { possibleFrom: late.cancellableFrom });
  }
}

type OwnOrder = {
  orderDate: Date;
  promisedBy: Date | null;
  isSent: boolean;
  /** Whether the order was cancelled or refunded in full, so that no parcel is due. */
  isOver: boolean;
  /** When its buyer demanded the parcel, and requested the cancellation. */
  delivery: Date | null;
  cancellation: Date | null;
  /** The database's time: the clock of a process may show another day. */
  now: Date;
};

async function lockOwnOrder(
  tx: Tx,
  { orderId, userId }: { orderId: number; userId: number },
): Promise<OwnOrder | null> {
  const askedAt = (kind: NoticeKind) =>
    Prisma.sql`(SELECT at FROM delivery_notice WHERE order_id = o.id AND kind = ${kind})`;
  // Serializes concurrent requests: the second sees what the first stored.
  // guard: only the buyer can send a notice about a late order
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT FROM orders WHERE id = ${orderId}::int AND user_id = ${userId}::int FOR UPDATE`;
  if (locked.length === 0) return null;
  const [order] = await tx.$queryRaw<OwnOrder[]>`
    SELECT o.order_date AS "orderDate", o.promised_by AS "promisedBy",
      (o.sent_at IS NOT NULL OR o.status = 'delivered') AS "isSent",
      (o.cancelled_at IS NOT NULL OR coalesce(o.refunded_cents, 0) >= o.amount_cents) AS "isOver",
      ${askedAt('delivery')} AS "delivery", ${askedAt('cancellation')} AS "cancellation",
      clock_timestamp() AS "now"
    FROM orders o WHERE o.id = ${orderId}::int`;
  return order ?? null;
}
