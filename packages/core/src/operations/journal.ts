import type { Db, Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { RETENTION } from '@agres/domain/retention';

import type { Log } from '../context.ts';
import { currentRequestId } from '../request-id.ts';
import type { RetentionRule } from '../run-retention.ts';
import { actorNameOf, type Actor } from './actor.ts';

type JournalValue = string | number | boolean | null;

export type JournalEntry = {
  actor: Actor;
  /** The name of the operation, such as `orders.deliver`. */
  operation: string;
  /** The table and id of the changed row. */
  subject: { kind: string; id: number | string };
  /**
   * Each field before and after. `true` records only that a field changed: for personal fields (name,
   * address, email, text of a message), so that erasure is complete, and for long texts.
   */
  changes: Readonly<Record<string, readonly [before: JournalValue, after: JournalValue] | true>>;
};

/**
 * Returns the fields that differ, as a journal entry stores them. For `long` fields it records only that they
 * differ.
 */
export function changesBetween<Row extends Readonly<Record<string, JournalValue | Date>>>(
  before: Row,
  after: NoInfer<Row>,
  long: ReadonlySet<string> = new Set(),
): JournalEntry['changes'] {
  const kept = (value: JournalValue | Date | undefined): JournalValue =>
    value instanceof Date ? value.toISOString() : (value ?? null);
  return Object.fromEntries(
    Object.entries(after).flatMap(([field, value]) => {
      const [was, is] = [kept(before[field]), kept(value)];
      return was === is ? [] : [[field, long.has(field) ? true : [was, is]]];
    }),
  );
}

/** Entries that are written with `writeJournal`, not by an operation's own `journal`. */
export const OTHER_ENTRIES = [
  'orders.cancel',
  'orders.hold',
  'orders.release',
  'orders.askForDelivery',
  'orders.askToCancel',
  'refunds.request',
  'refunds.transfer',
  'payments.rebuild',
  'payments.openSales',
  'staff.enrol',
  'access.setNotices',
  'access.renameDevice',
  'access.removeDevice',
  'access.endOtherSessions',
] as const;
/** The name of such an entry. `pnpm check operations` requires a sentence for each in the journal. */
export type OtherEntry = (typeof OTHER_ENTRIES)[number];

const entriesOfTransaction = new WeakMap<Tx, readonly JournalEntry[]>();

/** Whether this transaction has written a journal entry. */
export function hasJournal(tx: Tx): boolean {
  return entriesOfTransaction.has(tx);
}

/**
 * Runs work in one transaction (`inTransaction`). After the commit, logs a line for each journal entry: the
 * actor, the row and the changed fields, never their values.
 */
export async function inJournalledTransaction<Result>(
  { db, log }: { db: Db; log: Pick<Log, 'info'> },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  let entries: readonly JournalEntry[] = [];
  const result = await inTransaction(db, async (tx) => {
    const done = await work(tx);
    entries = entriesOfTransaction.get(tx) ?? [];
    return done;
  });
  for (const { actor, operation, subject, changes } of entries) {
    const fields = Object.keys(changes);
    log.info({ operation, subject, fields, by: actorNameOf(actor), actor: actor.kind }, 'journal');
  }
  return result;
}

/** Writes a journal entry outside an operation; see `writeEntry`. */
export const writeJournal = (
  tx: Tx,
  entry: JournalEntry & { operation: OtherEntry },
): Promise<void> => writeEntry(tx, entry);

/**
 * Writes a journal entry in the transaction of the change: both happen or neither. Entries are never changed,
 * and are kept for five years. Only `runOperation` calls it; use `writeJournal` elsewhere.
 */
export async function writeEntry(tx: Tx, entry: JournalEntry): Promise<void> {
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
  entriesOfTransaction.set(tx, [...(entriesOfTransaction.get(tx) ?? []), entry]);
}

/** Deletes entries older than five years; the database refuses to delete younger ones. */
export const journalRetention: readonly RetentionRule[] = [
  {
    name: 'journal',
    run: ({ db }) => db.$executeRaw`
      DELETE FROM journal
      WHERE at < now() - make_interval(years => ${RETENTION.journalYears}::int)`,
  },
];
