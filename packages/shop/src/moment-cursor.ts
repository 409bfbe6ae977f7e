import { Prisma } from '@agres/db/db';

type Place = { at: Date; id: number };

/**
 * Returns SQL for the rows after a cursor; `columns` are those of time and id, such as `o.order_date, o.id`.
 */
export function isAfterCursor(columns: Prisma.Sql, cursor: string): Prisma.Sql {
  const [moment = 0, id = 0] = cursor.split('-').map(Number);
  return Prisma.sql`(${columns}) < (${new Date(moment)}::timestamptz, ${id}::int)`;
}

/**
 * Returns at most `limit` rows, and the cursor of the next page or null. Expects `limit + 1` rows: the
 * additional one shows that there are more.
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
