import { Prisma, type Db } from '@agres/db/db';

import type { Violation } from '../checkout/invariant.ts';
import { IS_IN_FLIGHT } from './purchase-attempt.ts';
import { findStockDifferences, readEveryPurchase, type StockDifference } from './sold-units.ts';

/** How late the reconciler may be before an attempt counts as forgotten. */
const OVERDUE_SECONDS = 120;
/** Completed jobs are deleted after a week, so older orders have no email job left. */
const EMAIL_DAYS = 6;
const PAGE = 2000;
const BEFORE_EVERY_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Checks the invariants that the database alone can verify, on rows changed since a given time, and returns
 * the violations. Each invariant is read in one snapshot.
 *
 * L1 stock is not negative · L2 initial stock plus deliveries equals remaining plus held plus sold · L3 paid
 * attempts and orders match one to one · L7 a key has one attempt, a payment one attempt · L8 every open
 * attempt has a next check · L9 an order has one email · L11 the last row of the money audit has each
 * attempt's state.
 */
export async function findPurchaseViolations(db: Db, changedSince: Date): Promise<Violation[]> {
  const { broken } = await findStockDifferences(db, changedSince);
  return [
    ...violationsOf(broken),
    ...(await findAttemptViolations(db, Prisma.sql`updated_at >= ${changedSince}`)),
    ...(await findOtherViolations(db, changedSince)),
  ];
}

/** Checks the same invariants on all rows, in pages; run on demand, for example after a restore. */
export async function findEveryPurchaseViolation(db: Db): Promise<Violation[]> {
  const violations = await findOtherViolations(db, new Date(0));
  const options = await db.itemOption.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  for (let from = 0; from < options.length; from += PAGE) {
    const page = options.slice(from, from + PAGE).map(({ id }) => id);
    violations.push(...violationsOf(await readEveryPurchase(db, page)));
  }
  let page = await readAttemptIds(db, BEFORE_EVERY_ID);
  while (page.length > 0) {
    violations.push(...(await findAttemptViolations(db, Prisma.sql`id = ANY(${page}::uuid[])`)));
    page = await readAttemptIds(db, page.at(-1) ?? BEFORE_EVERY_ID);
  }
  return violations;
}

async function readAttemptIds(db: Db, afterId: string): Promise<string[]> {
  const rows = await db.purchaseAttempt.findMany({
    where: { id: { gt: afterId } },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: PAGE,
  });
  return rows.map(({ id }) => id);
}

const violationsOf = (differences: readonly StockDifference[]): Violation[] =>
  differences.map(({ optionId, initial, adjusted, remaining, taken }) => ({
    invariant: 'L2',
    subject: `option ${optionId}`,
    detail: `${initial} + ${adjusted} <> ${remaining} + ${taken}`,
  }));

async function findAttemptViolations(db: Db, picked: Prisma.Sql): Promise<Violation[]> {
  return db.$queryRaw<Violation[]>`
    WITH picked AS (
      SELECT id, state, user_id, idempotency_key, payment_intent_id, amount_cents, stripe_account
      FROM purchase_attempt WHERE ${picked})
    SELECT 'L3' AS invariant, 'attempt ' || a.id AS subject,
        a.state || ', order ' || coalesce(o.id::text, 'none') AS detail
      FROM picked a LEFT JOIN orders o ON o.attempt_id = a.id
      WHERE (a.state = 'paid') <> (o.id IS NOT NULL)
        OR o.amount_cents <> a.amount_cents OR o.stripe_account <> a.stripe_account
    UNION ALL
    SELECT 'L7', 'user ' || a.user_id, 'key begun ' || count(*) || ' times'
      FROM purchase_attempt a
      JOIN picked p ON p.user_id = a.user_id AND p.idempotency_key = a.idempotency_key
      GROUP BY a.user_id, a.idempotency_key, p.id HAVING count(*) > 1
    UNION ALL
    SELECT 'L7', 'payment ' || a.payment_intent_id, 'serves ' || count(*) || ' attempts'
      FROM purchase_attempt a JOIN picked p ON p.payment_intent_id = a.payment_intent_id
      GROUP BY a.payment_intent_id, p.id HAVING count(*) > 1
    UNION ALL
    SELECT 'L11', 'attempt ' || a.id, a.state || ', audit ' || coalesce(last.to_state, 'silent')
      FROM picked a LEFT JOIN LATERAL (
        SELECT to_state FROM money_audit m WHERE m.attempt_id = a.id ORDER BY m.id DESC LIMIT 1
      ) last ON true
      WHERE last.to_state IS DISTINCT FROM a.state`;
}

async function findOtherViolations(db: Db, changedSince: Date): Promise<Violation[]> {
  return db.$queryRaw<Violation[]>`
    SELECT 'L1' AS invariant, 'option ' || id AS subject, 'remaining ' || remaining AS detail
      FROM item_option WHERE remaining < 0
    UNION ALL
    SELECT 'L8', 'attempt ' || id, state || ', next check ' || coalesce(next_check_at::text, 'never')
      FROM purchase_attempt
      WHERE ${IS_IN_FLIGHT} AND (
        next_check_at IS NULL OR greatest(next_check_at, lease_until)
          < clock_timestamp() - make_interval(secs => ${OVERDUE_SECONDS}::float8))
    UNION ALL
    SELECT 'L9', 'order ' || o.id, count(j.id) || ' emails'
      FROM orders o LEFT JOIN job j ON j.dedupe = 'order:' || o.attempt_id
      WHERE o.order_date >= greatest(${changedSince}, now() - make_interval(days => ${EMAIL_DAYS}::int))
      GROUP BY o.id HAVING count(j.id) <> 1`;
}
