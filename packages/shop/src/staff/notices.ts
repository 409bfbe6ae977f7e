import { enqueueEmail } from '@agres/core/jobs/email';
import type { JobDeps } from '@agres/core/jobs/job';
import { parisMinuteOf } from '@agres/domain/days';
import { isToSend } from '@agres/money/orders/order-state';

import { morningNoticeEmail, orderNoticeEmail } from './emails.ts';

/** In Paris. */
const MORNING = '07:00';
const HOUR_MS = 3_600_000;
/** Older orders get no e-mail: their jobs, which keep them from getting two, are deleted after a week. */
const ORDER_HOURS = 72;
/** So many e-mails at once; the rest a minute later. */
const AT_ONCE = 200;

type Telling = Pick<JobDeps, 'db' | 'clock' | 'wakeJobs' | 'installation'>;

/**
 * E-mails the people of the shop each order to send, or each morning what waits, as they chose. Run
 * once a minute. A morning that was missed is made up for on the same day, once; safe beside itself.
 */
export async function tellStaff(deps: Telling): Promise<void> {
  // The people of a copy hear from the original.
  if (deps.installation.copiedAt !== null) return;
  const told = (await tellOfOrders(deps)) + (await tellOfMorning(deps));
  if (told > 0) deps.wakeJobs();
}

async function tellOfOrders({ db, clock }: Telling): Promise<number> {
  const since = new Date(clock().getTime() - ORDER_HOURS * HOUR_MS);
  const { letter } = orderNoticeEmail;
  const due = await db.$queryRaw<{ orderId: number; staffId: number; dedupe: string }[]>`
    SELECT o.id AS "orderId", s.id AS "staffId", key.dedupe
    FROM staff s
      JOIN (SELECT id, order_date FROM orders WHERE order_date > ${since} AND ${isToSend}) o
        ON o.order_date > s.notices_since
      CROSS JOIN LATERAL (SELECT ${`${letter}:`} || o.id || ':' || s.id AS dedupe) key
    WHERE s.notices = 'orders' AND s.suspended_at IS NULL
      AND NOT EXISTS (SELECT FROM job j WHERE j.dedupe = key.dedupe)
    ORDER BY o.id, s.id LIMIT ${AT_ONCE}::int`;
  for (const { dedupe, ...request } of due) {
    await enqueueEmail(db, { email: orderNoticeEmail, request, dedupe });
  }
  return due.length;
}

async function tellOfMorning({ db, clock }: Telling): Promise<number> {
  const [day = '', time = ''] = parisMinuteOf(clock()).split(' ');
  if (time < MORNING) return 0;
  const { letter } = morningNoticeEmail;
  const due = await db.$queryRaw<{ staffId: number; dedupe: string }[]>`
    SELECT s.id AS "staffId", key.dedupe
    FROM staff s
      CROSS JOIN LATERAL (SELECT ${`${letter}:${day}:`} || s.id AS dedupe) key
    WHERE s.notices = 'morning' AND s.suspended_at IS NULL
      AND s.notices_since < ${`${day} ${MORNING}`}::timestamp AT TIME ZONE 'Europe/Paris'
      AND NOT EXISTS (SELECT FROM job j WHERE j.dedupe = key.dedupe)
    ORDER BY s.id LIMIT ${AT_ONCE}::int`;
  for (const { dedupe, staffId } of due) {
    await enqueueEmail(db, { email: morningNoticeEmail, request: { staffId, day }, dedupe });
  }
  return due.length;
}
