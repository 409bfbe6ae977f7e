import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Prisma, type Db } from '@agres/db/db';

/**
 * Finds a text in the database: returns `table.column` of every text, JSON or bytes column that contains it.
 */
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

const SCHEMA = join(import.meta.dirname, '../../../../prisma/schema.prisma');

export async function tablesOfModels(): Promise<Map<string, string>> {
  const schema = await readFile(SCHEMA, 'utf8');
  const models = schema.matchAll(/^model (\w+) \{.*?@@map\("(\w+)"\)/gms);
  return new Map(Array.from(models, ([, model = '', table = '']) => [table, model]));
}
