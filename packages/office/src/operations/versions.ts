import { minuteOf } from '@agres/core/operations/days';
import { refuse } from '@agres/core/operations/refuse';
import type { Db, Tx } from '@agres/db/db';

/** The rows of one operation on one thing. */
type Edited = { kind: string; id: number; operation: string };

/**
 * The version of what an operation edits: the number of its last row in the journal, 0 where there is none.
 * Read before what it is the version of, so that it is never the newer one.
 */
export async function versionOf(db: Db | Tx, edited: Edited): Promise<number> {
  return (await lastEditOf(db, edited))?.id ?? 0;
}

const lastEditOf = (db: Db | Tx, { kind, id, operation }: Edited) =>
  db.journalEntry.findFirst({
    where: { subjectKind: kind, subjectId: String(id), operation },
    select: { id: true, at: true, actorName: true },
    orderBy: { id: 'desc' },
  });

/** Refuses a change that was typed over an older version, with who made the newer one and when; null: not asked. */
export async function refuseStale(
  tx: Tx,
  edited: Edited,
  version: number | null | undefined,
): Promise<void> {
  if (version == null) return;
  const last = await lastEditOf(tx, edited);
  if (last === null || last.id <= version) return;
  refuse({ code: 'changed_since', by: last.actorName, at: minuteOf(last.at) });
}
