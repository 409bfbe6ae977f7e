import { inParts, RETENTION_BATCH_SIZE, type RetentionRule } from '@agres/core/run-retention';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { RETENTION } from '@agres/domain/retention';

import { IS_IN_FLIGHT } from '../purchase/purchase-attempt.ts';
import { isMoneyOpen } from '../refund/returned-money.ts';

// After an account is deleted, the buyer of an undelivered or unsettled order still gets its emails.

/** Selects what `contactOf` reads of an order. */
export const CONTACT = { contactEmail: true, user: { select: { email: true } } } as const;

type Contact = { contactEmail: string | null; user: { email: string } | null };

/** Returns the address for emails about an order: the account's or, once it is deleted, the kept one. */
export const contactOf = ({ user, contactEmail }: Contact): string | null =>
  user?.email ?? contactEmail;

/** Reads an order and returns its `contactOf`; null if there is no such order. */
export async function findContact(db: Db | Tx, orderId: number): Promise<string | null> {
  const order = await db.order.findUnique({ where: { id: orderId }, select: CONTACT });
  return order === null ? null : contactOf(order);
}

/** Whether order `o`, or a replacement of it, has yet to arrive. */
const IS_UNDER_WAY = Prisma.sql`(
  (o.status = 'waiting' AND o.cancelled_at IS NULL AND coalesce(o.refunded_cents, 0) < o.amount_cents)
  OR EXISTS (SELECT FROM replacement p WHERE p.order_id = o.id
    AND p.delivered_at IS NULL AND p.cancelled_at IS NULL))`;

/** Whether a refund of order `o` has not arrived, or a bank has not decided about its payment. */
const IS_UNSETTLED = Prisma.sql`(
  ${isMoneyOpen(Prisma.sql`o.id`)}
  OR EXISTS (SELECT FROM refund r WHERE r.order_id = o.id
    AND r.state IN ('requested', 'sending', 'pending')))`;

/**
 * Stores the address of an account on its undelivered or unsettled orders, and on purchases whose order is not
 * written yet, in the transaction that deletes the account.
 */
export async function keepContact(
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE orders o SET contact_email = ${email}
    WHERE o.user_id = ${userId}::int AND (${IS_UNDER_WAY} OR ${IS_UNSETTLED})`;
  await tx.$executeRaw`
    UPDATE purchase_attempt
    SET recipient = recipient || jsonb_build_object('contactEmail', ${email}::text)
    WHERE user_id = ${userId}::int AND ${IS_IN_FLIGHT}`;
}

async function eraseContacts(tx: Tx): Promise<number> {
  const due = await tx.$queryRaw<{ id: number; attemptId: string }[]>`
    SELECT o.id, o.attempt_id AS "attemptId" FROM orders o
    WHERE o.contact_email IS NOT NULL
      AND (o.order_date < now() - make_interval(years => ${RETENTION.orderListYears}::int)
        OR (NOT ${IS_UNDER_WAY} AND NOT ${IS_UNSETTLED}
          AND coalesce(greatest(o.post_date, o.cancelled_at,
              (SELECT max(p.delivered_at) FROM replacement p WHERE p.order_id = o.id),
              (SELECT max(r.settled_at) FROM refund r WHERE r.order_id = o.id),
              (SELECT max(d.closed_at) FROM dispute d WHERE d.order_id = o.id)), o.order_date)
            < now() - make_interval(days => ${RETENTION.orderContactDays}::int)))
    LIMIT ${RETENTION_BATCH_SIZE}::int`;
  // Attempts are locked before orders (decision 073).
  await tx.$executeRaw`
    UPDATE purchase_attempt SET recipient = recipient - 'contactEmail'
    WHERE id = ANY(${due.map(({ attemptId }) => attemptId)}::uuid[])`;
  return tx.$executeRaw`
    UPDATE orders SET contact_email = NULL WHERE id = ANY(${due.map(({ id }) => id)}::int[])`;
}

/** Erases these addresses after the delivery; at the latest when the order's recipient is archived. */
export const contactRetention: readonly RetentionRule[] = [
  {
    name: 'order_contacts',
    run: ({ db }) => inParts(() => inTransaction(db, eraseContacts)),
  },
];
