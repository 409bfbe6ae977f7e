import { markOf } from '@agres/core/installation';
import { raiseAlert } from '@agres/core/jobs/alert';
import { Prisma, type Db } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import type { Answer } from '@agres/payments/answer';
import type { Refund } from '@agres/payments/shapes';

import { isCachedByProvider } from '../checkout/ask-provider.ts';
import type { ReconcileDeps } from '../checkout/check-attempt.ts';
import {
  claimDue,
  newLeaseHolder,
  releaseLease,
  withDeadline,
  type AttemptTable,
} from '../checkout/lease.ts';
import { applyRefunds, PENDING_SECONDS, type RefundedPayment } from './apply-refunds.ts';
import type { RefundState } from './refund-outcome.ts';

const REFUNDS: AttemptTable = {
  table: Prisma.sql`refund`,
  isOpen: Prisma.sql`a.state IN ('requested', 'sending', 'pending')`,
  longestAheadSeconds: 2 * PENDING_SECONDS,
};

const BATCH = 10;
const INITIAL_BACKOFF_SECONDS = 2;
const MAX_BACKOFF_SECONDS = 3600;
const ALERT_AFTER_SECONDS = 900;
/** How long an idempotency key is used: the provider may forget it after 24 hours. */
const KEY_SECONDS = 23 * 3600;

/**
 * Sends requested refunds, retries those whose answer was lost, and checks those that the bank has not
 * decided (decision 053, R2). Idempotent; several processes share the work. Returns `more` if others may be
 * due.
 */
export async function sendRefunds(given: ReconcileDeps): Promise<'more' | 'none'> {
  const deps = withDeadline(given);
  const leaseHolder = newLeaseHolder(deps);
  const due = await claimDue(deps, REFUNDS, { leaseHolder, limit: BATCH });
  await Promise.all(due.map((refundId) => sendOne(deps, { refundId, leaseHolder })));
  return due.length < BATCH ? 'none' : 'more';
}

type ClaimedRefund = { refundId: string; leaseHolder: string };

async function sendOne(deps: ReconcileDeps, claimed: ClaimedRefund): Promise<void> {
  const { refundId, leaseHolder } = claimed;
  let checkInSeconds = INITIAL_BACKOFF_SECONDS;
  try {
    const refund = await findOpen(deps.db, claimed);
    if (refund === null) return;
    checkInSeconds = pauseSeconds(refund);
    if (await trySending(deps, refund)) deps.wakeJobs();
    else if (refund.state !== 'pending' && refund.ageSeconds > ALERT_AFTER_SECONDS) {
      const { account, intentId, orderId, amountCents } = refund;
      await raiseAlert(deps, {
        event: 'A refund is in progress for too long',
        facts: { refundId, account, intentId, orderId, amountCents },
        dedupe: `stuck_refund:${refundId}`,
        every: 'day',
      });
    }
  } catch (error) {
    deps.log.warn({ refundId, err: error }, 'refund not reconciled, trying again later');
  }
  // A decided refund has no lease, so this releases undecided ones only.
  const release = { attempts: REFUNDS, attemptId: refundId, leaseHolder, checkInSeconds };
  await releaseLease(deps.db, release).catch((error: unknown) =>
    deps.log.warn({ refundId, err: error }, 'a lease was not released'),
  );
}

type OpenRefund = RefundedPayment & {
  id: string;
  state: RefundState;
  amountCents: number;
  leaseHolder: string;
  tries: number;
  ageSeconds: number;
  /** Whether the refunded sale dates from before this database was copied, and so belongs to the original. */
  isOfOriginal: boolean;
};

async function findOpen(
  db: Db,
  { refundId, leaseHolder }: ClaimedRefund,
): Promise<OpenRefund | null> {
  const [refund] = await db.$queryRaw<OpenRefund[]>`
    SELECT r.id::text, r.state, r.stripe_account AS "account", r.payment_intent_id AS "intentId",
      r.order_id AS "orderId", r.subscription_id AS "subscriptionId",
      r.amount_cents AS "amountCents", r.paid_cents AS "paidCents",
      r.lease_owner AS "leaseHolder", r.tries,
      extract(epoch FROM clock_timestamp() - r.at)::float8 AS "ageSeconds",
      -- A payment without a contract is as old as its first refund.
      coalesce(coalesce(o.order_date, s.created_at, (SELECT min(known.at) FROM refund known
        WHERE known.payment_intent_id = r.payment_intent_id)) < i.copied_at, false) AS "isOfOriginal"
    FROM refund r LEFT JOIN orders o ON o.id = r.order_id
      LEFT JOIN subscription s ON s.id = r.subscription_id LEFT JOIN installation i ON true
    WHERE r.id = ${refundId}::uuid AND r.lease_owner = ${leaseHolder}`;
  return refund ?? null;
}

function pauseSeconds({ state, tries }: OpenRefund): number {
  if (state === 'pending') return PENDING_SECONDS;
  return Math.min(
    INITIAL_BACKOFF_SECONDS * 2 ** Math.min(Math.max(tries - 1, 0), 20),
    MAX_BACKOFF_SECONDS,
  );
}

