import { ROLES, type Actor } from '@agres/core/operations/actor';
import { writeJournal } from '@agres/core/operations/journal';
import type { Tx } from '@agres/db/db';
import { isDemoPayment } from '@agres/domain/demonstration';
import { DomainError } from '@agres/domain/errors';
import { z } from 'zod';

import {
  findByKey,
  lockOrder,
  requestRefund,
  returnUnit,
  type RefundRequest,
  type RequestedRefund,
} from './request-refund.ts';
import { IS_OPEN_DISPUTE, readReturnedMoney, refundableCents } from './returned-money.ts';

/** `key` is the idempotency key of the refund. */
export type Cancellation = Pick<RefundRequest, 'reason' | 'actor' | 'key' | 'origin'> & {
  orderId: number;
};

export type CancellationResult = {
  /** The refund of the rest; null if nothing was left, or if it has to wait. */
  refund: RequestedRefund | null;
  /**
   * What the refund waits for. The rest is requested once that refund has arrived or the dispute is decided.
   */
  waitsFor: 'refund_in_flight' | 'disputed' | null;
};

/**
 * Cancels an unsent order, in the caller's transaction: returns its unit to stock, ends its hold and requests
 * the refund of the rest, except for demonstration data. Idempotent: for a cancelled order it only requests
 * the rest, even after a failed refund.
 *
 * @throws DomainError `not_found`, or `already_sent` (also if delivered).
 */
export async function cancelOrder(tx: Tx, cancellation: Cancellation): Promise<CancellationResult> {
  const { orderId, reason, actor, key, origin } = cancellation;
  const order = await lockOrder(tx, orderId);
  if (order === null) throw new DomainError('not_found');
  if (order.cancelledAt === null) {
    // guard: an order that was sent is not cancelled
    const cancelled = await tx.$executeRaw`
      UPDATE orders SET cancelled_at = clock_timestamp(), cancel_reason = ${reason}, held_for = NULL
      WHERE id = ${orderId}::int AND sent_at IS NULL AND status = 'waiting'`;
    if (cancelled === 0) throw new DomainError('already_sent');
    await writeJournal(tx, {
      actor,
      operation: 'orders.cancel',
      subject: { kind: 'order', id: orderId },
      changes: {
        cancelled: [false, true],
        ...(order.heldFor === null ? {} : { heldFor: [order.heldFor, null] }),
      },
    });
  }
  const { account, intentId, paidCents } = order;
  const given = await readReturnedMoney(tx, intentId);
  const { isInFlight, isDisputed } = given;
  const amountCents = refundableCents(paidCents, given);
  let refund = await findByKey(tx, intentId, key);
  if (refund !== null) return { refund, waitsFor: null };
  if (isInFlight || isDisputed) await promiseRest(tx, intentId, { reason, actor, key, origin });
  else if (amountCents > 0 && !isDemoPayment(intentId)) {
    const wish = { reason, actor, key, origin, orderId, account, intentId, paidCents, amountCents };
    refund = await requestRefund(tx, wish);
  }
  await returnUnit(tx, orderId, { reason, actor });
  const waitsFor = isInFlight ? 'refund_in_flight' : isDisputed ? 'disputed' : null;
  return { refund, waitsFor };
}

const actorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('operator'), name: z.string() }),
  z.object({
    kind: z.literal('staff'),
    id: z.int(),
    name: z.string(),
    roles: z.array(z.enum(ROLES)).readonly(),
  }),
  z.object({ kind: z.literal('member') }),
  z.object({ kind: z.literal('system'), name: z.string() }),
]) satisfies z.ZodType<Actor>;

/**
 * The request that waits in the row of the refund in flight or the dispute, for the rest of a cancelled
 * order.
 */
const restSchema = z.object({
  reason: z.string(),
  actor: actorSchema,
  key: z.string(),
  origin: z.enum(['office', 'withdrawal', 'late', 'audit']),
});
type Rest = z.output<typeof restSchema>;

async function promiseRest(tx: Tx, intentId: string, rest: Rest): Promise<void> {
  await tx.$executeRaw`
    UPDATE refund SET rest = ${JSON.stringify(rest)}::jsonb
    WHERE payment_intent_id = ${intentId} AND state IN ('requested', 'sending')`;
  await tx.$executeRaw`
    UPDATE dispute SET rest = ${JSON.stringify(rest)}::jsonb
    WHERE payment_intent_id = ${intentId} AND ${IS_OPEN_DISPUTE}`;
}

/**
 * Requests the rest of a cancelled order, in the transaction that stores the arrival of the refund in flight
 * or the decision about the dispute. Returns null if nothing is left, the payment is disputed or the order
 * does not exist.
 */
export async function requestRest(
  tx: Tx,
  { orderId, rest }: { orderId: number; rest: unknown },
): Promise<RequestedRefund | null> {
  const order = await lockOrder(tx, orderId);
  if (order === null) return null;
  const { refund } = await cancelOrder(tx, { ...restSchema.parse(rest), orderId });
  return refund;
}
