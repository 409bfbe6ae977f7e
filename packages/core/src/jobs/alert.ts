import { DEFAULT_LOCALE } from '@agres/domain/locale';
import { z } from 'zod';

import type { Deps } from '../context.ts';
import { defineEmail, enqueueEmail } from './email.ts';

export const operatorAlertEmail = defineEmail({
  kind: 'alert',
  request: z.object({
    event: z.string(),
    facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
  address: async ({ alertEmail }, data) => ({ to: alertEmail, locale: DEFAULT_LOCALE, data }),
});

export type AlertFacts = Record<string, string | number | boolean | null>;

export type Alert = {
  event: string;
  /** Ids, amounts and states; never a person's data or a secret. */
  facts: AlertFacts;
  /** At most one email per key and hour. */
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
      request: { event, facts },
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
