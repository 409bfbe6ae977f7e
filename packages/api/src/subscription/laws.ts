import type { Db } from '@shop/db/db';

import type { Violation } from '../purchase/laws.ts';

/** How late the sweep may be before something counts as forgotten. */
const OVERDUE_SECONDS = 120;
/** Jobs that were done go after a week; older subscriptions no longer show theirs. */
const LETTER_DAYS = 6;

/**
 * The laws of subscriptions that the database can see, in one statement; an empty list is what has to
 * be.
 *
 * S1 a click that is open will be looked at · S2 a subscription waits for its first payment as long as
 * its click is open · S3 a click that is done began a subscription · S4 what lives will be looked at ·
 * S5 whoever subscribed got one letter.
 */
export async function findSubscriptionViolations(db: Db): Promise<Violation[]> {
  return db.$queryRaw<Violation[]>`
    WITH clicks AS (
      SELECT *, state IN ('started', 'requires_action') AS is_open
      FROM subscription_attempt WHERE kind = 'subscribe')
    SELECT 'S1' AS law, 'attempt ' || id AS subject,
        state || ', next look ' || coalesce(next_check_at::text, 'never') AS detail
      FROM clicks
      WHERE is_open AND (next_check_at IS NULL OR greatest(next_check_at, lease_until)
        < clock_timestamp() - make_interval(secs => ${OVERDUE_SECONDS}::float8))
    UNION ALL
    SELECT 'S2', 'subscription ' || s.id, 'waits for nobody'
      FROM subscription s
      WHERE s.state = 'pending'
        AND NOT EXISTS (SELECT FROM clicks c WHERE c.subscription_id = s.id AND c.is_open)
    UNION ALL
    SELECT 'S3', 'attempt ' || c.id, 'done, subscription ' || coalesce(s.state, 'none')
      FROM clicks c LEFT JOIN subscription s ON s.id = c.subscription_id
      WHERE c.state = 'done' AND c.user_id IS NOT NULL AND s.subscription_date IS NULL
    UNION ALL
    SELECT 'S4', 'subscription ' || id, state || ', next look ' || next_check_at
      FROM subscription
      WHERE state IN ('active', 'past_due')
        AND next_check_at < clock_timestamp() - make_interval(secs => ${OVERDUE_SECONDS}::float8)
    UNION ALL
    SELECT 'S5', 'subscription ' || s.id, count(j.id) || ' letters'
      FROM subscription s
      JOIN clicks c ON c.subscription_id = s.id AND c.state = 'done'
      LEFT JOIN job j ON j.dedupe = 'subscription_started:' || s.id
      WHERE s.user_id IS NOT NULL AND c.user_id IS NOT NULL
        AND s.created_at > now() - make_interval(days => ${LETTER_DAYS}::int)
      GROUP BY s.id HAVING count(DISTINCT j.id) <> 1`;
}
