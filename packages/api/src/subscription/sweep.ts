import type { Db } from '@shop/db/db';

import { secondsFromNow } from '../purchase/attempt.ts';
import { reflect } from './reflection.ts';
import { asItStands, tellOfRefusal } from './renewal.ts';
import { BATCH, sweepSubscribing, type SweepDeps } from './sweep-attempts.ts';

/** Until another process may look at a subscription that this one has claimed. */
const CLAIM_SECONDS = 60;

/**
 * Looks at what a notice of the provider named, or at what should have happened by now: renewals,
 * failed debits, ends. So a notice that never comes costs time and nothing else. `more`: there may be
 * others.
 */
export async function sweepSubscriptions(deps: SweepDeps): Promise<'more' | 'none'> {
  const looked = await sweepSubscribing(deps);
  const look = async (subscriptionId: number) => {
    try {
      const answer = await reflect(deps, subscriptionId, asItStands(deps));
      if (answer.outcome === 'known') return;
      if (answer.outcome === 'misconfigured') {
        return await tellOfRefusal(deps, subscriptionId, answer.cause);
      }
      deps.log.warn({ subscriptionId, fault: answer.cause.kind }, 'subscription not looked at');
    } catch (error) {
      deps.log.warn({ subscriptionId, err: error }, 'subscription not looked at');
    }
  };
  const claimed = await claim(deps.db);
  await Promise.all(claimed.map(look));
  return Math.max(looked, claimed.length) < BATCH ? 'none' : 'more';
}

async function claim(db: Db): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    UPDATE subscription SET next_check_at = ${secondsFromNow(CLAIM_SECONDS)}
    WHERE id IN (
      SELECT id FROM subscription
      WHERE state IN ('active', 'past_due') AND stripe_subscription_id IS NOT NULL
        AND next_check_at <= clock_timestamp()
      ORDER BY next_check_at LIMIT ${BATCH}::int FOR UPDATE SKIP LOCKED)
    RETURNING id`;
  return rows.map(({ id }) => id);
}
