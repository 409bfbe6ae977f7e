import { ownershipOf, type Installation } from '@agres/core/installation';
import type { Intent } from '@agres/payments/shapes';

import type { Attempt } from './purchase-attempt.ts';

/** The next step for an attempt in `charging` or `requires_action` (3-D Secure). */
export type Verdict =
  /** Paid as agreed: write the order. */
  | 'pay'
  /** Paid, but not as agreed: refund it. */
  | 'give_back'
  /** Another buyer's or installation's payment: leave it alone and return the unit. */
  | 'leave'
  /** The card was declined and no other can be tried on this payment: return the unit. */
  | 'refuse'
  /** The buyer's bank requires 3-D Secure: hold the unit. */
  | 'hold'
  /** The payment was cancelled: return the unit. */
  | 'release'
  /** The payment could still succeed and must not: cancel it first. */
  | 'cancel'
  | 'wait';

type JudgedAttempt = Pick<Attempt, 'id' | 'state' | 'amountCents' | 'currency' | 'holdSeconds'>;

/**
 * Returns the next step for a payment's state at the provider. Under `requires_action` a declined payment is
 * cancelled before its unit is returned, because the browser has the payment's client secret and could
 * confirm it with another card.
 */
export function verdictOf(
  attempt: JudgedAttempt,
  intent: Intent,
  installation: Pick<Installation, 'id' | 'copiedAt'>,
): Verdict {
  if (intent.attemptId !== attempt.id || ownershipOf(installation, intent) === 'another')
    return 'leave';
  switch (intent.state) {
    case 'succeeded':
      return isAsAgreed(attempt, intent) ? 'pay' : 'give_back';
    case 'canceled':
      return 'release';
    case 'processing':
      return 'wait';
    case 'declined':
      return attempt.state === 'charging' ? 'refuse' : 'cancel';
    case 'requires_action':
      if (attempt.state === 'charging') return 'hold';
      return attempt.holdSeconds > 0 ? 'wait' : 'cancel';
    // guard: a payment is cancelled before its unit returns to stock
    case 'created':
      return 'cancel';
  }
}

/**
 * Whether an existing payment may be confirmed: it was never tried, belongs to this installation and has the
 * agreed amount.
 */
export function mayConfirm(
  attempt: JudgedAttempt,
  intent: Intent,
  installation: Pick<Installation, 'id' | 'copiedAt'>,
): boolean {
  const isOurs = verdictOf(attempt, intent, installation) !== 'leave';
  return intent.state === 'created' && isOurs && isAsAgreed(attempt, intent);
}

function isAsAgreed(attempt: JudgedAttempt, intent: Intent): boolean {
  // guard: a payment of another amount than agreed makes no order
  return (
    intent.amountCents === attempt.amountCents &&
    intent.currency === attempt.currency &&
    // A payment may be refunded in the provider's dashboard before its order is written.
    // guard: a refunded payment makes no order
    intent.refundedCents === 0
  );
}
