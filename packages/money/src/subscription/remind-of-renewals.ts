import type { Deps } from '@agres/core/context';
import { enqueueEmail } from '@agres/core/jobs/email';
import { localeOf } from '@agres/domain/locale';

import { renewalAheadEmail } from './emails.ts';

/**
 * The days before a renewal within which the subscriber is reminded: inside the one to three months of
 * article L215-1 of the French consumer code. The window is shorter than the retention of email jobs, so
 * that only one is sent.
 */
const FROM_DAYS = 44;
const TO_DAYS = 50;
const DAY_MS = 86_400_000;

/** Enqueues an email to each subscriber whose yearly plan renews in 44 to 50 days; run it once a day. */
export async function remindOfRenewals({
  db,
  clock,
  log,
  wakeJobs,
}: Pick<Deps, 'db' | 'clock' | 'log' | 'wakeJobs'>): Promise<void> {
  const nowMs = clock().getTime();
  const ahead = await db.subscription.findMany({
    where: {
      state: 'active',
      plan: 'yearly',
      accessEndsOn: null,
      paidUntil: {
        gte: new Date(nowMs + FROM_DAYS * DAY_MS),
        lt: new Date(nowMs + TO_DAYS * DAY_MS),
      },
    },
    select: { id: true, paidUntil: true, user: { select: { id: true, locale: true } } },
  });
  for (const { id, paidUntil, user } of ahead) {
    if (user === null || paidUntil === null) continue;
    const renewsOn = paidUntil.toISOString();
    await enqueueEmail(db, {
      email: renewalAheadEmail,
      request: { userId: user.id, locale: localeOf(user.locale), renewsOn },
      dedupe: `renewal_ahead:${id}:${renewsOn}`,
    });
  }
  if (ahead.length === 0) return;
  log.info({ subscriptions: ahead.length }, 'renewals are ahead');
  wakeJobs();
}
