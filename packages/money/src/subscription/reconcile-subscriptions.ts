import type { Deps } from '@agres/core/context';
import { secondsFromNow } from '@agres/db/database-clock';
import type { Db } from '@agres/db/db';

import type { ReconcileDeps } from '../checkout/check-attempt.ts';
import { leaseEnd, withDeadline } from '../checkout/lease.ts';
import { reconcileDue } from '../checkout/reconcile.ts';
import { OPEN_SUBSCRIPTION_ATTEMPTS } from './open-subscription-attempts.ts';
import { askStatus, alertOfProviderError } from './renewal.ts';
import { RETRY_CHECK_MS, syncSubscription } from './sync-subscription.ts';

const BATCH = 10;

/**
 * Checks subscriptions that are due or that a webhook event names, to apply renewals, failed debits and ends.
 * A lost event only delays a check. Returns `more` if others may be due.
 */
export async function reconcileSubscriptions(given: ReconcileDeps): Promise<'more' | 'none'> {
  const attempts = await reconcileDue(given, OPEN_SUBSCRIPTION_ATTEMPTS);
  const deps = withDeadline(given);
  const check = async ({ id: subscriptionId, nextCheckAt }: ClaimedSubscription) => {
    try {
      const answer = await syncSubscription(deps, subscriptionId, askStatus(deps));
      if (answer.outcome === 'known') return;
      if (answer.outcome === 'misconfigured') {
        await postponeCheck(deps.db, { id: subscriptionId, nextCheckAt });
        return await alertOfProviderError(deps, subscriptionId, answer.cause);
      }
      deps.log.warn({ subscriptionId, fault: answer.cause.kind }, 'subscription not checked');
    } catch (error) {
      deps.log.warn({ subscriptionId, err: error }, 'subscription not checked');
    }
  };
  const claimed = await claim(deps);
  await Promise.all(claimed.map(check));
  return claimed.length < BATCH ? attempts : 'more';
}

/** `nextCheckAt` is text formatted by PostgreSQL, for an exact comparison. */
type ClaimedSubscription = { id: number; nextCheckAt: string };

/** Claims due subscriptions for the duration of a lease. */
async function claim(deps: Pick<Deps, 'db' | 'leaseTimes'>): Promise<ClaimedSubscription[]> {
  return deps.db.$queryRaw<ClaimedSubscription[]>`
    UPDATE subscription SET next_check_at = ${leaseEnd(deps)}
    WHERE id IN (
      SELECT id FROM subscription
      WHERE state IN ('active', 'past_due') AND stripe_subscription_id IS NOT NULL
        AND next_check_at <= now()
      ORDER BY next_check_at LIMIT ${BATCH}::int FOR UPDATE SKIP LOCKED)
    RETURNING id, next_check_at::text AS "nextCheckAt"`;
}

/** Postpones a check that needs a person by hours, unless a webhook event has requested another one since. */
async function postponeCheck(db: Db, { id, nextCheckAt }: ClaimedSubscription): Promise<void> {
  await db.$executeRaw`
    UPDATE subscription SET next_check_at = ${secondsFromNow(RETRY_CHECK_MS / 1000)}
    WHERE id = ${id}::int AND state <> 'ended' AND next_check_at::text = ${nextCheckAt}`;
}
