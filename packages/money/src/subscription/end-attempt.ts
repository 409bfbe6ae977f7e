import type { Deps } from '@agres/core/context';
import { operatorAlertEmail } from '@agres/core/jobs/alert';
import { enqueueEmail } from '@agres/core/jobs/email';
import { enqueue } from '@agres/core/jobs/job';
import type { Db, Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import type { PaymentAccount } from '@agres/domain/shapes';
import type { CardFailure, ProviderSubscription } from '@agres/payments/shapes';

import type { UnfinishedOutcome } from '../checkout/attempt-errors.ts';
import { enqueueOrphanRefund } from '../refund/orphans.ts';
import { returnCreditJob } from './return-credit.ts';
import { isOpenInRun, type SubscriptionAttempt } from './subscription-attempt.ts';

export type SubscriptionOutcome = { state: 'active' } | UnfinishedOutcome;

export type OutcomeDeps = Pick<Deps, 'db' | 'log' | 'wakeJobs' | 'clock'>;

/**
 * Stores why the bank declined. Call it before the subscription is given up: the reason cannot be read
 * afterwards.
 */
export async function storeFailure(
  { db }: OutcomeDeps,
  attempt: SubscriptionAttempt,
  failure: CardFailure,
): Promise<void> {
  await db.$executeRaw`
    UPDATE subscription_attempt SET failure_code = ${failure}
    WHERE ${isOpenInRun(attempt)}`;
}

/** How an attempt ended without access, for example after a declined card or an abandoned 3-D Secure. */
export type AttemptEnd = {
  /** Null if no bank declined now; a failure stored earlier then counts. */
  failure: CardFailure | null;
  isChallenged: boolean;
  /** The subscription after it was given up; null if the provider never created it. */
  given: ProviderSubscription | null;
  /** The first payment, if a card was charged without a subscription; else null. */
  takenIntentId: string | null;
};

export const NOTHING_CREATED: AttemptEnd = {
  failure: null,
  isChallenged: false,
  given: null,
  takenIntentId: null,
};

/**
 * Ends an attempt that was given up at the provider, with its subscription, which never started. Enqueues the
 * refund of the referral credit and card payments for it. Changes nothing if the attempt has ended or was
 * restarted.
 */
export async function endAttempt(
  { db, wakeJobs }: OutcomeDeps,
  attempt: SubscriptionAttempt,
  { failure, isChallenged, given, takenIntentId }: AttemptEnd,
): Promise<SubscriptionOutcome> {
  const { subscriptionId, account } = attempt;
  const isCardUsed = isChallenged || takenIntentId !== null;
  const [over] = await inTransaction(db, async (tx) => {
    const rows = await tx.$queryRaw<{ failure: CardFailure | null }[]>`
      UPDATE subscription_attempt
      SET state = CASE WHEN coalesce(${failure}, failure_code) IS NULL THEN 'expired' ELSE 'refused' END,
        failure_code = coalesce(${failure}, failure_code),
        card_hash = CASE WHEN NOT ${isCardUsed} THEN card_hash END,
        lease_owner = NULL, lease_until = NULL, next_check_at = NULL
      WHERE ${isOpenInRun(attempt)}
      RETURNING failure_code AS "failure"`;
    if (rows.length === 0) return rows;
    // guard: a first payment that gives no access is refunded
    if (takenIntentId !== null) await refundFirstPayment(tx, attempt, takenIntentId);
    const ended = await tx.$executeRaw`
      UPDATE subscription SET state = 'ended', next_check_at = NULL
      WHERE id = ${subscriptionId}::int AND state = 'pending'`;
    if (ended > 0) await returnCredit(tx, account, given);
    return rows;
  });
  wakeJobs();
  const known = over?.failure ?? failure;
  return known === null ? { state: 'expired' } : { state: 'refused', failure: known };
}

/**
 * Enqueues the return of the credit that paid for an abandoned subscription. Does nothing without a cancelled
 * subscription and its invoice.
 */
export async function returnCredit(
  tx: Db | Tx,
  account: PaymentAccount,
  given: ProviderSubscription | null,
): Promise<void> {
  if (given?.status !== 'canceled' || given.latestInvoiceId === null) return;
  await enqueue(tx, {
    job: returnCreditJob,
    payload: { account, invoiceId: given.latestInvoiceId },
    dedupe: `return_credit:${given.latestInvoiceId}`,
  });
}

/**
 * Enqueues the refund of a first payment that gives no access, and one alert for each payment. Call it in the
 * transaction that closes the attempt, so that only one call does this.
 */
export async function refundFirstPayment(
  tx: Tx,
  { id: attemptId, subscriptionId, account }: SubscriptionAttempt,
  intentId: string,
): Promise<void> {
  await enqueueOrphanRefund(tx, {
    account,
    intentId,
    subscriptionId: subscriptionId ?? undefined,
    // This installation started any open attempt: adopting a copy ends those of the original.
    isOurs: true,
  });
  const event = 'The first payment of a subscription gives no access, refunding it';
  await enqueueEmail(tx, {
    email: operatorAlertEmail,
    request: { event, facts: { attemptId, subscriptionId, account, intentId } },
    dedupe: `given_back:${intentId}`,
  });
}
