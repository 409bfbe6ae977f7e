import type { Db } from '@agres/db/db';

import type { Violation } from '../checkout/invariant.ts';
import { EMAIL_MAX_AGE_DAYS } from './apply-refunds.ts';

/** How late background work may be before a refund counts as forgotten. */
const OVERDUE_SECONDS = 120;

/**
 * Returns the violations of the refund invariants that the database alone can verify, on rows changed since a
 * given time. Constraints enforce L15 (a unit is returned once) and L16 (no order is both cancelled and
 * sent); the audit compares L13 with the provider's list.
 *
 * L12 the sum of non-failed refunds is within what was paid · L14 a refund has one email · L17 a refund in
 * flight has a next check · L6′ an order shows the sum of its refunds.
 */
export async function findRefundViolations(db: Db, changedSince: Date): Promise<Violation[]> {
  return db.$queryRaw<Violation[]>`
    WITH changed AS (
      SELECT DISTINCT payment_intent_id, order_id FROM refund WHERE updated_at >= ${changedSince}),
    sums AS (
      SELECT c.payment_intent_id, c.order_id, max(r.paid_cents) AS paid,
        coalesce(sum(r.amount_cents) FILTER (WHERE r.state <> 'failed'), 0) AS given,
        coalesce(sum(r.amount_cents)
          FILTER (WHERE r.state IN ('pending', 'succeeded', 'transferred')), 0) AS arrived
      FROM changed c JOIN refund r ON r.payment_intent_id = c.payment_intent_id
      GROUP BY c.payment_intent_id, c.order_id)
    SELECT 'L12' AS invariant, 'payment ' || payment_intent_id AS subject,
        given || ' of ' || paid || ' cents' AS detail
      FROM sums WHERE given > paid
    UNION ALL
    SELECT 'L6′', 'order ' || o.id, coalesce(o.refunded_cents, 0) || ' cents, refunds of ' || s.arrived
      FROM sums s JOIN orders o ON o.id = s.order_id
      WHERE coalesce(o.refunded_cents, 0) <> s.arrived
    UNION ALL
    SELECT 'L14', 'refund ' || r.id, count(j.id) || ' emails'
      FROM refund r LEFT JOIN job j ON j.dedupe = 'refund:' || r.id
      WHERE r.at >= greatest(${changedSince}, now() - make_interval(days => ${EMAIL_MAX_AGE_DAYS}::int))
        AND r.state IN ('pending', 'succeeded')
      GROUP BY r.id HAVING count(j.id) <> 1
    UNION ALL
    SELECT 'L17', 'refund ' || id, state || ', next check ' || coalesce(next_check_at::text, 'never')
      FROM refund
      WHERE state IN ('requested', 'sending', 'pending') AND (
        next_check_at IS NULL OR greatest(next_check_at, lease_until)
          < clock_timestamp() - make_interval(secs => ${OVERDUE_SECONDS}::float8))`;
}
