import { defineRead } from '@agres/core/operations/operation';
import { z } from 'zod';

const PAGE_LENGTH = 50;

/** Lists what was done to the shop's rows and by whom, newest first; never the changed values. */
export const readJournal = defineRead({
  name: 'journal.list',
  permission: 'staff.read',
  /** Returns only entries before this one. */
  input: z.object({ before: z.int().positive().nullable() }),
  output: z.object({
    actions: z.array(
      z.object({
        id: z.int(),
        at: z.iso.datetime(),
        /** The author's name; null for a buyer, who is never named. */
        by: z.string().nullable(),
        isAutomatic: z.boolean(),
        operation: z.string(),
        subject: z.string(),
        subjectId: z.string(),
      }),
    ),
    areMore: z.boolean(),
  }),
  run: async ({ db }, { before }) => {
    const rows = await db.journalEntry.findMany({
      where: before === null ? {} : { id: { lt: before } },
      orderBy: { id: 'desc' },
      take: PAGE_LENGTH + 1,
    });
    return {
      actions: rows.slice(0, PAGE_LENGTH).map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        by: row.actorKind === 'member' ? null : row.actorName,
        isAutomatic: row.actorKind === 'system',
        operation: row.operation,
        subject: row.subjectKind,
        subjectId: row.subjectId,
      })),
      areMore: rows.length > PAGE_LENGTH,
    };
  },
});
