import { enqueueEmail, withdrawEmails } from '@agres/core/jobs/email';
import type { RetentionDeps, RetentionRule } from '@agres/core/run-retention';
import { Prisma, type Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { localeOf } from '@agres/domain/locale';
import { RETENTION } from '@agres/domain/retention';
import { IS_IN_FLIGHT } from '@agres/money/purchase/purchase-attempt';

import { eraseAccount } from './delete-account.ts';
import { accountUnusedEmail } from './emails.ts';

/** Each run deletes at most this many; the next run continues. */
const BATCH_SIZE = 500;
/** Limits the damage of a mistake in this rule. */
const MAX_UNUSED_PER_DAY = 200;
/** Days until a warning that no mail server accepted is sent again. */
const WARNING_RETRY_DAYS = 90;

/**
 * Deletes accounts that were never activated, with their queued emails, sessions and links. An account whose
 * latest link is still valid remains. So does an account with a charge or refund, which is a fault to
 * investigate.
 */
async function deleteUnactivated({ db }: RetentionDeps): Promise<number> {
  return inTransaction(db, async (tx) => {
    const gone = await tx.$queryRaw<{ id: number }[]>`
      DELETE FROM users WHERE activated_at IS NULL AND id IN (
        SELECT id FROM users u
        WHERE activated_at IS NULL
          AND created_at < now() - make_interval(days => ${RETENTION.unactivatedAccountDays}::int)
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
        ORDER BY id LIMIT ${BATCH_SIZE}::int
        FOR UPDATE SKIP LOCKED)
      RETURNING id`;
    await withdrawEmails(
      tx,
      gone.map(({ id }) => id),
    );
    return gone.length;
  });
}

/**
 * Whether user `u` is unused and the shop owes them nothing: no order whose guarantee may still run, no
 * subscription now or within the term, no purchase in progress, no unused credit, no pending refund and no
 * open declaration.
 */
const IS_UNUSED = Prisma.sql`u.activated_at IS NOT NULL
  AND u.last_log_in_on < current_date - make_interval(years => ${RETENTION.unusedAccountYears}::int)
  AND NOT EXISTS (SELECT FROM orders o WHERE o.user_id = u.id
    AND o.order_date > now() - make_interval(years => ${RETENTION.orderListYears}::int))
  AND NOT EXISTS (SELECT FROM subscription s WHERE s.user_id = u.id AND (s.state <> 'ended'
    OR s.access_ends_on > now() - make_interval(years => ${RETENTION.unusedAccountYears}::int)))
  AND NOT EXISTS (SELECT FROM purchase_attempt WHERE user_id = u.id AND ${IS_IN_FLIGHT})
  AND NOT EXISTS (SELECT FROM subscription_attempt a WHERE a.user_id = u.id
    AND a.state IN ('started', 'requires_action'))
  AND NOT EXISTS (SELECT FROM orders o JOIN refund f ON f.order_id = o.id
    WHERE o.user_id = u.id AND f.settled_at IS NULL)
  AND NOT EXISTS (SELECT FROM subscription s JOIN refund f ON f.subscription_id = s.id
    WHERE s.user_id = u.id AND f.settled_at IS NULL)
  AND NOT EXISTS (SELECT FROM orders o JOIN declaration d ON d.order_id = o.id
    WHERE o.user_id = u.id AND d.closed_at IS NULL)
  AND NOT EXISTS (SELECT FROM subscription s JOIN declaration d ON d.subscription_id = s.id
    WHERE s.user_id = u.id AND d.closed_at IS NULL)
  AND (SELECT count(*) FROM referral_credit c WHERE c.owner_id = u.id
    AND c.at > now() - make_interval(years => ${RETENTION.referralHashYears}::int)
    AND c.kind IN ('referral', 'credit', 'gift')
    AND (SELECT count(*) FROM referral_credit d WHERE d.credit_id = c.id) = 0
    AND (SELECT count(*) FROM referral_credit d WHERE d.about_id = c.id) = 0
    AND (SELECT count(*) FROM referral_credit d WHERE d.referral_id = c.id) = 0) = 0`;

async function warnUnused({ db, wakeJobs }: RetentionDeps): Promise<number> {
  const warned = await inTransaction(db, async (tx) => {
    const people = await tx.$queryRaw<{ id: number; locale: string; day: string }[]>`
      UPDATE users SET inactivity_email_on = current_date
      WHERE id IN (
        SELECT u.id FROM users u
        WHERE ${IS_UNUSED} AND u.inactivity_email_accepted_at IS NULL
          AND (u.inactivity_email_on IS NULL
            OR u.inactivity_email_on < current_date - ${WARNING_RETRY_DAYS}::int)
        ORDER BY u.inactivity_email_on NULLS FIRST, u.last_log_in_on LIMIT ${MAX_UNUSED_PER_DAY}::int
        FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING id, locale, current_date::text AS day`;
    for (const { id, locale, day } of people) {
      await enqueueEmail(tx, {
        email: accountUnusedEmail,
        request: { userId: id, locale: localeOf(locale) },
        dedupe: `account_unused:${id}:${day}`,
      });
    }
    return people.length;
  });
  if (warned > 0) wakeJobs();
  return warned;
}

// guard: an account is deleted only thirty days after its warning email
const WAS_WARNED = Prisma.sql`u.inactivity_email_accepted_at
  < now() - make_interval(days => ${RETENTION.unusedAccountNoticeDays}::int)`;

/** Deletes unused accounts one by one, as their owners would; an account with a concurrent log-in remains. */
async function deleteUnused({ db, log, clock, wakeJobs }: RetentionDeps): Promise<number> {
  const due = await db.$queryRaw<{ id: number }[]>`
    SELECT u.id FROM users u WHERE ${WAS_WARNED} AND ${IS_UNUSED}
    ORDER BY u.inactivity_email_accepted_at LIMIT ${MAX_UNUSED_PER_DAY}::int`;
  let gone = 0;
  for (const { id: userId } of due) {
    const isGone = await inTransaction(db, async (tx) => {
      // guard: a log-in stops the deletion of an unused account
      if (!(await lockUnused(tx, userId))) return false;
      await eraseAccount(tx, { userId, now: clock(), lastEmail: null });
      return true;
    });
    if (!isGone) continue;
    gone += 1;
    log.info({ userId, why: 'unused' }, 'account deleted');
  }
  if (gone > 0) wakeJobs();
  return gone;
}

async function lockUnused(tx: Tx, userId: number): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM users u WHERE u.id = ${userId}::int AND ${WAS_WARNED} AND ${IS_UNUSED}
    FOR NO KEY UPDATE OF u`;
  return rows.length === 1;
}

/** The rules of accounts (docs/LAW.md, decision 064). */
export const userRetention: readonly RetentionRule[] = [
  { name: 'unactivated_accounts', run: deleteUnactivated },
  { name: 'unused_accounts_told', run: warnUnused },
  { name: 'unused_accounts', run: deleteUnused },
];
