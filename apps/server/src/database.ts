import type { Log } from '@shop/api/context';
import { createDb, type DbHandle } from '@shop/db/db';
import { explainFailure } from '@shop/db/explain-failure';
import { migrateInChild } from '@shop/db/migrate-in-child';
import { pendingMigrations, readMigrations } from '@shop/db/migrations';

/**
 * Opens the database and brings it up to the newest migration. Prisma's schema engine costs tens of
 * megabytes: it is loaded only where there is something to do, and for PostgreSQL in another process.
 * @throws an Error that says what to do: away, unreadable, open elsewhere.
 */
export async function openMigratedDatabase(url: string, log: Log): Promise<DbHandle> {
  const handle = await createDb(url);
  try {
    if ((await missingMigrations(handle)).length > 0) {
      log.info({ applied: await migrateHandle(handle) }, 'database migrated');
    }
    return handle;
  } catch (error) {
    await handle.close();
    const explanation = explainFailure(error, url);
    throw explanation === undefined ? error : new Error(explanation, { cause: error });
  }
}

async function missingMigrations({ db }: DbHandle): Promise<string[]> {
  return pendingMigrations(db, await readMigrations());
}

async function migrateHandle(handle: DbHandle): Promise<string[]> {
  if (handle.kind === 'postgresql') return migrateInChild(handle.url);
  const { migrate } = await import('@shop/db/migrate');
  return migrate(handle);
}
