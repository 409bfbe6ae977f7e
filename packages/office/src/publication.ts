import { changesBetween } from '@agres/core/operations/journal';
import type { ChangeContext } from '@agres/core/operations/operation';
import type { Tx } from '@agres/db/db';
import { z } from 'zod';

/** The caller has locked the row. */
type Publication = { kind: 'article' | 'item'; id: number; publishedAt: Date | null };

/** Sets or clears the date of publication, and journals the change. */
export async function setPublishedAt(
  { tx, journal }: Pick<ChangeContext, 'tx' | 'journal'>,
  { kind, id, publishedAt: before }: Publication,
  publishedAt: Date | null,
): Promise<void> {
  const change = { where: { id }, data: { publishedAt }, select: { id: true } } as const;
  await (kind === 'item' ? tx.item.update(change) : tx.article.update(change));
  await journal({
    subject: { kind, id },
    changes: changesBetween<{ publishedAt: Date | null }>({ publishedAt: before }, { publishedAt }),
  });
}

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
