import { whoseIs, type Installation } from '@agres/core/installation';
import type { Intent } from '@agres/payments/shapes';

import type { Attempt } from './purchase-attempt.ts';

/** What an attempt in `charging` or `requires_action` is to become, by what the provider says. */
export type Verdict =
  /** The money is there, as agreed: write the order. */
  | 'pay'
  /** Money is there, but not as agreed: give it back. */
  | 'give_back'
  /** A foreign payment: do not touch it, and return the unit. */
  | 'leave'
  /** The card was refused and no other can be tried on this payment: return the unit. */
  | 'refuse'
  /** The buyer's bank asks for 3-D Secure: hold the unit. */
  | 'hold'
  /** The payment can take no money any more: give the unit back. */
  | 'release'
  /** It could still take money, and must not: cancel the payment first. */
  | 'cancel'
  /** Nothing is decided yet. */
  | 'wait';

type JudgedAttempt = Pick<Attempt, 'id' | 'state' | 'amountCents' | 'currency' | 'holdSeconds'>;

/**
 * Judges a payment. A refused card under `requires_action` is cancelled before its unit goes back,
 * because the browser holds the payment's client secret and could confirm it with another card.
 */
export function verdictOf(
  attempt: JudgedAttempt,
  intent: Intent,
  installation: Pick<Installation, 'id' | 'copiedAt'>,
): Verdict {
  if (intent.attemptId !== attempt.id || whoseIs(installation, intent) === 'another')
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
    // guard: a payment is cancelled before its unit goes back
    case 'created':
      return 'cancel';
  }
}

/** Whether a card may be charged by a payment that was found: untried, ours, and as agreed. */
export function mayConfirm(
  attempt: JudgedAttempt,
  intent: Intent,
  installation: Pick<Installation, 'id' | 'copiedAt'>,
): boolean {
  const isOurs = verdictOf(attempt, intent, installation) !== 'leave';
  return intent.state === 'created' && isOurs && isAsAgreed(attempt, intent);
}

function isAsAgreed(attempt: JudgedAttempt, intent: Intent): boolean {
  // guard: money that was not agreed on makes no order
  return (
    intent.amountCents === attempt.amountCents &&
    intent.currency === attempt.currency &&
    // Refunded at the provider before the order was written.
    // guard: money that was refunded makes no order
    intent.refundedCents === 0
  );
}
