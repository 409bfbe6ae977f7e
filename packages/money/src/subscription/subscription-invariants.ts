import type { Db } from '@agres/db/db';

import type { Violation } from '../checkout/invariant.ts';

/** How late the reconciler may be before something counts as forgotten. */
const OVERDUE_SECONDS = 120;
/** Completed jobs are deleted after a week, so older subscriptions have no email job left. */
const EMAIL_DAYS = 6;

/**
 * Returns the violations of the subscription invariants that the database alone can verify, in one statement:
 * for everything open or overdue, and otherwise for rows changed since a given time.
 *
 * S1 an open attempt has a next check · S2 a pending subscription has an open attempt · S3 a completed
 * attempt has a started subscription · S4 a current subscription is checked on time · S5 each subscriber got
 * exactly one email.
 */
export async function findSubscriptionViolations(db: Db, changedSince: Date): Promise<Violation[]> {
  return db.$queryRaw<Violation[]>`
    WITH changed AS MATERIALIZED (
      SELECT id, user_id, subscription_id, kind, state FROM subscription_attempt
      WHERE updated_at >= ${changedSince}
      UNION
      SELECT a.id, a.user_id, a.subscription_id, a.kind, a.state
      FROM subscription s JOIN subscription_attempt a ON a.subscription_id = s.id
      WHERE s.updated_at >= ${changedSince}),
    done AS (SELECT * FROM changed WHERE kind = 'subscribe' AND state = 'done')
    SELECT 'S1' AS invariant, 'attempt ' || id AS subject,
        state || ', next check ' || coalesce(next_check_at::text, 'never') AS detail
      FROM subscription_attempt
      WHERE kind = 'subscribe' AND state IN ('started', 'requires_action')
        AND (next_check_at IS NULL OR greatest(next_check_at, lease_until)
          < clock_timestamp() - make_interval(secs => ${OVERDUE_SECONDS}::float8))
    UNION ALL
    SELECT 'S2', 'subscription ' || s.id, 'waits for nobody'
      FROM subscription s
      WHERE s.state = 'pending' AND NOT EXISTS (
        SELECT FROM subscription_attempt a WHERE a.subscription_id = s.id
          AND a.kind = 'subscribe' AND a.state IN ('started', 'requires_action'))
    UNION ALL
    SELECT 'S3', 'attempt ' || a.id, 'done, subscription ' || coalesce(s.state, 'none')
      FROM done a LEFT JOIN subscription s ON s.id = a.subscription_id
      WHERE a.user_id IS NOT NULL AND s.subscription_date IS NULL
    UNION ALL
    SELECT 'S4', 'subscription ' || id, state || ', next check ' || next_check_at
      FROM subscription
      WHERE state IN ('active', 'past_due')
        AND next_check_at < now() - make_interval(secs => ${OVERDUE_SECONDS}::float8)
    UNION ALL
    SELECT 'S5', 'subscription ' || s.id, count(j.id) || ' emails'
      FROM done a JOIN subscription s ON s.id = a.subscription_id
      LEFT JOIN job j ON j.dedupe = 'subscription_started:' || s.id
      WHERE s.user_id IS NOT NULL AND a.user_id IS NOT NULL
        AND s.created_at > now() - make_interval(days => ${EMAIL_DAYS}::int)
      GROUP BY s.id HAVING count(DISTINCT j.id) <> 1`;
}
