import type { Deps } from '@agres/core/context';
import { operatorAlertEmail } from '@agres/core/jobs/alert';
import { enqueueEmail } from '@agres/core/jobs/email';
import { enqueue } from '@agres/core/jobs/job';
import { secondsFromNow } from '@agres/db/database-clock';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import type { Order } from '@agres/domain/shapes';
import type { CardFailure, Intent } from '@agres/payments/shapes';

import { cardFailureOf, HOLD_SECONDS, type UnfinishedOutcome } from '../checkout/attempt-errors.ts';
import { cancelIntentJob } from '../checkout/payment-jobs.ts';
import { ORDER_COLUMNS, orderOf, type OrderRow } from '../orders/read-order.ts';
import { writeOrder } from '../orders/write-order.ts';
import { requestOrphanRefund } from '../refund/orphans.ts';
import { verdictOf } from './pay-or-hold-for-3d-secure.ts';
import {
  applyTransition,
  findAttempt,
  type AttemptActor,
  type Attempt,
} from './purchase-attempt.ts';

export type PurchaseOutcome =
  | { state: 'paid'; order: Order }
  /** The charged amount differs from the agreed one; the refund is requested. */
  | { state: 'mismatch' }
  | UnfinishedOutcome;

type VerdictInput = { attempt: Attempt; intent: Intent; by: AttemptActor };

type PurchaseDeps = Pick<Deps, 'db' | 'payments' | 'log' | 'wakeJobs' | 'installation'>;

/** The stored failure code of an attempt whose payment took another amount than agreed. */
const MISMATCH = 'error_message';

const UNDECIDED: PurchaseOutcome = { state: 'undecided' };

/**
 * Advances an attempt in `charging` or `requires_action` as far as the provider's answer allows, in one
 * transaction. Idempotent and safe under concurrent calls. Throws if the database does not answer; a later
 * check then finishes the attempt.
 */
export async function applyVerdict(
  deps: PurchaseDeps,
  applying: VerdictInput,
): Promise<PurchaseOutcome> {
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
      deps.log.fatal(ids, 'a purchase had the payment of another buyer, leaving it alone');
      deps.wakeJobs();
      return { state: 'expired' };
    }
    case 'refuse':
      return endRefused(deps, applying);
    case 'hold':
      if (!(await applyHeld(db, applying))) return applyToCurrent(deps, applying);
      return { state: 'requires_action', clientSecret: intent.clientSecret };
    case 'release': {
      const change = { to: 'expired', set: CLEARED, unit: 'returned' } as const;
      if (!(await transition(db, applying, change))) return applyToCurrent(deps, applying);
      return { state: 'expired' };
    }
    case 'cancel':
      return cancelFirst(deps, applying);
    case 'wait':
      return intent.state === 'requires_action'
        ? { state: 'requires_action', clientSecret: intent.clientSecret }
        : UNDECIDED;
  }
}

async function endRefused(deps: PurchaseDeps, applying: VerdictInput): Promise<PurchaseOutcome> {
  const failure = applying.intent.failure ?? 'invalid_card';
  if (!(await applyRefused(deps.db, applying, failure))) return applyToCurrent(deps, applying);
  deps.wakeJobs();
  return { state: 'refused', failure };
}

/** Cancels the payment first: a unit returns to stock only once the payment can no longer succeed. */
async function cancelFirst(deps: PurchaseDeps, applying: VerdictInput): Promise<PurchaseOutcome> {
  const { attempt, intent, by } = applying;
  const answer = await deps.payments.cancelIntent(attempt.account, intent.id);
  if (answer.outcome !== 'known') return UNDECIDED;
  const ended = answer.value;
  if (ended.state === 'canceled' && intent.state === 'declined') {
    return endRefused(deps, { attempt, intent: { ...ended, failure: intent.failure }, by });
  }
  if (ended.state === 'canceled' || ended.state === 'succeeded') {
    return applyVerdict(deps, { attempt, intent: ended, by });
  }
  return UNDECIDED;
}

/**
 * Applies the answer again after another call has changed the attempt's row. Returns the outcome of an
 * attempt that has ended.
 */
async function applyToCurrent(
  deps: PurchaseDeps,
  applying: VerdictInput,
): Promise<PurchaseOutcome> {
  const { attempt: before, intent, by } = applying;
  const attempt = await findAttempt(deps.db, before.id);
  if (attempt === null) return UNDECIDED;
  const outcome = await readFinalOutcome(deps.db, attempt);
  if (outcome !== null) return outcome;
  const isOtherStep = attempt.state !== before.state && attempt.intentId === intent.id;
  return isOtherStep ? applyVerdict(deps, { attempt, intent, by }) : UNDECIDED;
}

export type FinalOutcome =
  | { state: 'paid'; order: Order }
  | { state: 'refused'; failure: CardFailure }
  | { state: 'mismatch' }
  | { state: 'expired' };

/** Returns the outcome of an ended attempt as at the time of its end; null while the attempt is in flight. */
export async function readFinalOutcome(db: Db, attempt: Attempt): Promise<FinalOutcome | null> {
  switch (attempt.state) {
    case 'paid':
      return { state: 'paid', order: await readOrder(db, attempt.id) };
    case 'refused':
      return attempt.failureCode === MISMATCH
        ? { state: 'mismatch' }
        : { state: 'refused', failure: cardFailureOf(attempt.failureCode) };
    case 'expired':
      return { state: 'expired' };
    case 'reserved':
    case 'charging':
    case 'requires_action':
      return null;
  }
}

