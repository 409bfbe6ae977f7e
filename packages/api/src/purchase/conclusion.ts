import type { Order } from '@shop/domain/shapes';
import type { CardFailure, Intent } from '@shop/payments/shapes';

import type { Deps } from '../context.ts';
import { findAttempt, type Attempt } from './attempt.ts';
import {
  settleExpired,
  settleHeld,
  settleMismatch,
  settlePaid,
  settleRefused,
  type Settling,
} from './settlement.ts';
import { readOutcome } from './stored-answer.ts';
import { verdictOf } from './verdict.ts';

/** What a look at an attempt came to. */
export type Conclusion =
  | { state: 'paid'; order: Order }
  | { state: 'refused'; failure: CardFailure }
  /** Money was taken that was not agreed on; it is being given back. */
  | { state: 'mismatch' }
  | { state: 'expired' }
  | { state: 'requires_action'; clientSecret: string }
  /** Nothing is decided: the provider is still at it, or does not answer. */
  | { state: 'undecided' };

type Purchasing = Pick<Deps, 'db' | 'payments' | 'log' | 'wakeJobs'>;

const UNDECIDED: Conclusion = { state: 'undecided' };

/**
 * Brings an attempt in `charging` or `requires_action` as far as the provider's answer allows, in
 * one transaction. Whoever calls it, however often and at the same time, the outcome is one. Throws
 * when the database does not answer: nothing is lost then, a later look ends it.
 */
export async function conclude(deps: Purchasing, settling: Settling): Promise<Conclusion> {
  const { attempt, intent } = settling;
  const { db } = deps;
  switch (verdictOf(attempt, intent)) {
    case 'pay': {
      const order = await settlePaid(db, settling);
      if (order === null) return concludeAnew(deps, settling);
      deps.wakeJobs();
      return { state: 'paid', order };
    }
    case 'give_back': {
      if (!(await settleMismatch(db, settling))) return concludeAnew(deps, settling);
      const ids = { attemptId: attempt.id, intentId: intent.id };
      deps.log.fatal(ids, 'payment differs from its purchase, refunding it');
      deps.wakeJobs();
      return { state: 'mismatch' };
    }
    case 'refuse':
      return refuse(deps, settling);
    case 'hold':
      if (!(await settleHeld(db, settling))) return concludeAnew(deps, settling);
      return { state: 'requires_action', clientSecret: intent.clientSecret };
    case 'release':
      if (!(await settleExpired(db, settling))) return concludeAnew(deps, settling);
      return { state: 'expired' };
    case 'cancel':
      return cancelFirst(deps, settling);
    case 'wait':
      return intent.state === 'requires_action'
        ? { state: 'requires_action', clientSecret: intent.clientSecret }
        : UNDECIDED;
  }
}

/** Refuses by a card that was declined; `invalid_card` where the provider gives no better reason. */
async function refuse(deps: Purchasing, settling: Settling): Promise<Conclusion> {
  const failure = settling.intent.failure ?? 'invalid_card';
  if (!(await settleRefused(deps.db, settling, failure))) return concludeAnew(deps, settling);
  deps.wakeJobs();
  return { state: 'refused', failure };
}

/** The fence: a unit of stock goes back only once the payment can take no money any more. */
async function cancelFirst(deps: Purchasing, settling: Settling): Promise<Conclusion> {
  const { attempt, intent, by } = settling;
  const answer = await deps.payments.cancelIntent(attempt.stripeAccount, intent.id);
  if (answer.outcome !== 'known') return UNDECIDED;
  const ended = answer.value;
  if (ended.state === 'canceled' && intent.state === 'declined') {
    return refuse(deps, { attempt, intent: { ...ended, failure: intent.failure }, by });
  }
  if (ended.state === 'canceled' || ended.state === 'succeeded') {
    return conclude(deps, { attempt, intent: ended, by });
  }
  return UNDECIDED;
}

/** Somebody else changed the attempt in the meantime: what they made of it counts. */
async function concludeAnew(deps: Purchasing, settling: Settling): Promise<Conclusion> {
  const { attempt: before, intent, by } = settling;
  const attempt = await findAttempt(deps.db, before.id);
  if (attempt === null) return UNDECIDED;
  const outcome = await readOutcome(deps.db, attempt);
  if (outcome !== null) return outcome;
  const isOvertaken = attempt.state !== before.state && isPaying(attempt, intent);
  return isOvertaken ? conclude(deps, { attempt, intent, by }) : UNDECIDED;
}

function isPaying(attempt: Attempt, intent: Intent): boolean {
  return attempt.paymentIntentId === intent.id;
}
