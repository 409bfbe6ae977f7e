import { enqueueEmail } from '@agres/core/jobs/email';
import type { Actor } from '@agres/core/operations/actor';
import { writeJournal } from '@agres/core/operations/journal';
import { Prisma, type Tx } from '@agres/db/db';

import { updateRefundedAmount } from './apply-refunds.ts';
import { orderRefundedEmail, paymentRefundedEmail } from './emails.ts';
import { isOwed, lockContract, journalSubjectOf, type RefundRequest } from './request-refund.ts';

/** Identifies a failed refund by its order or, if it has none, by its payment. */
export type FailedRefundId = { orderId: number } | { intentId: string };

/** A failed refund whose money is still owed; it may be requested again unchanged. */
export type FailedRefund = Omit<RefundRequest, 'actor' | 'leftCents' | 'unitIsBack'> & {
  id: string;
  orderId: number | null;
};

/** Returns the newest failed refund whose money is still owed, or null, and locks its contract. */
export async function lockFailedRefund(tx: Tx, of: FailedRefundId): Promise<FailedRefund | null> {
  const found = await findFailed(tx, of);
  if (found === null) return null;
  await lockContract(tx, found);
  await tx.$queryRaw`SELECT 1 FROM refund WHERE payment_intent_id = ${found.intentId} FOR UPDATE`;
  // Read again under the lock, because the previous lock holder may have refunded the money.
  return findFailed(tx, of);
}

async function findFailed(tx: Tx, of: FailedRefundId): Promise<FailedRefund | null> {
  const named =
    'orderId' in of
      ? Prisma.sql`r.order_id = ${of.orderId}::int`
      : Prisma.sql`r.payment_intent_id = ${of.intentId} AND r.order_id IS NULL`;
  // guard: a refund that reached the card cannot be transferred by bank too
  const [failed] = await tx.$queryRaw<FailedRefund[]>`
    SELECT r.id::text, r.stripe_account AS "account", r.payment_intent_id AS "intentId",
      r.order_id AS "orderId", r.subscription_id AS "subscriptionId",
      r.paid_cents AS "paidCents", r.amount_cents AS "amountCents", r.reason, r.key,
      CASE WHEN r.origin = 'provider' THEN 'office' ELSE r.origin END AS "origin"
    FROM refund r WHERE ${named} AND r.state = 'failed' AND ${isOwed}
    ORDER BY r.at DESC LIMIT 1`;
  return failed ?? null;
}

/**
 * Records that the money of a failed refund was sent by bank transfer, and enqueues the email to the buyer.
 * Returns null if nothing is owed.
 */
export async function recordBankTransfer(
  tx: Tx,
  { of, reference, actor }: { of: FailedRefundId; reference: string; actor: Actor },
): Promise<FailedRefund | null> {
  const failed = await lockFailedRefund(tx, of);
  if (failed === null) return null;
  const { id, orderId, intentId } = failed;
  await tx.$executeRaw`
    UPDATE refund SET state = 'transferred', transfer_reference = ${reference},
      settled_at = clock_timestamp()
    WHERE id = ${id}::uuid`;
  await updateRefundedAmount(tx, { orderId, intentId });
  await enqueueEmail(tx, {
    email: orderId === null ? paymentRefundedEmail : orderRefundedEmail,
    request: { refundId: id },
    // The key differs from that of the refund's first email, which may have announced a refund to the card.
    dedupe: `refund:${id}:transfer`,
  });
  await writeJournal(tx, {
    actor,
    operation: 'refunds.transfer',
    subject: journalSubjectOf(failed),
    changes: { refund: [id, id], state: ['failed', 'transferred'] },
  });
  return failed;
}
