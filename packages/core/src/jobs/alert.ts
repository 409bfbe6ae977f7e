import { localeOf, type Locale } from '@agres/domain/locale';
import { z } from 'zod';

import type { Deps } from '../context.ts';
import { defineEmail, enqueueEmail } from './email.ts';
import type { JobDeps } from './job.ts';

export const operatorAlertEmail = defineEmail({
  kind: 'alert',
  request: z.object({
    event: z.string(),
    facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    /** Whether the fatal line is in the log. Absent for an alert that was enqueued with its cause. */
    isLogged: z.boolean().optional(),
  }),
  address: async (deps, { isLogged, ...data }, jobId) => {
    if (isLogged !== true) await logOnce(deps, jobId, data);
    return { to: deps.alertEmail, locale: await alertLocaleOf(deps), data };
  },
});

/** The language of the alerts: that of the staff member with their address, or of the first owner. */
export async function alertLocaleOf({
  db,
  alertEmail,
}: Pick<JobDeps, 'db' | 'alertEmail'>): Promise<Locale> {
  const staff = await db.staff.findMany({
    where: { suspendedAt: null, OR: [{ email: alertEmail }, { roles: { has: 'owner' } }] },
    select: { email: true, locale: true },
    orderBy: { id: 'asc' },
  });
  return localeOf((staff.find(({ email }) => email === alertEmail) ?? staff[0])?.locale ?? '');
}

/**
 * Logs the alert at the first attempt of its job, so that it is in the log even while the mail server is
 * down.
 */
async function logOnce(
  { db, log }: JobDeps,
  jobId: number,
  { event, facts }: Pick<Alert, 'event' | 'facts'>,
): Promise<void> {
  log.fatal(facts, event);
  await db.$executeRaw`
    UPDATE job SET payload = payload || '{"isLogged": true}' WHERE id = ${jobId}::int`;
}

export type AlertFacts = Record<string, string | number | boolean | null>;

export type Alert = {
  event: string;
  /** Ids, amounts and states. Alerts contain no personal data and no secrets. */
  facts: AlertFacts;
  /** The deduplication key: at most one email is sent per key and period (`every`, by default an hour). */
  dedupe: string;
  /** `day` is for conditions that last until a person acts. */
  every?: 'hour' | 'day';
};

export type AlertDeps = Pick<Deps, 'db' | 'log' | 'wakeJobs' | 'clock'>;

/**
 * Alerts the shop's operators: logs a fatal line and enqueues an email. Never throws, because its callers
 * already handle a failure.
 */
export async function raiseAlert(deps: AlertDeps, alert: Alert): Promise<void> {
  const { db, log, wakeJobs } = deps;
  const { event, facts } = alert;
  log.fatal(facts, event);
  try {
    await enqueueEmail(db, {
      email: operatorAlertEmail,
      request: { event, facts, isLogged: true },
      dedupe: periodKeyOf(deps, alert),
    });
    wakeJobs();
  } catch (error) {
    log.error({ err: error }, 'alert without email');
  }
}

/** Raises an alert that outsiders can trigger: once per period. Repetitions are logged as info. */
export async function raiseAlertOnce(deps: AlertDeps, alert: Alert): Promise<void> {
  const known = await deps.db.job
    .count({ where: { dedupe: periodKeyOf(deps, alert) } })
    .catch(() => 0);
  if (known > 0) return deps.log.info(alert.facts, alert.event);
  return raiseAlert(deps, alert);
}

function periodKeyOf({ clock }: Pick<AlertDeps, 'clock'>, { dedupe, every = 'hour' }: Alert) {
  const period = clock()
    .toISOString()
    .slice(0, every === 'day' ? 10 : 13);
  return `alert:${dedupe}:${period}`;
}
