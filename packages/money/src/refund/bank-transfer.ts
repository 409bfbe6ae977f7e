import { enqueueEmail } from '@agres/core/jobs/email';
import type { Actor } from '@agres/core/operations/actor';
import { writeJournal } from '@agres/core/operations/journal';
import { refuse } from '@agres/core/operations/refuse';
import { Prisma, type Tx } from '@agres/db/db';

import { updateRefundedAmount } from './apply-refunds.ts';
import { orderRefundedEmail, paymentRefundedEmail } from './emails.ts';
import { lockContract, journalSubjectOf, type RefundRequest } from './request-refund.ts';
import { IS_OWED } from './returned-money.ts';

/** Identifies a failed refund by its order or, if it has none, by its payment. */
export type FailedRefundId = { orderId: number } | { intentId: string };

/** A failed refund whose money is still owed; it may be requested again unchanged. */
export type FailedRefund = Omit<RefundRequest, 'actor' | 'leftCents' | 'unitIsBack'> & {
  id: string;
  orderId: number | null;
};

/** Returns the newest failed refund whose money is still owed, or null, and locks its contract. */
export async function lockFailedRefund(
  tx: Tx,
  of: FailedRefundId,
  amountCents: number | null = null,
): Promise<FailedRefund | null> {
  const found = await findFailed(tx, of, amountCents);
  if (found === null) return null;
  await lockContract(tx, found);
  await tx.$queryRaw`SELECT 1 FROM refund WHERE payment_intent_id = ${found.intentId} FOR UPDATE`;
  // Read again under the lock, because the previous lock holder may have refunded the money.
  return findFailed(tx, of, amountCents);
}

const ownRefunds = (of: FailedRefundId) =>
  'orderId' in of
    ? Prisma.sql`r.order_id = ${of.orderId}::int`
    : Prisma.sql`r.payment_intent_id = ${of.intentId} AND r.order_id IS NULL`;

/** SQL that limits refunds `r` to an amount; null limits nothing. */
const hasAmount = (amountCents: number | null) =>
  Prisma.sql`(${amountCents}::int IS NULL OR r.amount_cents = ${amountCents}::int)`;

async function findFailed(
  tx: Tx,
  of: FailedRefundId,
  amountCents: number | null,
): Promise<FailedRefund | null> {
  // guard: a refund that reached the card cannot be transferred by bank too
  const [failed] = await tx.$queryRaw<FailedRefund[]>`
    SELECT r.id::text, r.stripe_account AS "account", r.payment_intent_id AS "intentId",
      r.order_id AS "orderId", r.subscription_id AS "subscriptionId",
      r.paid_cents AS "paidCents", r.amount_cents AS "amountCents", r.reason, r.key,
      CASE WHEN r.origin = 'provider' THEN 'office' ELSE r.origin END AS "origin"
    FROM refund r
    WHERE ${ownRefunds(of)} AND ${hasAmount(amountCents)} AND r.state = 'failed' AND ${IS_OWED}
    ORDER BY r.at DESC LIMIT 1`;
  return failed ?? null;
}

export type BankTransfer = {
  of: FailedRefundId;
  /** The amount of the refund that the person saw; null means the newest. */
  amountCents: number | null;
  reference: string;
  actor: Actor;
};

/**
 * Records that the money of a failed refund was sent by bank transfer, and enqueues the email to the buyer.
 * Returns null if nothing is owed. Refuses a reference that is already recorded.
 */
export async function recordBankTransfer(
  tx: Tx,
  { of, amountCents, reference, actor }: BankTransfer,
): Promise<FailedRefund | null> {
  const failed = await lockFailedRefund(tx, of, amountCents);
  await refuseRepeated(tx, of, reference);
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

/** A repetition after a lost response must not settle another refund. */
async function refuseRepeated(tx: Tx, of: FailedRefundId, reference: string): Promise<void> {
  const [repeated] = await tx.$queryRaw<unknown[]>`
    SELECT FROM refund r
    WHERE ${ownRefunds(of)} AND r.state = 'transferred' AND r.transfer_reference = ${reference}`;
  if (repeated !== undefined) refuse({ code: 'transfer_recorded', reference });
}
