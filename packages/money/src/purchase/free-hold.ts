import type { Deps } from '@agres/core/context';
import { secondsFromNow } from '@agres/db/database-clock';

import { HOLD_SECONDS } from '../checkout/attempt-errors.ts';
import { checkOnce } from '../checkout/check-attempt.ts';
import { IS_LEASED, takeLease } from '../checkout/lease.ts';
import { OPEN_PURCHASES } from './open-purchases.ts';
import { findAttempt, PURCHASE_ATTEMPTS } from './purchase-attempt.ts';
import type { PurchaseRequest } from './purchase-request.ts';

/**
 * A hold is protected this long while another buyer wants its unit, because approval in a banking app takes
 * time.
 */
const SAFE_HOLD_SECONDS = 180;

/**
 * Ends the oldest hold for 3-D Secure of a sold-out option, after cancelling its payment. The hold must be
 * older than three minutes and belong to an account that never paid: otherwise throwaway accounts could hold
 * all stock for free. Returns whether a unit was returned to stock; false while the provider has not
 * confirmed the cancellation.
 */
export async function freeOldestHold(
  deps: Deps,
  { input, userId, leaseHolder }: PurchaseRequest,
): Promise<boolean> {
  // guard: a hold of an account with an earlier payment is not released early
  const [oldest] = await deps.db.$queryRaw<{ attemptId: string }[]>`
    SELECT id::text AS "attemptId" FROM purchase_attempt held
    WHERE state = 'requires_action' AND user_id IS DISTINCT FROM ${userId}::int AND NOT ${IS_LEASED}
      AND option_id = (SELECT id FROM item_option WHERE item_id = ${input.id}::int
        ORDER BY position LIMIT 1 OFFSET ${input.optionIndex}::int)
      AND hold_until < ${secondsFromNow(HOLD_SECONDS - SAFE_HOLD_SECONDS)}
      AND NOT EXISTS (SELECT FROM purchase_attempt paid
        WHERE paid.user_id = held.user_id AND paid.state = 'paid')
      AND NOT EXISTS (SELECT FROM subscription
        WHERE subscription.user_id = held.user_id AND subscription.paid_until IS NOT NULL)
    ORDER BY hold_until, id LIMIT 1`;
  if (oldest === undefined) return false;
  const isTaken = await takeLease(deps, PURCHASE_ATTEMPTS, { ...oldest, leaseHolder });
  const attempt = isTaken ? await findAttempt(deps.db, oldest.attemptId) : null;
  if (attempt === null) return false;
  const checking = { attempt: { ...attempt, holdSeconds: 0 }, leaseHolder };
  const { state } = await checkOnce(deps, OPEN_PURCHASES, { ...checking, by: 'newer_request' });
  return state === 'expired' || state === 'refused';
}