/** Returns the order as at the time of purchase, even if it has changed since. */
async function readOrder(db: Db, attemptId: string): Promise<Order> {
  const [order] = await db.$queryRaw<OrderRow[]>`
    SELECT ${ORDER_COLUMNS} FROM orders o JOIN purchase_attempt a ON a.id = o.attempt_id
    WHERE o.attempt_id = ${attemptId}::uuid`;
  if (order === undefined) throw new Error(`paid attempt ${attemptId} has no order`);
  return orderOf({
    ...order,
    status: 'waiting',
    sentAt: null,
    carrier: null,
    trackingNumber: null,
    postDate: null,
    cancelledAt: null,
    refundedCents: null,
    deliveryAskedAt: null,
    cancellationAskedAt: null,
  });
}

/**
 * Each `apply…` function below changes an attempt in one transaction, if its state and payment are still
 * those that were read. Otherwise it changes nothing and returns null or false.
 */

async function applyPaid(db: Db, applying: VerdictInput): Promise<Order | null> {
  return inTransaction(db, async (tx) => {
    const isApplied = await transition(tx, applying, { to: 'paid', set: CLEARED, unit: 'kept' });
    if (!isApplied) return null;
    return writeOrder(tx, applying.attempt.id, null);
  });
}

async function applyRefused(
  db: Db,
  applying: VerdictInput,
  failure: CardFailure,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const set = [...CLEARED, Prisma.sql`failure_code = ${failure}`];
    const isApplied = await transition(tx, applying, { to: 'refused', set, unit: 'returned' });
    if (isApplied && applying.intent.state !== 'canceled') {
      const { attempt, intent } = applying;
      await enqueue(tx, {
        job: cancelIntentJob,
        payload: { account: attempt.account, intentId: intent.id },
        dedupe: `cancel:${intent.id}`,
      });
    }
    return isApplied;
  });
}

type UnchargedAttempt = { attemptId: string; leaseHolder: string; by: AttemptActor };

/**
 * Expires an attempt in `reserved`, if this holder still has its lease, and returns its unit to stock. No
 * money can have been taken, because a payment is confirmed only in `charging`.
 */
export async function expireReservation(
  db: Db,
  { attemptId, leaseHolder, by }: UnchargedAttempt,
): Promise<boolean> {
  const fence = Prisma.sql`lease_owner = ${leaseHolder}`;
  const change = { from: 'reserved', to: 'expired', intentState: null, set: CLEARED } as const;
  return applyTransition(db, { attemptId, by, fence, ...change }, 'returned');
}

/**
 * Ends an attempt whose payment belongs to another buyer or installation, and leaves that payment alone. The
 * same call starts again with another payment (decision 014).
 */
async function applyForeign(db: Db, applying: VerdictInput): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const isApplied = await transition(tx, applying, {
      to: 'expired',
      set: CLEARED,
      unit: 'returned',
    });
    if (!isApplied) return false;
    const { attempt, intent } = applying;
    const facts = {
      attemptId: attempt.id,
      intentId: intent.id,
      account: attempt.account,
      itsAttemptId: intent.attemptId,
      itsInstallation: intent.metadata['installation'] ?? null,
    };
    await enqueueEmail(tx, {
      email: operatorAlertEmail,
      request: { event: 'A purchase had the payment of another buyer, leaving it alone', facts },
      dedupe: `foreign:${intent.id}`,
    });
    return true;
  });
}

async function applyMismatch(db: Db, applying: VerdictInput): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const set = [...CLEARED, Prisma.sql`failure_code = ${MISMATCH}`];
    const isApplied = await transition(tx, applying, { to: 'refused', set, unit: 'returned' });
    if (!isApplied) return false;
    const { attempt, intent } = applying;
    const facts = {
      attemptId: attempt.id,
      intentId: intent.id,
      account: attempt.account,
      agreedCents: attempt.amountCents,
      takenCents: intent.amountCents,
    };
    // Requests nothing if the payment is disputed or already being refunded; the audit retries.
    await requestOrphanRefund(tx, { account: attempt.account, intent, reason: 'not as agreed' });
    await enqueueEmail(tx, {
      email: operatorAlertEmail,
      request: { event: 'Payment differs from its purchase, refunding it', facts },
      dedupe: `mismatch:${intent.id}`,
    });
    return true;
  });
}

async function applyHeld(db: Db, applying: VerdictInput): Promise<boolean> {
  const set = [
    Prisma.sql`hold_until = ${secondsFromNow(HOLD_SECONDS)}`,
    Prisma.sql`next_check_at = ${secondsFromNow(HOLD_SECONDS)}`,
    // guard: a card that reached the bank counts again in the rate limit
    Prisma.sql`card_hash = NULL`,
    Prisma.sql`lease_owner = NULL`,
    Prisma.sql`lease_until = NULL`,
  ];
  return transition(db, applying, { to: 'requires_action', set, unit: 'kept' });
}

const CLEARED = [
  Prisma.sql`lease_owner = NULL`,
  Prisma.sql`lease_until = NULL`,
  Prisma.sql`hold_until = NULL`,
  Prisma.sql`next_check_at = NULL`,
];

type Change = {
  to: Attempt['state'];
  set: readonly Prisma.Sql[];
  unit: 'kept' | 'returned';
};

function transition(
  tx: Db | Tx,
  { attempt, intent, by }: VerdictInput,
  { to, set, unit }: Change,
): Promise<boolean> {
  // guard: a purchase attempt is ended only by its own payment
  const fence = Prisma.sql`payment_intent_id = ${intent.id}`;
  const { id: attemptId, state: from } = attempt;
  return applyTransition(
    tx,
    { attemptId, from, to, by, intentState: intent.state, fence, set },
    unit,
  );
}
