import { Prisma, type Db } from '@agres/db/db';

import { isSameHash } from '../checkout/idempotency-key.ts';
import { ATTEMPT_COLUMNS, IS_IN_FLIGHT, type Attempt } from './purchase-attempt.ts';
import type { PurchaseRequest } from './purchase-request.ts';

/** How long the same request with another card returns the order whose answer was never sent. */
const UNSENT_MINUTES = 15;

export type EarlierAttempts = {
  /** The attempt with this call's key. */
  same: Attempt | undefined;
  /** A paid attempt with the same content, whose answer was never sent. */
  unsent: Attempt | undefined;
  /** Another attempt that may still be charged. */
  inFlight: Attempt | undefined;
};

/** Finds the earlier attempts that affect a call, in one statement. */
export async function findEarlier(db: Db, request: PurchaseRequest): Promise<EarlierAttempts> {
  const { userId, key, requestHash } = request;
  const isSame = Prisma.sql`idempotency_key = ${key}`;
  // `order_date` of an order rebuilt from its payment is older than the attempt's row, so the later of the
  // two counts.
  // guard: a delivered response is not returned for the next purchase
  const isUnsent = Prisma.sql`(state = 'paid' AND request_hash = ${requestHash}::bytea
    AND response_sent_at IS NULL AND EXISTS (
      SELECT FROM orders WHERE orders.attempt_id = purchase_attempt.id
        AND greatest(order_date, purchase_attempt.created_at)
          > clock_timestamp() - make_interval(mins => ${UNSENT_MINUTES}::int)))`;
  const rows = await db.$queryRaw<(Attempt & Record<'isSame' | 'isUnsent' | 'isOpen', boolean>)[]>`
    SELECT ${ATTEMPT_COLUMNS}, ${isSame} AS "isSame", ${isUnsent} AS "isUnsent",
      ${IS_IN_FLIGHT} AS "isOpen"
    FROM purchase_attempt
    WHERE user_id = ${userId}::int AND (${isSame} OR ${IS_IN_FLIGHT} OR ${isUnsent})
    ORDER BY created_at DESC`;
  return {
    same: rows.find((row) => row.isSame),
    unsent: rows.find((row) => row.isUnsent && !row.isSame),
    inFlight: rows.find((row) => row.isOpen && !row.isSame),
  };
}

export type PurchasePlan =
  /** Take a unit of stock for a new attempt. */
  | { step: 'reserve' }
  /** Take a unit for an expired attempt of this key. */
  | { step: 'reserve_again'; attempt: Attempt }
  | { step: 'replay'; attempt: Attempt }
  /** Another call is working on this attempt. */
  | { step: 'wait'; attempt: Attempt }
  /** The call that worked on this attempt has died. */
  | { step: 'take_over'; attempt: Attempt }
  | { step: 'finish_older'; attempt: Attempt }
  /** Another call is working on another attempt of the same buyer. */
  | { step: 'refuse'; code: 'purchase_in_progress' }
  /** The key was used with other content. */
  | { step: 'refuse'; code: 'invalid_fields' };

/** Returns the next step of a call, from the buyer's earlier attempts. */
export function planOf(
  { same, unsent, inFlight }: EarlierAttempts,
  { requestHash }: Pick<PurchaseRequest, 'requestHash'>,
): PurchasePlan {
  if (same !== undefined && same.state !== 'expired') return planOfKnown(same, requestHash);
  if (same !== undefined && !isSameHash(same.requestHash, requestHash)) return OTHER_CONTENT;
  // guard: a repeated purchase whose response was lost is not charged again
  if (unsent !== undefined) return { step: 'replay', attempt: unsent };
  if (inFlight?.isLeased) return { step: 'refuse', code: 'purchase_in_progress' };
  if (inFlight !== undefined) return { step: 'finish_older', attempt: inFlight };
  return same === undefined ? { step: 'reserve' } : { step: 'reserve_again', attempt: same };
}

/**
 * Whether a call starts a payment that counts against the limits. Restarting an expired attempt does
 * not count again if it never had a payment, or if its payment was not charged and the card is the same.
 */
export function startsNewPayment(
  plan: PurchasePlan,
  { cardHash }: Pick<PurchaseRequest, 'cardHash'>,
): boolean {
  // guard: a new payment counts in the rate limit under any idempotency key
  if (plan.step === 'reserve_again') {
    const { attempt } = plan;
    return attempt.intentId !== null && !isSameHash(attempt.cardHash, cardHash);
  }
  return plan.step === 'reserve';
}

const OTHER_CONTENT: PurchasePlan = { step: 'refuse', code: 'invalid_fields' };

function planOfKnown(attempt: Attempt, requestHash: Uint8Array): PurchasePlan {
  if (!isSameHash(attempt.requestHash, requestHash)) return OTHER_CONTENT;
  if (attempt.state === 'paid' || attempt.state === 'refused') return { step: 'replay', attempt };
  // guard: a call waits for an attempt that another call has leased
  return { step: attempt.isLeased ? 'wait' : 'take_over', attempt };
}
