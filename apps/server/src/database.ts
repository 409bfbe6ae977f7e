import type { Log } from '@agres/core/context';
import {
  checkInstallation,
  openInstallation,
  type Installation,
  type InstallationMode,
} from '@agres/core/installation';
import { placeOf } from '@agres/db/database-place';
import { createDb, type DbHandle } from '@agres/db/db';
import { explainFailure } from '@agres/db/explain-failure';
import { migrateInChild } from '@agres/db/migrate-in-child';
import { pendingWork, readMigrations } from '@agres/db/migrations';

/** Opens a database with the code that is given, or hands out one that this code has opened before. */
export type OpenDatabase = (open: typeof createDb, url: string) => Promise<DbHandle>;

type Opening = {
  url: string;
  publicUrl: string;
  mode: InstallationMode;
  log: Pick<Log, 'info'>;
  open?: OpenDatabase;
};

export type OwnDatabase = { database: DbHandle; installation: Installation };

/**
 * Opens the database, if it is this installation's own, and migrates it. Prisma's schema engine costs
 * tens of megabytes: it is loaded only where a migration is missing, and for PostgreSQL in another
 * process.
 * @throws an Error that says what to do: down, unreadable, open elsewhere, another installation's.
 */
export async function openOwnDatabase({
  url,
  publicUrl,
  mode,
  log,
  open = (create, address) => create(address),
}: Opening): Promise<OwnDatabase> {
  const database = await open(createDb, url);
  try {
    const here = { site: new URL(publicUrl).origin, place: await placeOf(database) };
    const missing = await pendingWork(database.db, await readMigrations());
    if (missing.length > 0) {
      // Before any change; a database from before the first installation cannot tell whose it is.
      const tellsWhose = !missing.some((name) => /^\d+_installation$/.test(name));
      if (tellsWhose) await checkInstallation(database.db, here, mode);
      log.info({ missing }, 'migrating the database');
      log.info({ applied: await migrateHandle(database) }, 'database migrated');
    }
    return { database, installation: await openInstallation(database.db, here, mode) };
  } catch (error) {
    await database.close();
    const explanation = explainFailure(error, url);
    throw explanation === undefined ? error : new Error(explanation, { cause: error });
  }
}

async function migrateHandle(handle: DbHandle): Promise<string[]> {
  if (handle.kind === 'postgresql') return migrateInChild(handle.url);
  const { migrate } = await import('@agres/db/migrate');
  return migrate(handle);
}
