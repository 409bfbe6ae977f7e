import {
  BOOKS_KEPT_FROM,
  inParts,
  ROWS_AT_ONCE,
  type RetentionRule,
} from '@agres/core/run-retention';
import type { Db, Tx } from '@agres/db/db';
import { RETENTION } from '@agres/domain/retention';

/**
 * Takes name and address out of failed purchases whose account is gone, and the hash of the request,
 * from which both could be guessed; orders keep theirs for bookkeeping (contract, section 4). The keyed
 * hash of the buyer's address goes from all of them. The purge repeats it, for purchases that were under
 * way when the account was deleted.
 */
export async function forgetRecipients(tx: Db | Tx): Promise<void> {
  await tx.$executeRaw`
    UPDATE purchase_attempt SET recipient = '{}'::jsonb, request_hash = ''::bytea
    WHERE user_id IS NULL AND state IN ('refused', 'expired')
      AND (recipient <> '{}'::jsonb OR request_hash <> ''::bytea)`;
  await tx.$executeRaw`
    UPDATE purchase_attempt SET buyer_hash = NULL WHERE user_id IS NULL AND buyer_hash IS NOT NULL`;
}

/**
 * Name and address of a purchase: thirty days after it was refused or expired, with or without an account;
 * where it was paid, ten years from the end of its business year, on the order and on its attempt. The
 * facts and the sums stay.
 */
export const purchaseRetention: readonly RetentionRule[] = [
  {
    name: 'failed_purchases',
    run: ({ db }) =>
      inParts(
        () => db.$executeRaw`
      UPDATE purchase_attempt SET recipient = '{}'::jsonb, request_hash = ''::bytea
      WHERE id IN (
        SELECT id FROM purchase_attempt
        WHERE state IN ('refused', 'expired') AND recipient <> '{}'::jsonb
          AND updated_at < now() - make_interval(days => ${RETENTION.failedPurchaseDays}::int)
        LIMIT ${ROWS_AT_ONCE}::int FOR UPDATE SKIP LOCKED)`,
      ),
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
            OR note IS NOT NULL)
        LIMIT ${ROWS_AT_ONCE}::int),
      attempts AS (
        UPDATE purchase_attempt SET recipient = '{}'::jsonb, request_hash = ''::bytea, buyer_hash = NULL
        FROM old WHERE purchase_attempt.id = old.attempt_id)
      UPDATE orders SET first_name = '', last_name = '', shipping_address = '', note = NULL
      FROM old WHERE orders.id = old.id`,
      ),
  },
  {
    // A person's words about a person; the sums stay.
    name: 'refund_reasons',
    run: ({ db }) =>
      inParts(
        () => db.$executeRaw`
      UPDATE refund SET reason = '', rest = NULL
      WHERE id IN (
        SELECT id FROM refund
        WHERE at < ${BOOKS_KEPT_FROM} AND settled_at IS NOT NULL
          AND (reason <> '' OR rest IS NOT NULL)
        LIMIT ${ROWS_AT_ONCE}::int FOR UPDATE SKIP LOCKED)`,
      ),
  },
];
