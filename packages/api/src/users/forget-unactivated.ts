import type { Db } from '@shop/db/db';
import { inTransaction } from '@shop/db/transaction';

import { withdrawEmails } from '../jobs/email.ts';

/** An account whose mailbox nobody has proved by then is nobody's. */
const UNACTIVATED_DAYS = 30;
/** One round of the purge; the next one has the rest. */
const ACCOUNTS_AT_ONCE = 500;

/**
 * Deletes accounts that were never activated, with the emails that wait for them; their sessions and
 * links go with the row (decision 039). One whose latest link still works waits for it, and none goes
 * that money was ever taken for, or given: it would be a fault that somebody has to look at.
 */
export async function forgetUnactivated(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const gone = await tx.$queryRaw<{ id: number }[]>`
      DELETE FROM users WHERE activated_at IS NULL AND id IN (
        SELECT id FROM users u
        WHERE activated_at IS NULL
          AND created_at < now() - make_interval(days => ${UNACTIVATED_DAYS}::int)
          AND NOT EXISTS (SELECT FROM account_token t WHERE t.user_id = u.id
            AND t.purpose = 'activation' AND t.expires_at > clock_timestamp())
          AND NOT EXISTS (SELECT FROM orders o WHERE o.user_id = u.id)
          AND NOT EXISTS (SELECT FROM purchase_attempt a WHERE a.user_id = u.id)
          AND NOT EXISTS (SELECT FROM subscription_attempt a
            WHERE a.user_id = u.id OR a.referrer_id = u.id)
          AND NOT EXISTS (SELECT FROM subscription s
            WHERE s.user_id = u.id OR s.referrer_id = u.id)
          AND NOT EXISTS (SELECT FROM payment_customer c WHERE c.user_id = u.id)
          AND NOT EXISTS (SELECT FROM referral_credit r
            WHERE r.owner_id = u.id OR r.referred_user_id = u.id)
        ORDER BY id LIMIT ${ACCOUNTS_AT_ONCE}::int
        FOR UPDATE SKIP LOCKED)
      RETURNING id`;
    await withdrawEmails(
      tx,
      gone.map(({ id }) => id),
    );
  });
}
