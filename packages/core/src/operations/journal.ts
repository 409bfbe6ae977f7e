import type { Db, Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { RETENTION } from '@agres/domain/retention';

import type { Log } from '../context.ts';
import { currentRequestId } from '../request-id.ts';
import type { RetentionRule } from '../run-retention.ts';
import { actorNameOf, type Actor } from './actor.ts';

/** A value as the journal keeps it. */
type Kept = string | number | boolean | null;

/** One change of one row, made by hand. */
export type JournalEntry = {
  actor: Actor;
  /** What was done: `orders.deliver`. */
  operation: string;
  /** What it was done to: the table and the id. */
  subject: { kind: string; id: number | string };
  /**
   * Field by field before and after; `true` for a personal field (name, address, email, text of a
   * message): that it changed, never what it was, so that erasure stays whole; and for a long text.
   */
  changes: Readonly<Record<string, readonly [before: Kept, after: Kept] | true>>;
};

/** The fields of a row that differ, as an entry has them; of the long ones only that they do. */
export function changesBetween<Row extends Readonly<Record<string, Kept | Date>>>(
  before: Row,
  after: NoInfer<Row>,
  long: ReadonlySet<string> = new Set(),
): JournalEntry['changes'] {
  const kept = (value: Kept | Date | undefined): Kept =>
    value instanceof Date ? value.toISOString() : (value ?? null);
  return Object.fromEntries(
    Object.entries(after).flatMap(([field, value]) => {
      const [was, is] = [kept(before[field]), kept(value)];
      return was === is ? [] : [[field, long.has(field) ? true : [was, is]]];
    }),
  );
}

/** What transactions wrote into the journal. */
const written = new WeakMap<Tx, readonly JournalEntry[]>();

/** Whether something was written into the journal in this transaction. */
export function hasJournal(tx: Tx): boolean {
  return written.has(tx);
}

/**
 * Runs work in one transaction (`inTransaction`). After the commit each of its journal rows becomes a line
 * of the log: who did what to which row, and which fields changed, never their values.
 */
export async function inJournalledTransaction<Result>(
  { db, log }: { db: Db; log: Pick<Log, 'info'> },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  let entries: readonly JournalEntry[] = [];
  const result = await inTransaction(db, async (tx) => {
    const done = await work(tx);
    entries = written.get(tx) ?? [];
    return done;
  });
  for (const { actor, operation, subject, changes } of entries) {
    const fields = Object.keys(changes);
    log.info({ operation, subject, fields, by: actorNameOf(actor), actor: actor.kind }, 'journal');
  }
  return result;
}

/**
 * Writes into the journal, in the transaction of the change: both happen or neither. Rows are never
 * changed, and are kept for five years.
 */
export async function writeJournal(tx: Tx, entry: JournalEntry): Promise<void> {
  const { actor, operation, subject, changes } = entry;
  const { kind, id } = subject;
  await tx.journalEntry.create({
    data: {
      actorKind: actor.kind,
      actorName: actorNameOf(actor),
      operation,
      subjectKind: kind,
      subjectId: String(id),
      changes,
      requestId: currentRequestId(),
    },
    select: { id: true },
  });
  written.set(tx, [...(written.get(tx) ?? []), entry]);
}

/** Deletes entries whose five years are over; the database refuses a younger one. */
export const journalRetention: readonly RetentionRule[] = [
  {
    name: 'journal',
    run: ({ db }) => db.$executeRaw`
      DELETE FROM journal
      WHERE at < now() - make_interval(years => ${RETENTION.journalYears}::int)`,
  },
];
