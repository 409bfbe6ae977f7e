import { refuse } from '@agres/core/operations/refuse';
import type { Db, Tx } from '@agres/db/db';
import { parisMinuteOf } from '@agres/domain/days';

/** Identifies the journal entries of one operation on one thing. */
type EditSubject = { kind: string; id: number; operation: string };

/**
 * Returns the version of what an operation edits: the id of its last journal entry, or 0. Read it before
 * the data, so that it is never newer than the data.
 */
export async function readVersion(db: Db | Tx, edited: EditSubject): Promise<number> {
  return (await lastEditOf(db, edited))?.id ?? 0;
}

const lastEditOf = (db: Db | Tx, { kind, id, operation }: EditSubject) =>
  db.journalEntry.findFirst({
    where: { subjectKind: kind, subjectId: String(id), operation },
    select: { id: true, at: true, actorName: true },
    orderBy: { id: 'desc' },
  });

/**
 * Refuses a change based on an older version and names the author and time of the newer one. Null skips the
 * check.
 */
export async function refuseStale(
  tx: Tx,
  edited: EditSubject,
  version: number | null | undefined,
): Promise<void> {
  if (version == null) return;
  const last = await lastEditOf(tx, edited);
  if (last === null || last.id <= version) return;
  refuse({ code: 'changed_since', by: last.actorName, at: parisMinuteOf(last.at) });
}
