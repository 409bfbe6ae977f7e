import type { Deps } from '@agres/core/context';
import { enqueueEmail } from '@agres/core/jobs/email';
import { inTransaction } from '@agres/db/transaction';

import { backInStockEmail } from './emails.ts';

/** A unit is reserved this long for a notified member; then the next ones are notified. */
const PLACE_HOURS = 24;
/** So many emails a transaction, which holds the option: its buyers wait meanwhile. */
const TOLD_AT_ONCE = 100;

type Telling = Pick<Deps, 'db' | 'log' | 'wakeJobs'>;

/**
 * Tells those who wait for an option that it is in stock again: as many as there are units, the first
 * asked first. It does not matter what brought the units: a delivery, a return, a refused card. Run
 * once a minute; safe beside itself.
 */
export async function tellOfStock(deps: Telling): Promise<void> {
  const { db, log, wakeJobs } = deps;
  const due = await db.$queryRaw<{ id: number }[]>`
    SELECT o.id FROM item_option o JOIN item i ON i.id = o.item_id
    WHERE o.remaining > 0 AND i.published_at <= now()
      AND EXISTS (SELECT FROM stock_request r WHERE r.option_id = o.id AND r.told_at IS NULL)
    ORDER BY o.id`;
  let all = 0;
  for (const { id } of due) {
    for (;;) {
      const told = await tellNext(deps, id);
      all += told;
      if (told < TOLD_AT_ONCE) break;
    }
  }
  if (all === 0) return;
  log.info({ emails: all }, 'back in stock');
  wakeJobs();
}

/** Enqueues the next emails of an option; answers how many. */
async function tellNext({ db }: Telling, optionId: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    // One at a time: the next statement then sees all notified members.
    await tx.$queryRaw`
      SELECT id FROM item_option WHERE id = ${optionId}::int FOR NO KEY UPDATE`;
    // A unit that is gone again was bought by a notified member or another buyer.
    // guard: a unit is announced to one member at a time
    const told = await tx.$queryRaw<{ id: number; userId: number }[]>`
      WITH places AS (
        SELECT o.remaining - (
          SELECT count(*) FROM stock_request r
          WHERE r.option_id = o.id
            AND r.told_at > clock_timestamp() - make_interval(hours => ${PLACE_HOURS}::int)
            AND NOT EXISTS (
              SELECT FROM purchase_attempt a
              WHERE a.user_id = r.user_id AND a.option_id = o.id AND a.state = 'paid'
                AND a.created_at >= r.told_at)) AS units
        FROM item_option o WHERE o.id = ${optionId}::int),
      next AS (
        SELECT id FROM stock_request WHERE option_id = ${optionId}::int AND told_at IS NULL
        ORDER BY asked_at, id
        LIMIT (SELECT least(greatest(units, 0), ${TOLD_AT_ONCE}::int) FROM places)
        FOR UPDATE SKIP LOCKED)
      UPDATE stock_request r SET told_at = clock_timestamp() FROM next
      WHERE r.id = next.id RETURNING r.id, r.user_id AS "userId"`;
    for (const { id, userId } of told) {
      const request = { userId, stockRequestId: id };
      await enqueueEmail(tx, {
        email: backInStockEmail,
        request,
        dedupe: `stock_request:${id}`,
      });
    }
    return told.length;
  });
}
