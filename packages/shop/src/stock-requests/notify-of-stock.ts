import type { Deps } from '@agres/core/context';
import { findInstallation } from '@agres/core/installation';
import { enqueueEmail } from '@agres/core/jobs/email';
import { readSetting } from '@agres/core/settings';
import { Prisma } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';

import { backInStockEmail, visitorBackInStockEmail } from './emails.ts';
import { PLACE_HOURS } from './stock-requests.ts';

/** A transaction with more would lock the option, and block its buyers, for too long. */
const MAX_EMAILS_PER_TRANSACTION = 100;

/** The open stock alerts of members and of confirmed addresses; `user_id` is null for the latter. */
export const WAITING = Prisma.sql`(
  SELECT option_id, id, user_id, asked_at FROM stock_request WHERE told_at IS NULL
  UNION ALL
  SELECT option_id, id, NULL, asked_at FROM visitor_stock_request
  WHERE told_at IS NULL AND confirmed_at IS NOT NULL)`;

type NotifyDeps = Pick<Deps, 'db' | 'log' | 'wakeJobs'>;

/**
 * Notifies as many people who wait for an option as there are units, oldest request first. Runs once a
 * minute, also concurrently.
 */
export async function notifyOfStock(deps: NotifyDeps): Promise<void> {
  const { db, log, wakeJobs } = deps;
  // Announces nothing that cannot be bought; the alerts wait until sales resume.
  if ((await readSetting(db, 'salesPause')).value.isPaused) return;
  // A restored shop announces nothing while it sells nothing, because its stock is out of date.
  if ((await findInstallation(db))?.restoredFrom != null) return;
  const due = await db.$queryRaw<{ id: number }[]>`
    SELECT o.id FROM item_option o JOIN item i ON i.id = o.item_id
    WHERE o.remaining > 0 AND i.published_at <= now()
      AND EXISTS (SELECT FROM ${WAITING} r WHERE r.option_id = o.id)
    ORDER BY o.id`;
  let all = 0;
  for (const { id } of due) {
    for (;;) {
      const enqueued = await enqueueNext(deps, id);
      all += enqueued;
      if (enqueued < MAX_EMAILS_PER_TRANSACTION) break;
    }
  }
  if (all === 0) return;
  log.info({ emails: all }, 'back in stock');
  wakeJobs();
}

async function enqueueNext({ db }: NotifyDeps, optionId: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    // Serializes the runs, so that the next statement sees every notified person.
    await tx.$queryRaw`
      SELECT id FROM item_option WHERE id = ${optionId}::int FOR NO KEY UPDATE`;
    // Units that were announced but not bought are not announced again for a time. An address that also belongs to a
    // waiting member gets one email, as that member.
    // guard: a unit in stock is announced to one recipient at a time
    const told = await tx.$queryRaw<{ id: number; userId: number | null }[]>`
      WITH places AS (
        SELECT o.remaining - (
          SELECT count(*) FROM stock_request r
          WHERE r.option_id = o.id
            AND r.told_at > clock_timestamp() - make_interval(hours => ${PLACE_HOURS}::int)
            AND NOT EXISTS (
              SELECT FROM purchase_attempt a
              WHERE a.user_id = r.user_id AND a.option_id = o.id AND a.state = 'paid'
                AND a.created_at >= r.told_at)) - (
          SELECT count(*) FROM visitor_stock_request r
          WHERE r.option_id = o.id
            AND r.told_at > clock_timestamp() - make_interval(hours => ${PLACE_HOURS}::int)
            AND NOT EXISTS (
              SELECT FROM users u JOIN purchase_attempt a ON a.user_id = u.id
              WHERE u.email_key = r.email_key AND a.option_id = o.id AND a.state = 'paid'
                AND a.created_at >= r.told_at)) AS units
        FROM item_option o WHERE o.id = ${optionId}::int),
      next AS (
        SELECT id, user_id FROM ${WAITING} r WHERE option_id = ${optionId}::int
          AND NOT EXISTS (
            SELECT FROM visitor_stock_request v JOIN users u ON u.email_key = v.email_key
              JOIN stock_request m ON m.user_id = u.id AND m.option_id = v.option_id
            WHERE r.user_id IS NULL AND v.id = r.id AND m.told_at IS NULL)
        ORDER BY asked_at, user_id, id
        LIMIT (SELECT least(greatest(units, 0), ${MAX_EMAILS_PER_TRANSACTION}::int) FROM places)),
      members AS (
        UPDATE stock_request r SET told_at = clock_timestamp() FROM next
        WHERE next.user_id IS NOT NULL AND r.id = next.id AND r.told_at IS NULL
        RETURNING r.id, r.user_id),
      visitors AS (
        UPDATE visitor_stock_request r SET told_at = clock_timestamp() FROM next
        WHERE next.user_id IS NULL AND r.id = next.id AND r.told_at IS NULL
        RETURNING r.id),
      covered AS (
        DELETE FROM visitor_stock_request r USING members m JOIN users u ON u.id = m.user_id
        WHERE r.email_key = u.email_key AND r.option_id = ${optionId}::int)
      SELECT id, user_id AS "userId" FROM members
      UNION ALL SELECT id, NULL FROM visitors`;
    for (const { id, userId } of told) {
      await (userId === null
        ? enqueueEmail(tx, { email: visitorBackInStockEmail, request: { visitorRequestId: id } })
        : enqueueEmail(tx, {
            email: backInStockEmail,
            request: { userId, stockRequestId: id },
            dedupe: `stock_request:${id}`,
          }));
    }
    return told.length;
  });
}
