import type { Tx } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';
import type { ProviderSubscription } from '@shop/payments/shapes';

import { enqueue } from '../jobs/enqueue.ts';
import { earnReferral } from '../referral/ledger.ts';
import type { SubscribeAttempt } from './attempt.ts';
import type { Conclusion, ConclusionDeps } from './conclusion.ts';
import { nextLookAt } from './reflection.ts';

/**
 * Gives access: the first invoice is paid. With the letter, and what the referral earned, in the same
 * transaction; a second time it changes nothing. Whoever deleted their account while they paid gets
 * the money back, and the subscription ends.
 */
export async function start(
  { db, log, wakeJobs, clock }: ConclusionDeps,
  attempt: SubscribeAttempt,
  provider: ProviderSubscription,
): Promise<Conclusion> {
  const { id: attemptId, subscriptionId } = attempt;
  const isActive = await inTransaction(db, async (tx) => {
    await lockPeople(tx, subscriptionId);
    const closed = await tx.$executeRaw`
      UPDATE subscription_attempt
      SET state = 'done', lease_owner = NULL, lease_until = NULL, next_check_at = NULL
      WHERE id = ${attemptId}::uuid AND state IN ('started', 'requires_action')`;
    const [begun] = await tx.$queryRaw<Begun[]>`
      UPDATE subscription
      SET state = 'active', subscription_date = ${provider.startedAt},
        paid_until = ${provider.periodEnd}, access_ends_on = ${provider.endsAt},
        cancel_at_period_end = ${provider.endsAt !== null},
        next_check_at = ${nextLookAt('active', provider, clock())}
      WHERE id = ${subscriptionId}::int AND state = 'pending'
      RETURNING user_id AS "userId", referrer_id AS "referrerId"`;
    if (begun !== undefined && begun.userId !== null) {
      log.info({ attemptId, subscriptionId, userId: begun.userId }, 'subscription started');
      await welcome(tx, attempt, { ...begun, userId: begun.userId });
      return true;
    }
    const now = await tx.subscription.findUnique({
      where: { id: subscriptionId ?? 0 },
      select: { userId: true, state: true },
    });
    if (now !== null && now.userId !== null && now.state !== 'ended') return true;
    if (closed === 1) await undo(tx, attempt, provider);
    return false;
  });
  wakeJobs();
  return isActive ? { state: 'active' } : { state: 'expired' };
}

/** Who subscribes and who sent them: people are locked before clicks (decision 073). */
async function lockPeople(tx: Tx, subscriptionId: number | null): Promise<void> {
  await tx.$executeRaw`
    SELECT FROM users
    WHERE id IN (SELECT unnest(ARRAY[user_id, referrer_id]) FROM subscription
      WHERE id = ${subscriptionId}::int)
    ORDER BY id FOR NO KEY UPDATE`;
}

type Begun = { userId: number | null; referrerId: number | null };

async function welcome(
  tx: Tx,
  { subscriptionId, locale }: SubscribeAttempt,
  { userId, referrerId }: Begun & { userId: number },
): Promise<void> {
  if (subscriptionId === null) return;
  await enqueue(tx, {
    kind: 'mail',
    payload: { letter: 'subscriptionStarted', userId, locale, subscriptionId },
    dedupe: `subscription_started:${subscriptionId}`,
  });
  if (referrerId !== null) {
    await earnReferral(tx, { ownerId: referrerId, referredUserId: userId });
  }
}

/** Nobody is there who could have access: nothing may be debited again, and what was goes back. */
async function undo(
  tx: Tx,
  { account, intentId }: SubscribeAttempt,
  { customerId }: ProviderSubscription,
): Promise<void> {
  await enqueue(tx, { kind: 'end_subscriptions', payload: { account, customerId } });
  if (intentId === null) return;
  await enqueue(tx, {
    kind: 'refund_intent',
    payload: { account, intentId },
    dedupe: `refund:${intentId}`,
  });
}
