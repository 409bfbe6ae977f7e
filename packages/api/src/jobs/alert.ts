import type { Deps } from '../context.ts';
import { enqueue } from './enqueue.ts';

export type AlertFacts = Record<string, string | number | boolean | null>;

export type Alert = {
  /** What happened, in one line of English. */
  event: string;
  /** Ids, amounts and states; never a person's data or a secret. */
  facts: AlertFacts;
  /** What it is about: one letter for each, however often it happens within an hour. */
  dedupe: string;
};

/** What an alert needs. */
export type AlertDeps = Pick<Deps, 'db' | 'log' | 'wakeJobs' | 'clock'>;

/**
 * Tells the people who run the shop that something needs them: a fatal line in the log now, a
 * letter when the mail server takes it. Never throws: it is called where something failed already.
 */
export async function raiseAlert(
  { db, log, wakeJobs, clock }: AlertDeps,
  { event, facts, dedupe }: Alert,
): Promise<void> {
  log.fatal(facts, event);
  const hour = clock().toISOString().slice(0, 13);
  try {
    await enqueue(db, {
      kind: 'mail',
      payload: { letter: 'alert', event, facts },
      dedupe: `alert:${dedupe}:${hour}`,
    });
    wakeJobs();
  } catch (error) {
    log.error({ err: error }, 'alert without letter');
  }
}
