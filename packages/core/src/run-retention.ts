import { Prisma } from '@agres/db/db';
import { RETENTION } from '@agres/domain/retention';

import type { Deps } from './context.ts';

/** What a rule works with. */
export type RetentionDeps = Pick<Deps, 'db' | 'log' | 'clock' | 'wakeJobs'>;

/** One term: what is deleted, or loses its person, when it is over. */
export type RetentionRule = {
  /** Its name in the log. */
  name: string;
  /** Does what is due, by the database's clock; answers how many rows it was. Safe to repeat. */
  run: (deps: RetentionDeps) => Promise<number>;
};

/** SQL for the first moment that the accounts are kept from: years are counted from their end, in Paris. */
export const BOOKS_KEPT_FROM = Prisma.sql`(date_trunc('year', now() AT TIME ZONE 'Europe/Paris')
  - make_interval(years => ${RETENTION.orderYears}::int)) AT TIME ZONE 'Europe/Paris'`;

/** So many rows a statement, so that none holds its locks for long. */
export const ROWS_AT_ONCE = 1000;

/** Repeats a statement until it finds nothing more; answers how many rows it changed in all. */
export async function inParts(statement: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const changed = await statement();
    all += changed;
    if (changed < ROWS_AT_ONCE) return all;
  }
}

/**
 * Runs the rules one after the other, and logs how many rows each of them took. A rule that fails
 * leaves the others to be run.
 * @throws AggregateError once all were tried, so that the schedule tries again
 */
export async function runRetention(
  deps: RetentionDeps,
  rules: readonly RetentionRule[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const failures: unknown[] = [];
  for (const { name, run } of rules) {
    try {
      counts[name] = await run(deps);
    } catch (error) {
      deps.log.error({ rule: name, err: error }, 'retention failed');
      failures.push(error);
    }
  }
  deps.log.info(counts, 'retention');
  if (failures.length > 0) throw new AggregateError(failures, 'retention failed');
  return counts;
}
