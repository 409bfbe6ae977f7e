import type { Tx } from '@agres/db/db';
import { z } from 'zod';

const publishedSchema = z.object({ publishedAt: z.tuple([z.string().nullable(), z.unknown()]) });

/** Whether the date of publication had passed at any journaled change. */
export async function wasShown(tx: Tx, kind: 'article' | 'item', id: number): Promise<boolean> {
  const entries = await tx.journalEntry.findMany({
    where: { subjectKind: kind, subjectId: String(id), operation: { startsWith: `${kind}s.` } },
    select: { at: true, changes: true },
  });
  return entries.some(({ at, changes }) => {
    const before = publishedSchema.safeParse(changes).data?.publishedAt[0] ?? null;
    return before !== null && new Date(before) <= at;
  });
}
