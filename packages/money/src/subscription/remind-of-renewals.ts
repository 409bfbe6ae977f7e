import type { Deps } from '@agres/core/context';
import { enqueueEmail } from '@agres/core/jobs/email';
import { localeOf } from '@agres/domain/locale';

import { renewalAheadEmail } from './emails.ts';

/**
 * The days before a renewal within which the subscriber is reminded, inside the one to three months of article
 * L215-1 of the French consumer code. A subscriber who resumes within them is still reminded in time.
 */
const FROM_DAYS = 31;
const TO_DAYS = 50;
/**
 * How far back to look for an earlier reminder: longer than the window and shorter than a year, so that it
 * was about the same renewal.
 */
const REMINDED_DAYS = 60;

type Renewal = { id: number; userId: number; locale: string; paidUntil: Date };

/** Enqueues one email to each subscriber whose yearly plan renews in 31 to 50 days; run it once a day. */
export async function remindOfRenewals({
  db,
  clock,
  log,
  wakeJobs,
}: Pick<Deps, 'db' | 'clock' | 'log' | 'wakeJobs'>): Promise<void> {
  const now = clock();
  // Jobs are deleted a week after they are done, so the log of emails tells who was reminded.
  const ahead = await db.$queryRaw<Renewal[]>`
    SELECT s.id, u.id AS "userId", u.locale, s.paid_until AS "paidUntil"
    FROM subscription s JOIN users u ON u.id = s.user_id
    WHERE s.state = 'active' AND s.plan = 'yearly' AND s.access_ends_on IS NULL
      AND s.paid_until >= ${now}::timestamptz + make_interval(days => ${FROM_DAYS}::int)
      AND s.paid_until < ${now}::timestamptz + make_interval(days => ${TO_DAYS}::int)
      AND NOT EXISTS (
        SELECT FROM email_log e
        WHERE e.subject_kind = 'user' AND e.subject_id = u.id::text
          AND e.letter = ${renewalAheadEmail.kind}
          AND e.at > now() - make_interval(days => ${REMINDED_DAYS}::int))`;
  for (const { id, userId, locale, paidUntil } of ahead) {
    const renewsOn = paidUntil.toISOString();
    await enqueueEmail(db, {
      email: renewalAheadEmail,
      request: { userId, locale: localeOf(locale), renewsOn },
      dedupe: `renewal_ahead:${id}:${renewsOn}`,
    });
  }
  if (ahead.length === 0) return;
  log.info({ subscriptions: ahead.length }, 'renewals are ahead');
  wakeJobs();
}