/** Tries to send a refund; returns whether it needs no further attempt now. */
async function trySending(deps: ReconcileDeps, refund: OpenRefund): Promise<boolean> {
  // guard: a copy does not refund sales of the original
  if (refund.isOfOriginal) return fail(deps, refund, { listed: [], code: 'another_installation' });
  // guard: the provider’s refunds are read before another one is sent
  const { account, intentId } = refund;
  const listed = await deps.payments.listRefunds(account, { intentId });
  if (listed.outcome !== 'known') return postpone(deps, refund, listed);
  if (isAmong(refund, listed.value) || refund.state === 'pending') {
    return apply(deps, refund, listed.value);
  }
  const givenCents = listed.value
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (givenCents + refund.amountCents > refund.paidCents) {
    return fail(deps, refund, { listed: listed.value, code: 'over_the_rest' });
  }
  const keyNo = await takeKey(deps.db, refund);
  // This process was frozen for longer than its lease, and another one works on the refund.
  if (keyNo === null) return true;
  const answer = await deps.payments.refundIntent(account, {
    intentId,
    amountCents: refund.amountCents,
    metadata: { refund_id: refund.id, ...markOf(deps.installation) },
    idempotencyKey: `rf_${refund.id}_${keyNo}`,
  });
  if (answer.outcome !== 'known') {
    if (isCachedByProvider(answer)) await discardKey(deps, refund);
    return postpone(deps, refund, answer);
  }
  if (answer.value.state === 'made') {
    return apply(deps, refund, [...listed.value, answer.value.refund]);
  }
  // The refund may have been refused because an earlier call or a person refunded the money in the meantime.
  const again = await deps.payments.listRefunds(account, { intentId });
  if (again.outcome !== 'known') return postpone(deps, refund, again);
  if (isAmong(refund, again.value)) return apply(deps, refund, again.value);
  return fail(deps, refund, { listed: again.value, code: codeOf(answer.value.refusal) });
}

const codeOf = (refusal: string) => (refusal === 'already_refunded' ? 'over_the_rest' : refusal);

const isAmong = ({ id }: OpenRefund, listed: readonly Refund[]) =>
  listed.some(({ metadata }) => metadata['refund_id'] === id);

async function apply(
  { db }: ReconcileDeps,
  refund: OpenRefund,
  listed: readonly Refund[],
): Promise<true> {
  await inTransaction(db, (tx) => applyRefunds(tx, refund, { listed }));
  return true;
}

async function fail(
  { db }: ReconcileDeps,
  refund: OpenRefund,
  { listed, code }: { listed: readonly Refund[]; code: string },
): Promise<true> {
  const failed = { id: refund.id, code };
  await inTransaction(db, (tx) => applyRefunds(tx, refund, { listed, failed }));
  return true;
}

/**
 * Stores and returns the number of the idempotency key before the call: the same one while the answer is
 * unknown, a new one once the provider may have forgotten it. Returns null if another holder has the lease.
 */
async function takeKey(db: Db, { id, leaseHolder }: OpenRefund): Promise<number | null> {
  const isForgotten = Prisma.sql`
    coalesce(key_at < clock_timestamp() - make_interval(secs => ${KEY_SECONDS}::float8), false)`;
  // guard: an idempotency key that the provider may have forgotten is replaced
  const [taken] = await db.$queryRaw<{ keyNo: number }[]>`
    UPDATE refund SET state = 'sending',
      key_no = CASE WHEN ${isForgotten} THEN key_no + 1 ELSE key_no END,
      key_at = CASE WHEN key_at IS NULL OR ${isForgotten} THEN clock_timestamp() ELSE key_at END
    WHERE id = ${id}::uuid AND lease_owner = ${leaseHolder} AND lease_until > clock_timestamp()
      AND state IN ('requested', 'sending')
    RETURNING key_no AS "keyNo"`;
  return taken?.keyNo ?? null;
}

/**
 * Discards the key of a completed call with a cached failure. After any other failure, or without an answer,
 * a call with that key may still be running.
 */
async function discardKey({ db }: ReconcileDeps, { id, leaseHolder }: OpenRefund): Promise<void> {
  // guard: a failure cached by the provider is retried with a new idempotency key
  await db.$executeRaw`
    UPDATE refund SET key_no = key_no + 1, key_at = NULL
    WHERE id = ${id}::uuid AND lease_owner = ${leaseHolder} AND state = 'sending'`;
}

/**
 * Leaves a refund to the next attempt; raises an alert if the provider refused it because of a fault of ours.
 */
async function postpone(
  deps: ReconcileDeps,
  { id, account, intentId }: OpenRefund,
  answer: Exclude<Answer<unknown>, { outcome: 'known' }>,
): Promise<false> {
  const { kind, code, requestId } = answer.cause;
  deps.log.warn({ refundId: id, fault: kind }, 'refund not sent, trying again later');
  if (answer.outcome === 'misconfigured') {
    await raiseAlert(deps, {
      event:
        kind === 'foreign'
          ? 'The payment provider returned a refund that is not ours; nothing was changed'
          : 'The payment provider refuses our refunds',
      facts: { refundId: id, account, intentId, fault: kind, code, requestId },
      dedupe: `refund_refused:${account}:${kind}`,
    });
  }
  return false;
}
