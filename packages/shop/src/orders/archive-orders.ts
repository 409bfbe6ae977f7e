import {
  BOOKS_KEPT_FROM,
  inParts,
  RETENTION_BATCH_SIZE,
  type RetentionRule,
} from '@agres/core/run-retention';
import { Prisma, type Db } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { RETENTION } from '@agres/domain/retention';

// After three years, name and address leave the order's row. A separate archive keeps them for the accounts
// until ten years have passed.

/** Whether the recipient of order `o` is due for the archive: it is old enough, and nothing is pending. */
const IS_DUE = Prisma.sql`(
  o.order_date < now() - make_interval(years => ${RETENTION.orderListYears}::int)
  AND (o.first_name, o.last_name, o.shipping_address) IS DISTINCT FROM ('', '', '')
  AND (o.status <> 'waiting' OR o.sent_at IS NOT NULL OR o.cancelled_at IS NOT NULL
    OR coalesce(o.refunded_cents, 0) >= o.amount_cents)
  AND o.held_for IS NULL
  AND NOT EXISTS (SELECT FROM replacement p WHERE p.order_id = o.id
    AND p.sent_at IS NULL AND p.cancelled_at IS NULL
    AND coalesce(o.refunded_cents, 0) < o.amount_cents)
  AND NOT EXISTS (SELECT FROM declaration d WHERE d.order_id = o.id AND d.closed_at IS NULL)
  AND NOT EXISTS (SELECT FROM refund r WHERE r.order_id = o.id
    AND r.state IN ('requested', 'sending', 'pending')))`;

type Place = { orderDate: Date; id: number };

const BEGINNING: Place = { orderDate: new Date(0), id: 0 };

async function archiveOrders(db: Db): Promise<number> {
  let archived = 0;
  // Each batch starts after the previous one, so that archived rows are read once.
  for (let behind: Place | undefined = BEGINNING; behind !== undefined;) {
    const portion = await archivePortion(db, behind);
    archived += portion.archived;
    behind = portion.last;
  }
  return archived;
}

/** `last` is where the batch ended; undefined if there are no more. */
async function archivePortion(
  db: Db,
  { orderDate, id }: Place,
): Promise<{ archived: number; last: Place | undefined }> {
  return inTransaction(db, async (tx) => {
    const due = await tx.$queryRaw<(Place & { attemptId: string })[]>`
      SELECT o.id, o.order_date AS "orderDate", o.attempt_id::text AS "attemptId" FROM orders o
      WHERE o.order_date >= ${orderDate} AND (o.order_date, o.id) > (${orderDate}, ${id}::int)
        AND ${IS_DUE}
      ORDER BY o.order_date, o.id LIMIT ${RETENTION_BATCH_SIZE}::int`;
    const attemptIds = due.map(({ attemptId }) => attemptId);
    // Locks purchases before orders, as every transaction does (decision 073).
    await tx.$executeRaw`
      SELECT FROM purchase_attempt WHERE id = ANY(${attemptIds}::uuid[]) ORDER BY id FOR UPDATE`;
    const kept = await tx.$queryRaw<{ orderId: number }[]>`
      INSERT INTO order_archive (order_id, order_date, first_name, last_name, shipping_address)
      SELECT id, order_date, first_name, last_name, shipping_address FROM (
        SELECT o.* FROM orders o
        WHERE o.id = ANY(${due.map((order) => order.id)}::int[]) AND ${IS_DUE}
        ORDER BY o.id FOR UPDATE) locked
      RETURNING order_id AS "orderId"`;
    const orderIds = kept.map(({ orderId }) => orderId);
    await tx.$executeRaw`
      UPDATE purchase_attempt SET recipient = '{}'::jsonb, request_hash = ''::bytea
      FROM orders o WHERE o.id = ANY(${orderIds}::int[]) AND purchase_attempt.id = o.attempt_id`;
    await tx.$executeRaw`
      UPDATE orders SET first_name = '', last_name = '', shipping_address = '', note = NULL
      WHERE id = ANY(${orderIds}::int[])`;
    // Recipients of replacements are not accounting records, so erase them without an archive.
    await tx.$executeRaw`
      UPDATE replacement SET first_name = '', last_name = '', shipping_address = '', note = NULL
      WHERE order_id = ANY(${orderIds}::int[])`;
    return {
      archived: orderIds.length,
      last: due.length < RETENTION_BATCH_SIZE ? undefined : due.at(-1),
    };
  });
}

/** Moves recipients to the archive after three years, and deletes them ten years after the order's year. */
export const archiveRetention: readonly RetentionRule[] = [
  { name: 'orders_archived', run: ({ db }) => archiveOrders(db) },
  {
    name: 'order_archive',
    run: ({ db }) =>
      inParts(
        () => db.$executeRaw`
      WITH gone AS (
        DELETE FROM order_archive WHERE order_id IN (
          SELECT order_id FROM order_archive
          WHERE order_date < ${BOOKS_KEPT_FROM}
          LIMIT ${RETENTION_BATCH_SIZE}::int)
        RETURNING order_id)
      UPDATE purchase_attempt SET buyer_hash = NULL
      FROM orders o JOIN gone ON gone.order_id = o.id WHERE purchase_attempt.id = o.attempt_id`,
      ),
  },
];
