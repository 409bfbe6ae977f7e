import { Prisma } from '@agres/db/db';

/** Where a row stands in a list that is ordered by a moment, the newest first. */
type Place = { at: Date; id: number };

/** SQL for rows behind a cursor; `columns` are those of moment and id: `o.order_date, o.id`. */
export function isBehind(columns: Prisma.Sql, cursor: string): Prisma.Sql {
  const [moment = 0, id = 0] = cursor.split('-').map(Number);
  return Prisma.sql`(${columns}) < (${new Date(moment)}::timestamptz, ${id}::int)`;
}

/**
 * A page of at most `limit` rows, and the cursor behind it; null after the last. One more row than `limit`
 * was read: it tells whether there are more.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => Place,
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  if (last === undefined) return { shown, nextCursor: null };
  const { at, id } = placeOf(last);
  return { shown, nextCursor: `${at.getTime()}-${id}` };
}
