import { enqueueEmail } from '@agres/core/jobs/email';
import type { JobDeps } from '@agres/core/jobs/job';
import { parisMinuteOf } from '@agres/domain/days';
import { IS_TO_SEND } from '@agres/money/orders/order-state';

import { morningNoticeEmail, orderNoticeEmail } from './emails.ts';

/** The time in Paris from which the morning email is sent. */
const MORNING = '07:00';
const HOUR_MS = 3_600_000;
/** Older orders get no email: the jobs that prevent a second email are deleted after a week. */
const ORDER_HOURS = 72;
const MAX_EMAILS_PER_RUN = 200;

type NoticeDeps = Pick<JobDeps, 'db' | 'clock' | 'wakeJobs' | 'installation'>;

/**
 * Emails the staff each order to send, or the open work each morning, as they chose. Runs once a minute, also
 * concurrently. A missed morning email is sent later that day, once.
 */
export async function notifyStaff(deps: NoticeDeps): Promise<void> {
  // A copy of the installation does not notify the staff.
  if (deps.installation.copiedAt !== null) return;
  const enqueued = (await enqueueOrderNotices(deps)) + (await enqueueMorningNotices(deps));
  if (enqueued > 0) deps.wakeJobs();
}

async function enqueueOrderNotices({ db, clock }: NoticeDeps): Promise<number> {
  const since = new Date(clock().getTime() - ORDER_HOURS * HOUR_MS);
  const { kind } = orderNoticeEmail;
  const due = await db.$queryRaw<{ orderId: number; staffId: number; dedupe: string }[]>`
    SELECT o.id AS "orderId", s.id AS "staffId", key.dedupe
    FROM staff s
      JOIN (SELECT id, order_date FROM orders WHERE order_date > ${since} AND ${IS_TO_SEND}) o
        ON o.order_date > s.notices_since
      CROSS JOIN LATERAL (SELECT ${`${kind}:`} || o.id || ':' || s.id AS dedupe) key
    WHERE s.notices = 'orders' AND s.suspended_at IS NULL
      AND NOT EXISTS (SELECT FROM job j WHERE j.dedupe = key.dedupe)
    ORDER BY o.id, s.id LIMIT ${MAX_EMAILS_PER_RUN}::int`;
  for (const { dedupe, ...request } of due) {
    await enqueueEmail(db, { email: orderNoticeEmail, request, dedupe });
  }
  return due.length;
}

async function enqueueMorningNotices({ db, clock }: NoticeDeps): Promise<number> {
  const [day = '', time = ''] = parisMinuteOf(clock()).split(' ');
  if (time < MORNING) return 0;
  const { kind } = morningNoticeEmail;
  const due = await db.$queryRaw<{ staffId: number; dedupe: string }[]>`
    SELECT s.id AS "staffId", key.dedupe
    FROM staff s
      CROSS JOIN LATERAL (SELECT ${`${kind}:${day}:`} || s.id AS dedupe) key
    WHERE s.notices = 'morning' AND s.suspended_at IS NULL
      AND s.notices_since < ${`${day} ${MORNING}`}::timestamp AT TIME ZONE 'Europe/Paris'
      AND NOT EXISTS (SELECT FROM job j WHERE j.dedupe = key.dedupe)
    ORDER BY s.id LIMIT ${MAX_EMAILS_PER_RUN}::int`;
  for (const { dedupe, staffId } of due) {
    await enqueueEmail(db, { email: morningNoticeEmail, request: { staffId, day }, dedupe });
  }
  return due.length;
}
