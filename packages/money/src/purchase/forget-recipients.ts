import {
  BOOKS_KEPT_FROM,
  eraseRows,
  inParts,
  RETENTION_BATCH_SIZE,
  type RetentionRule,
} from '@agres/core/run-retention';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { RETENTION } from '@agres/domain/retention';

/**
 * Erases the name, the address and the request hash, from which both could be guessed, from failed purchases
 * of deleted accounts; orders keep theirs for bookkeeping (docs/LAW.md). Also erases the keyed hash of the
 * buyer's address from all purchases of deleted accounts. The hourly purge repeats this for purchases that
 * were in progress when the account was deleted.
 */
export async function eraseRecipients(tx: Db | Tx): Promise<void> {
  await tx.$executeRaw`
    UPDATE purchase_attempt SET recipient = '{}'::jsonb, request_hash = ''::bytea
    WHERE user_id IS NULL AND state IN ('refused', 'expired')
      AND (recipient <> '{}'::jsonb OR request_hash <> ''::bytea)`;
  await tx.$executeRaw`
    UPDATE purchase_attempt SET buyer_hash = NULL WHERE user_id IS NULL AND buyer_hash IS NOT NULL`;
}

/**
 * Erases the name and address from a failed purchase after thirty days, with or without an account. Erases
 * them from a paid one, on the order and its attempt, ten years after the end of its business year. Facts and
 * amounts stay.
 */
export const purchaseRetention: readonly RetentionRule[] = [
  {
    name: 'failed_purchases',
    run: ({ db }) =>
      eraseRows(db, 'purchase_attempt', {
        set: Prisma.sql`recipient = '{}'::jsonb, request_hash = ''::bytea`,
        where: Prisma.sql`state IN ('refused', 'expired') AND recipient <> '{}'::jsonb
          AND updated_at < now() - make_interval(days => ${RETENTION.failedPurchaseDays}::int)`,
      }),
  },
  {
    name: 'orders',
    run: ({ db }) =>
      inParts(
        () => db.$executeRaw`
      WITH old AS (
        SELECT id, attempt_id FROM orders
        WHERE order_date < ${BOOKS_KEPT_FROM}
          AND ((first_name, last_name, shipping_address) IS DISTINCT FROM ('', '', '')
            OR note IS NOT NULL OR cancel_reason IS NOT NULL)
        LIMIT ${RETENTION_BATCH_SIZE}::int),
      attempts AS (
        UPDATE purchase_attempt SET recipient = '{}'::jsonb, request_hash = ''::bytea, buyer_hash = NULL
        FROM old WHERE purchase_attempt.id = old.attempt_id)
      UPDATE orders SET first_name = '', last_name = '', shipping_address = '', note = NULL,
        cancel_reason = NULL
      FROM old WHERE orders.id = old.id`,
      ),
  },
  // The owner's free text about a person is erased with it; amounts and units stay.
  {
    name: 'refund_reasons',
    run: ({ db }) =>
      eraseRows(db, 'refund', {
        set: Prisma.sql`reason = '', rest = NULL`,
        where: Prisma.sql`at < ${BOOKS_KEPT_FROM} AND settled_at IS NOT NULL
          AND (reason <> '' OR rest IS NOT NULL)`,
      }),
  },
  {
    name: 'return_reasons',
    run: ({ db }) =>
      eraseRows(db, 'stock_adjustment', {
        set: Prisma.sql`reason = ''`,
        where: Prisma.sql`at < ${BOOKS_KEPT_FROM} AND order_id IS NOT NULL AND reason <> ''`,
      }),
  },
  {
    name: 'dispute_refunds',
    run: ({ db }) =>
      eraseRows(db, 'dispute', {
        set: Prisma.sql`rest = NULL`,
        where: Prisma.sql`opened_at < ${BOOKS_KEPT_FROM} AND closed_at IS NOT NULL AND rest IS NOT NULL`,
      }),
  },
];
