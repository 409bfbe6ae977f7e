import { Prisma, type Db } from '@agres/db/db';
import { RETENTION } from '@agres/domain/retention';

import type { Deps } from './context.ts';

export type RetentionDeps = Pick<Deps, 'db' | 'log' | 'clock' | 'wakeJobs'>;

export type RetentionRule = {
  name: string;
  /** Deletes or anonymizes what is due, by the database's clock; returns the number of rows. Idempotent. */
  run: (deps: RetentionDeps) => Promise<number>;
};

/** SQL for the earliest time whose accounting records are kept. Years count from their end, in Paris. */
export const BOOKS_KEPT_FROM = Prisma.sql`(date_trunc('year', now() AT TIME ZONE 'Europe/Paris')
  - make_interval(years => ${RETENTION.orderYears}::int)) AT TIME ZONE 'Europe/Paris'`;

/** The rows that one statement changes at most, so that none holds its locks for long. */
export const RETENTION_BATCH_SIZE = 1000;

/** Repeats a statement until it changes less than a full batch; returns the total number of rows. */
export async function inParts(statement: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const changed = await statement();
    all += changed;
    if (changed < RETENTION_BATCH_SIZE) return all;
  }
}

/**
 * Deletes the rows of a table that match `where`, or changes them by `set`, in batches that leave out locked
 * rows. A row that `set` has changed must no longer match. Returns the number of rows.
 */
export function eraseRows(
  db: Db,
  table: string,
  { set, where }: { set?: Prisma.Sql; where: Prisma.Sql },
): Promise<number> {
  const name = Prisma.raw(table);
  const change =
    set === undefined ? Prisma.sql`DELETE FROM ${name}` : Prisma.sql`UPDATE ${name} SET ${set}`;
  return inParts(
    () => db.$executeRaw`
      ${change} WHERE id IN (
        SELECT id FROM ${name} WHERE ${where}
        LIMIT ${RETENTION_BATCH_SIZE}::int FOR UPDATE SKIP LOCKED)`,
  );
}

type RunAllOptions<Item> = {
  run: (item: Item) => Promise<unknown>;
  onFailure: (error: unknown, item: Item) => void;
  message: string;
};

/**
 * Runs all items in order, also after one that failed.
 * @throws AggregateError with the message after all have run, so that the schedule retries
 */
export async function runAll<Item>(
  items: readonly Item[],
  { run, onFailure, message }: RunAllOptions<Item>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await run(item);
    } catch (error) {
      onFailure(error, item);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, message);
}

/**
 * Runs the rules in order and logs how many rows each changed, if any. A failing rule does not stop the
 * others.
 * @throws AggregateError after all have run, so that the schedule retries
 */
export async function runRetention(
  deps: RetentionDeps,
  rules: readonly RetentionRule[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  try {
    await runAll(rules, {
      run: async ({ name, run }) => {
        counts[name] = await run(deps);
      },
      onFailure: (error, { name }) =>
        deps.log.error({ rule: name, err: error }, 'retention failed'),
      message: 'retention failed',
    });
  } finally {
    const changed = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
    deps.log.info(changed, 'retention');
  }
  return counts;
}
