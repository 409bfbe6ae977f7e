import type { Db } from '@shop/db/db';

import type { Violation } from '../checkout/invariant.ts';

/** How late the reconciler may be before an attempt counts as forgotten. */
const OVERDUE_SECONDS = 120;
/** Done jobs are deleted after a week; older orders no longer show theirs. */
const EMAIL_DAYS = 6;

/**
 * The invariants that the database can see, in one statement and so at one moment, over what changed
 * since; the list has to be empty.
 *
 * L1 no stock below 0 · L2 what an option began with, and deliveries, is what remains, is held or is
 * sold · L3 paid attempts and orders are the same · L7 a key is one attempt, a payment serves one
 * attempt · L8 whatever is open will be checked · L9 an order has one email · L11 the money audit
 * tells every attempt's state.
 */
export async function findPurchaseViolations(db: Db, changedSince: Date): Promise<Violation[]> {
  return db.$queryRaw<Violation[]>`
    WITH recent AS (
      SELECT * FROM purchase_attempt WHERE updated_at >= ${changedSince}),
    touched AS (
      SELECT option_id FROM recent
      UNION SELECT option_id FROM stock_adjustment WHERE at >= ${changedSince}),
    counted AS (
      SELECT o.id, o.initial_stock, o.remaining,
        (SELECT coalesce(sum(delta), 0)::int FROM stock_adjustment s WHERE s.option_id = o.id)
          AS adjusted,
        (SELECT count(*)::int FROM purchase_attempt a WHERE a.option_id = o.id
          AND a.state IN ('reserved', 'charging', 'requires_action', 'paid')) AS taken
      FROM item_option o WHERE o.id IN (SELECT option_id FROM touched)
        OR ${changedSince} <= to_timestamp(0))
    SELECT 'L1' AS law, 'option ' || id AS subject, 'remaining ' || remaining AS detail
      FROM counted WHERE remaining < 0
    UNION ALL
    SELECT 'L2', 'option ' || id,
        initial_stock || ' + ' || adjusted || ' <> ' || remaining || ' + ' || taken
      FROM counted WHERE initial_stock + adjusted <> remaining + taken
    UNION ALL
    SELECT 'L3', 'attempt ' || a.id, a.state || ', order ' || coalesce(o.id::text, 'none')
      FROM recent a LEFT JOIN orders o ON o.attempt_id = a.id
      WHERE (a.state = 'paid') <> (o.id IS NOT NULL)
        OR o.amount_cents <> a.amount_cents OR o.stripe_account <> a.stripe_account
    UNION ALL
    SELECT 'L7', 'user ' || a.user_id, 'key begun ' || count(*) || ' times'
      FROM purchase_attempt a
      JOIN recent r ON r.user_id = a.user_id AND r.idempotency_key = a.idempotency_key
      GROUP BY a.user_id, a.idempotency_key, r.id HAVING count(*) > 1
    UNION ALL
    SELECT 'L7', 'payment ' || a.payment_intent_id, 'serves ' || count(*) || ' attempts'
      FROM purchase_attempt a JOIN recent r ON r.payment_intent_id = a.payment_intent_id
      GROUP BY a.payment_intent_id, r.id HAVING count(*) > 1
    UNION ALL
    SELECT 'L8', 'attempt ' || id, state || ', next check ' || coalesce(next_check_at::text, 'never')
      FROM purchase_attempt
      WHERE state IN ('reserved', 'charging', 'requires_action') AND (
        next_check_at IS NULL OR greatest(next_check_at, lease_until)
          < clock_timestamp() - make_interval(secs => ${OVERDUE_SECONDS}::float8))
    UNION ALL
    SELECT 'L9', 'order ' || o.id, count(j.id) || ' emails'
      FROM orders o LEFT JOIN job j ON j.dedupe = 'order:' || o.attempt_id
      WHERE o.order_date >= greatest(${changedSince}, now() - make_interval(days => ${EMAIL_DAYS}::int))
      GROUP BY o.id HAVING count(j.id) <> 1
    UNION ALL
    SELECT 'L11', 'attempt ' || a.id, a.state || ', audit ' || coalesce(last.to_state, 'silent')
      FROM recent a LEFT JOIN LATERAL (
        SELECT to_state FROM money_audit m WHERE m.attempt_id = a.id ORDER BY m.id DESC LIMIT 1
      ) last ON true
      WHERE last.to_state IS DISTINCT FROM a.state`;
}
