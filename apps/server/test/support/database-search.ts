import { Prisma, type Db } from '@shop/db/db';

/** Where in the database a text is: `table.column` of every column of text, JSON or bytes that has it. */
export async function findInDatabase(db: Db, text: string): Promise<string[]> {
  const columns = await db.$queryRaw<{ table: string; column: string }[]>`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = 'public'
      AND data_type IN ('text', 'character', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')`;
  const places: string[] = [];
  for (const { table, column } of columns) {
    const from = Prisma.raw(`"${table}" WHERE "${column}"::text`);
    const [row] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM ${from} ILIKE ${`%${text}%`}`;
    if (row !== undefined && row.count > 0) places.push(`${table}.${column}`);
  }
  return places.toSorted();
}
