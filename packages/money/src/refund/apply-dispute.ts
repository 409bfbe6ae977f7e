import { operatorAlertEmail } from '@agres/core/jobs/alert';
import { enqueueEmail } from '@agres/core/jobs/email';
import type { Tx } from '@agres/db/db';
import type { Dispute } from '@agres/payments/shapes';

import { holdOrder } from '../orders/hold-order.ts';
import type { RefundedPayment } from './apply-refunds.ts';
import { requestRest } from './cancel-order.ts';

/** The statuses of a decided dispute; an appeal opens a lost one again. */
export const CLOSED: ReadonlySet<Dispute['status']> = new Set([
  'won',
  'lost',
  'warning_closed',
  'prevented',
]);

/**
 * Stores the state of a dispute of one of our payments, and alerts the shop owner of each change, with the
 * deadline for an answer. Holds an unsent order, except for an inquiry, which moves no money. Once the bank
 * has decided, requests the rest of the money of an order that was cancelled in the meantime.
 */
export async function applyDispute(
  tx: Tx,
  { account, intentId, orderId, subscriptionId }: RefundedPayment,
  dispute: Dispute,
): Promise<void> {
  const { id, status, amountCents, reason, answerBy, createdAt } = dispute;
  const isInquiry = status.startsWith('warning');
  const isClosed = CLOSED.has(status);
  if (orderId !== null && !isInquiry && !isClosed) {
    const actor = { kind: 'system', name: 'refunds' } as const;
    const [known] = await tx.$queryRaw<unknown[]>`
      SELECT FROM dispute WHERE id = ${id} AND status NOT LIKE 'warning%'`;
    // The order is held only for a new dispute: the owner may have released it since, knowing of the dispute.
    if (known === undefined) await holdOrder(tx, { orderId, heldFor: 'dispute', actor });
  }
  const changed = await tx.$executeRaw`
    INSERT INTO dispute AS d (id, stripe_account, payment_intent_id, order_id, subscription_id, status,
      amount_cents, reason, answer_by, opened_at, closed_at)
    VALUES (${id}, ${account}, ${intentId}, ${orderId}::int, ${subscriptionId}::int, ${status},
      ${amountCents}::int, ${reason}, ${answerBy}, ${createdAt}, CASE WHEN ${isClosed} THEN clock_timestamp() END)
    ON CONFLICT (id) DO UPDATE SET status = EXCLUDED.status, amount_cents = EXCLUDED.amount_cents,
      answer_by = EXCLUDED.answer_by, closed_at = CASE WHEN ${isClosed} AND d.status = EXCLUDED.status
        THEN coalesce(d.closed_at, EXCLUDED.closed_at) ELSE EXCLUDED.closed_at END,
      subscription_id = coalesce(d.subscription_id, EXCLUDED.subscription_id)
    WHERE d.status <> EXCLUDED.status OR (d.closed_at IS NULL) = ${isClosed}
      OR d.answer_by IS DISTINCT FROM EXCLUDED.answer_by
      OR (d.subscription_id IS NULL AND EXCLUDED.subscription_id IS NOT NULL)`;
  if (changed === 0) return;
  if (orderId !== null && isClosed) await requestWaitingRest(tx, orderId, id);
  await enqueueEmail(tx, {
    email: operatorAlertEmail,
    request: {
      event: isInquiry
        ? 'A cardholder asks about a payment: giving it back ends that'
        : `A cardholder disputes a payment: ${status}`,
      facts: {
        disputeId: id,
        status,
        reason,
        amountCents,
        answerBy: answerBy?.toISOString() ?? null,
        orderId,
        subscriptionId,
        account,
        intentId,
      },
    },
    dedupe: `dispute:${id}:${status}`,
  });
}

async function requestWaitingRest(tx: Tx, orderId: number, disputeId: string): Promise<void> {
  const [waiting] = await tx.$queryRaw<{ rest: unknown }[]>`
    SELECT rest FROM dispute WHERE id = ${disputeId} AND rest IS NOT NULL`;
  if (waiting === undefined) return;
  // `rest` stays in the row: a lost dispute may be won on appeal. Its idempotency key ensures that it is
  // requested once.
  // guard: a refund that waited for a dispute is requested once that is decided
  await requestRest(tx, { orderId, rest: waiting.rest });
}
