import { enqueueEmail } from '@agres/core/jobs/email';
import { enqueue } from '@agres/core/jobs/job';
import type { Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import type { ProviderSubscription } from '@agres/payments/shapes';

import { recordReferral } from '../referral/ledger.ts';
import { subscriptionStartedEmail } from './emails.ts';
import { endSubscriptionsJob } from './end-after-account-deletion.ts';
import { refundFirstPayment, type SubscriptionOutcome, type OutcomeDeps } from './end-attempt.ts';
import { isOpenInRun, type SubscriptionAttempt } from './subscription-attempt.ts';
import { nextCheckTime } from './sync-subscription.ts';
import { lastWithdrawalDay } from './withdrawal-day.ts';

/**
 * Gives access once the first invoice is paid, and enqueues the email and records the referral in the same
 * transaction. Idempotent. If the account was deleted during the payment, refunds it and ends the
 * subscription.
 */
export async function startSubscription(
  { db, log, wakeJobs, clock }: OutcomeDeps,
  attempt: SubscriptionAttempt,
  provider: ProviderSubscription,
): Promise<SubscriptionOutcome> {
  const { id: attemptId, subscriptionId } = attempt;
  const isActive = await inTransaction(db, async (tx) => {
    // guard: users are locked before subscription attempts
    await lockPeople(tx, subscriptionId);
    const closed = await tx.$executeRaw`
      UPDATE subscription_attempt
      SET state = 'done', lease_owner = NULL, lease_until = NULL, next_check_at = NULL
      WHERE ${isOpenInRun(attempt)}`;
    const [begun] = await tx.$queryRaw<StartedSubscription[]>`
      UPDATE subscription
      SET state = 'active', subscription_date = ${provider.startedAt},
        paid_until = ${provider.periodEnd}, access_ends_on = ${provider.endsAt},
        next_check_at = ${nextCheckTime('active', provider, clock())}
      WHERE id = ${subscriptionId}::int AND state = 'pending'
      RETURNING user_id AS "userId", referrer_id AS "referrerId",
        contract_text_id AS "contractTextId"`;
    if (begun !== undefined && begun.userId !== null) {
      log.info({ attemptId, subscriptionId, userId: begun.userId }, 'subscription started');
      await enqueueWelcome(tx, attempt, {
        ...begun,
        userId: begun.userId,
        from: provider.startedAt,
      });
      return true;
    }
    const now = await tx.subscription.findUnique({
      where: { id: subscriptionId ?? 0 },
      select: { userId: true, state: true },
    });
    if (now !== null && now.userId !== null && now.state !== 'ended') return true;
    if (closed === 1) await endOfDeletedAccount(tx, attempt, provider);
    return false;
  });
  wakeJobs();
  return isActive ? { state: 'active' } : { state: 'expired' };
}

/** Locks the subscriber and the referrer first, because users are locked before attempts (decision 073). */
async function lockPeople(tx: Tx, subscriptionId: number | null): Promise<void> {
  await tx.$executeRaw`
    SELECT FROM users
    WHERE id IN (SELECT unnest(ARRAY[user_id, referrer_id]) FROM subscription
      WHERE id = ${subscriptionId}::int)
    ORDER BY id FOR NO KEY UPDATE`;
}

type StartedSubscription = {
  userId: number | null;
  referrerId: number | null;
  contractTextId: number | null;
};

async function enqueueWelcome(
  tx: Tx,
  { subscriptionId, locale, account, intentId }: SubscriptionAttempt,
  {
    userId,
    referrerId,
    contractTextId,
    from,
  }: StartedSubscription & { userId: number; from: Date },
): Promise<void> {
  if (subscriptionId === null) return;
  await enqueueEmail(tx, {
    email: subscriptionStartedEmail,
    request: { userId, locale, subscriptionId },
    dedupe: `subscription_started:${subscriptionId}`,
  });
  if (referrerId !== null) {
    await recordReferral(tx, {
      referrerId,
      referredUserId: userId,
      subscriptionId,
      lastDay: lastWithdrawalDay({ subscriptionDate: from, contractTextId }),
      payment: intentId === null ? null : { account, intentId },
    });
  }
}

async function endOfDeletedAccount(
  tx: Tx,
  attempt: SubscriptionAttempt,
  { customerId }: ProviderSubscription,
): Promise<void> {
  const { account, intentId } = attempt;
  await enqueue(tx, { job: endSubscriptionsJob, payload: { account, customerId } });
  if (intentId !== null) await refundFirstPayment(tx, attempt, intentId);
}
