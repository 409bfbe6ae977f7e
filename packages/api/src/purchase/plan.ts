import { Prisma, type Db } from '@shop/db/db';

import { ATTEMPT_COLUMNS, isInFlight, type Attempt } from './attempt.ts';
import { isSameRequest, type PurchaseRequest } from './request.ts';

/** For so long an order whose answer never left is the answer to the same request with another card. */
const UNSENT_MINUTES = 15;

/** What a buyer did before that bears on this call. */
export type Earlier = {
  /** The attempt under this call's own key. */
  same: Attempt | undefined;
  /** A paid attempt with the same content, whose answer never left (contract, section 4). */
  unsent: Attempt | undefined;
  /** The attempt of another click that may still take money. */
  inFlight: Attempt | undefined;
};

/** Reads what bears on a call, in one statement. */
export async function findEarlier(db: Db, request: PurchaseRequest): Promise<Earlier> {
  const { userId, key, requestHash } = request;
  const isSame = Prisma.sql`idempotency_key = ${key}`;
  const isUnsent = Prisma.sql`(state = 'paid' AND request_hash = ${requestHash}::bytea
    AND response_sent_at IS NULL AND EXISTS (
      SELECT FROM orders WHERE orders.attempt_id = purchase_attempt.id
        AND order_date > clock_timestamp() - make_interval(mins => ${UNSENT_MINUTES}::int)))`;
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
export type Plan =
  /** Take a unit of stock for a new attempt. */
  | { step: 'reserve' }
  /** Take a unit for an expired attempt of this key. */
  | { step: 'reserve_again'; attempt: Attempt }
  /** Tell what came of an attempt before. */
  | { step: 'replay'; attempt: Attempt }
  /** Somebody works on this very click: wait for what comes of it. */
  | { step: 'wait'; attempt: Attempt }
  /** Whoever worked on this click is gone: go on where they stopped. */
  | { step: 'take_over'; attempt: Attempt }
  /** Bring an older click to its end first. */
  | { step: 'help'; attempt: Attempt }
  /** Somebody works on another click of the same buyer. */
  | { step: 'refuse'; code: 'purchase_in_progress' }
  /** The key is known with another content. */
  | { step: 'refuse'; code: 'invalid_fields' };

/** Decides what a call does next, from what its buyer did before (contract, section 3). */
export function planOf(
  { same, unsent, inFlight }: Earlier,
  { requestHash }: Pick<PurchaseRequest, 'requestHash'>,
): Plan {
  if (same !== undefined && same.state !== 'expired') return planOfKnown(same, requestHash);
  if (same !== undefined && !isSameRequest(same.requestHash, requestHash)) return OTHER_CONTENT;
  if (unsent !== undefined) return { step: 'replay', attempt: unsent };
  if (inFlight?.isLeased) return { step: 'refuse', code: 'purchase_in_progress' };
  if (inFlight !== undefined) return { step: 'help', attempt: inFlight };
  return same === undefined ? { step: 'reserve' } : { step: 'reserve_again', attempt: same };
}

const OTHER_CONTENT: Plan = { step: 'refuse', code: 'invalid_fields' };

function planOfKnown(attempt: Attempt, requestHash: Uint8Array): Plan {
  if (!isSameRequest(attempt.requestHash, requestHash)) return OTHER_CONTENT;
  if (attempt.state === 'paid' || attempt.state === 'refused') return { step: 'replay', attempt };
  return { step: attempt.isLeased ? 'wait' : 'take_over', attempt };
}
