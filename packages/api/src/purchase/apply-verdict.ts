import type { Db } from '@shop/db/db';
import type { Order } from '@shop/domain/shapes';
import type { CardFailure, Intent } from '@shop/payments/shapes';

import { cardFailureOf, type Unfinished } from '../checkout/outcome.ts';
import type { Deps } from '../context.ts';
import { ORDER_COLUMNS, orderOfColumns, type OrderColumns } from '../orders/order.ts';
import {
  applyExpired,
  applyForeign,
  applyHeld,
  applyMismatch,
  applyPaid,
  applyRefused,
  type Applying,
} from './apply-outcome.ts';
import { findAttempt, type Attempt } from './purchase-attempt.ts';
import { verdictOf } from './verdict.ts';

/** What became of an attempt. */
export type AttemptOutcome =
  | { state: 'paid'; order: Order }
  /** Money was taken that was not agreed on; it is being given back. */
  | { state: 'mismatch' }
  | Unfinished;

type Purchasing = Pick<Deps, 'db' | 'payments' | 'log' | 'wakeJobs' | 'installation'>;

const UNDECIDED: AttemptOutcome = { state: 'undecided' };

/**
 * Brings an attempt in `charging` or `requires_action` as far as the provider's answer allows, in
 * one transaction. Idempotent and safe under concurrent calls. Throws when the database does not
 * answer: nothing is lost then, a later check finishes it.
 */
export async function applyVerdict(deps: Purchasing, applying: Applying): Promise<AttemptOutcome> {
  const { attempt, intent } = applying;
  const { db } = deps;
  switch (verdictOf(attempt, intent, deps.installation)) {
    case 'pay': {
      const order = await applyPaid(db, applying);
      if (order === null) return applyToCurrent(deps, applying);
      deps.wakeJobs();
      return { state: 'paid', order };
    }
    case 'give_back': {
      if (!(await applyMismatch(db, applying))) return applyToCurrent(deps, applying);
      const ids = { attemptId: attempt.id, intentId: intent.id };
      deps.log.fatal(ids, 'payment differs from its purchase, refunding it');
      deps.wakeJobs();
      return { state: 'mismatch' };
    }
    case 'leave': {
      if (!(await applyForeign(db, applying))) return applyToCurrent(deps, applying);
      const ids = { attemptId: attempt.id, intentId: intent.id };
      deps.log.fatal(ids, 'a purchase had the payment of somebody else, leaving that alone');
      deps.wakeJobs();
      return { state: 'expired' };
    }
    case 'refuse':
      return refuse(deps, applying);
    case 'hold':
      if (!(await applyHeld(db, applying))) return applyToCurrent(deps, applying);
      return { state: 'requires_action', clientSecret: intent.clientSecret };
    case 'release':
      if (!(await applyExpired(db, applying))) return applyToCurrent(deps, applying);
      return { state: 'expired' };
    case 'cancel':
      return cancelFirst(deps, applying);
    case 'wait':
      return intent.state === 'requires_action'
        ? { state: 'requires_action', clientSecret: intent.clientSecret }
        : UNDECIDED;
  }
}

/** Refuses by a card that was declined; `invalid_card` where the provider gives no better reason. */
async function refuse(deps: Purchasing, applying: Applying): Promise<AttemptOutcome> {
  const failure = applying.intent.failure ?? 'invalid_card';
  if (!(await applyRefused(deps.db, applying, failure))) return applyToCurrent(deps, applying);
  deps.wakeJobs();
  return { state: 'refused', failure };
}

/** A unit of stock goes back only once the payment can take no money any more. */
async function cancelFirst(deps: Purchasing, applying: Applying): Promise<AttemptOutcome> {
  const { attempt, intent, by } = applying;
  const answer = await deps.payments.cancelIntent(attempt.account, intent.id);
  if (answer.outcome !== 'known') return UNDECIDED;
  const ended = answer.value;
  if (ended.state === 'canceled' && intent.state === 'declined') {
    return refuse(deps, { attempt, intent: { ...ended, failure: intent.failure }, by });
  }
  if (ended.state === 'canceled' || ended.state === 'succeeded') {
    return applyVerdict(deps, { attempt, intent: ended, by });
  }
  return UNDECIDED;
}

/** Another call changed the attempt in the meantime: what that made of it counts. */
async function applyToCurrent(deps: Purchasing, applying: Applying): Promise<AttemptOutcome> {
  const { attempt: before, intent, by } = applying;
  const attempt = await findAttempt(deps.db, before.id);
  if (attempt === null) return UNDECIDED;
  const outcome = await readOutcome(deps.db, attempt);
  if (outcome !== null) return outcome;
  const isChanged = attempt.state !== before.state && isPaying(attempt, intent);
  return isChanged ? applyVerdict(deps, { attempt, intent, by }) : UNDECIDED;
}

function isPaying(attempt: Attempt, intent: Intent): boolean {
  return attempt.intentId === intent.id;
}

/** How an attempt ended. */
export type Outcome =
  | { state: 'paid'; order: Order }
  | { state: 'refused'; failure: CardFailure }
  | { state: 'expired' };

/** What came of an attempt, as it was answered at the time; null while it is in flight. */
export async function readOutcome(db: Db, attempt: Attempt): Promise<Outcome | null> {
  switch (attempt.state) {
    case 'paid':
      return { state: 'paid', order: await readOrder(db, attempt.id) };
    case 'refused':
      return { state: 'refused', failure: cardFailureOf(attempt.failureCode) };
    case 'expired':
      return { state: 'expired' };
    case 'reserved':
    case 'charging':
    case 'requires_action':
      return null;
  }
}

/** The order as it was told when it was bought, whatever has become of it since. */
async function readOrder(db: Db, attemptId: string): Promise<Order> {
  const [order] = await db.$queryRaw<OrderColumns[]>`
    SELECT ${ORDER_COLUMNS} FROM orders o JOIN purchase_attempt a ON a.id = o.attempt_id
    WHERE o.attempt_id = ${attemptId}::uuid`;
  if (order === undefined) throw new Error(`paid attempt ${attemptId} has no order`);
  return orderOfColumns({
    ...order,
    status: 'waiting',
    sentAt: null,
    carrier: null,
    trackingNumber: null,
    postDate: null,
    cancelledAt: null,
    refundedCents: null,
  });
}
