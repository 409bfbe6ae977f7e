import type { Intent } from '@shop/payments/shapes';

import type { Attempt } from './attempt.ts';

/** What an attempt in `charging` or `requires_action` is to become, by what the provider says. */
export type Verdict =
  /** The money is there, as agreed: write the order. */
  | 'pay'
  /** Money is there, but not as agreed: give it back. */
  | 'give_back'
  /** The card was refused and nobody can try another on this payment: give the unit back. */
  | 'refuse'
  /** The buyer's bank asks for 3-D Secure: hold the unit. */
  | 'hold'
  /** The payment can take no money any more: give the unit back. */
  | 'release'
  /** It could still take money, and must not: cancel the payment first. */
  | 'cancel'
  /** Nothing is decided yet. */
  | 'wait';

type Judged = Pick<Attempt, 'id' | 'state' | 'amountCents' | 'currency' | 'holdSeconds'>;

/**
 * Judges a payment. A refused card under `requires_action` is cancelled before its unit goes back,
 * because the browser holds the payment's client secret and could confirm it with another card.
 */
export function verdictOf(attempt: Judged, intent: Intent): Verdict {
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
    case 'created':
      return 'cancel';
  }
}

function isAsAgreed(attempt: Judged, intent: Intent): boolean {
  return (
    intent.amountCents === attempt.amountCents &&
    intent.currency === attempt.currency &&
    intent.attemptId === attempt.id &&
    // Somebody gave it back at the provider before the order was written.
    intent.refundedCents === 0
  );
}
