import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Tx } from './db.ts';

/** The folder of the migrations, in the layout of the stock Prisma CLI. */
export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../prisma/migrations');

export type Migration = { name: string; sql: string };

/** Every migration in the order of application, which is by name. */
export async function readMigrations(folder = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.toSorted().map(async (name) => ({
      name,
      sql: await readFile(join(folder, name, 'migration.sql'), 'utf8'),
    })),
  );
}

/** A fingerprint of all migrations. */
export function hashOfMigrations(migrations: readonly Migration[]): string {
  return createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 12);
}

/** The names of migrations not applied yet; for the readiness probe. */
export async function pendingMigrations(
  db: Tx,
  migrations: readonly Pick<Migration, 'name'>[],
): Promise<string[]> {
  const applied = new Set(await appliedMigrations(db));
  return migrations.map((migration) => migration.name).filter((name) => !applied.has(name));
}

async function appliedMigrations(db: Tx): Promise<string[]> {
  const tables: { there: boolean }[] = await db.$queryRaw`
    select to_regclass('_prisma_migrations') is not null as there`;
  if (!tables[0]?.there) return [];
  const rows: { name: string }[] = await db.$queryRaw`
    select migration_name as name from _prisma_migrations
    where finished_at is not null and rolled_back_at is null`;
  return rows.map((row) => row.name);
}
