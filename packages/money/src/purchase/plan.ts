import { Prisma, type Db } from '@agres/db/db';

import { isSameCard, isSameRequest } from '../checkout/idempotency-key.ts';
import { ATTEMPT_COLUMNS, isInFlight, type Attempt } from './purchase-attempt.ts';
import type { PurchaseRequest } from './purchase-request.ts';

/** For so long an order whose answer was never sent is the answer to the same request with another card. */
const UNSENT_MINUTES = 15;

/** What a buyer did before that bears on this call. */
export type Earlier = {
  /** The attempt under this call's own key. */
  same: Attempt | undefined;
  /** A paid attempt with the same content, whose answer was never sent (contract, section 4). */
  unsent: Attempt | undefined;
  /** Another attempt that may still take money. */
  inFlight: Attempt | undefined;
};

/** Reads what bears on a call, in one statement. */
export async function findEarlier(db: Db, request: PurchaseRequest): Promise<Earlier> {
  const { userId, key, requestHash } = request;
  const isSame = Prisma.sql`idempotency_key = ${key}`;
  // An order that was rebuilt from its payment is older than its attempt's row.
  // guard: an answer that was sent is not given to the next purchase
  const isUnsent = Prisma.sql`(state = 'paid' AND request_hash = ${requestHash}::bytea
    AND response_sent_at IS NULL AND EXISTS (
      SELECT FROM orders WHERE orders.attempt_id = purchase_attempt.id
        AND greatest(order_date, purchase_attempt.created_at)
          > clock_timestamp() - make_interval(mins => ${UNSENT_MINUTES}::int)))`;
  const rows = await db.$queryRaw<(Attempt & Record<'isSame' | 'isUnsent' | 'isOpen', boolean>)[]>`
    SELECT ${ATTEMPT_COLUMNS}, ${isSame} AS "isSame", ${isUnsent} AS "isUnsent",
      ${isInFlight} AS "isOpen"
    FROM purchase_attempt
    WHERE user_id = ${userId}::int AND (${isSame} OR ${isInFlight} OR ${isUnsent})
    ORDER BY created_at DESC`;
  return {
    same: rows.find((row) => row.isSame),
    unsent: rows.find((row) => row.isUnsent && !row.isSame),
    inFlight: rows.find((row) => row.isOpen && !row.isSame),
  };
}

/** The next thing to do for a call. */
export type PurchasePlan =
  /** Take a unit of stock for a new attempt. */
  | { step: 'reserve' }
  /** Take a unit for an expired attempt of this key. */
  | { step: 'reserve_again'; attempt: Attempt }
  /** Tell what came of an attempt before. */
  | { step: 'replay'; attempt: Attempt }
  /** Another call works on this attempt: wait for what comes of it. */
  | { step: 'wait'; attempt: Attempt }
  /** The call that worked on this attempt is gone: go on where it stopped. */
  | { step: 'take_over'; attempt: Attempt }
  /** Finish an older attempt first. */
  | { step: 'finish_older'; attempt: Attempt }
  /** Another call works on another attempt of the same buyer. */
  | { step: 'refuse'; code: 'purchase_in_progress' }
  /** The key is known with another content. */
  | { step: 'refuse'; code: 'invalid_fields' };

/** Decides what a call does next, from what its buyer did before (contract, section 3). */
export function planOf(
  { same, unsent, inFlight }: Earlier,
  { requestHash }: Pick<PurchaseRequest, 'requestHash'>,
): PurchasePlan {
  if (same !== undefined && same.state !== 'expired') return planOfKnown(same, requestHash);
  if (same !== undefined && !isSameRequest(same.requestHash, requestHash)) return OTHER_CONTENT;
  // guard: a lost answer is found again
  if (unsent !== undefined) return { step: 'replay', attempt: unsent };
  if (inFlight?.isLeased) return { step: 'refuse', code: 'purchase_in_progress' };
  if (inFlight !== undefined) return { step: 'finish_older', attempt: inFlight };
  return same === undefined ? { step: 'reserve' } : { step: 'reserve_again', attempt: same };
}

/**
 * Whether a call begins what one more card may be charged for. An expired attempt that never had a
 * payment charged none, and one whose payment was never charged begins again with the same card: what
 * was counted when it began counts for the next try.
 */
export function beginsPayment(
  plan: PurchasePlan,
  { cardHash }: Pick<PurchaseRequest, 'cardHash'>,
): boolean {
  // guard: a new payment counts under any key
  if (plan.step === 'reserve_again') {
    const { attempt } = plan;
    return attempt.intentId !== null && !isSameCard(attempt.cardHash, cardHash);
  }
  return plan.step === 'reserve';
}

const OTHER_CONTENT: PurchasePlan = { step: 'refuse', code: 'invalid_fields' };

function planOfKnown(attempt: Attempt, requestHash: Uint8Array): PurchasePlan {
  if (!isSameRequest(attempt.requestHash, requestHash)) return OTHER_CONTENT;
  if (attempt.state === 'paid' || attempt.state === 'refused') return { step: 'replay', attempt };
  // guard: an attempt that another call works on is waited for
  return { step: attempt.isLeased ? 'wait' : 'take_over', attempt };
}
