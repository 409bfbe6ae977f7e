import { z } from 'zod';

const columnSchema = z.object({ title: z.string(), align: z.enum(['left', 'right']) });

const blockSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('table'),
    columns: z.array(columnSchema),
    rows: z.array(z.array(z.string())),
    /** Said in place of a table without rows. */
    empty: z.string(),
  }),
  z.object({ kind: z.literal('lines'), lines: z.array(z.string()) }),
  /** Printed verbatim: meant for a file. */
  z.object({ kind: z.literal('document'), text: z.string() }),
]);

/** What a command answers, before it is laid out. */
export const reportSchema = z.array(blockSchema);
export type Report = z.infer<typeof reportSchema>;
export type ReportBlock = z.infer<typeof blockSchema>;

/** A table; a title that begins with `#` stands over a column of numbers. */
export function table(titles: readonly string[], rows: string[][], empty: string): ReportBlock {
  const columns = titles.map((title) => ({
    title: title.replace(/^#/, ''),
    align: title.startsWith('#') ? ('right' as const) : ('left' as const),
  }));
  return { kind: 'table', columns, rows, empty };
}

/** Sentences, one a line. */
export function lines(...sentences: string[]): ReportBlock {
  return { kind: 'lines', lines: sentences };
}

/** A text that is meant for a file. */
export function document(text: string): ReportBlock {
  return { kind: 'document', text };
}
