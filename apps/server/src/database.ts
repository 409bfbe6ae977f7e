import type { Log } from '@agres/core/context';
import {
  checkInstallation,
  openInstallation,
  type Installation,
  type InstallationMode,
} from '@agres/core/installation';
import { readDatabasePlace } from '@agres/db/database-place';
import { createDb, type DbHandle } from '@agres/db/db';
import { explainFailure } from '@agres/db/explain-failure';
import { migrate } from '@agres/db/migrate';
import { pendingWork, readMigrations } from '@agres/db/migrations';

type OpenOptions = {
  url: string;
  publicUrl: string;
  mode: InstallationMode;
  log: Pick<Log, 'info'>;
};

export type OwnDatabase = { database: DbHandle; installation: Installation };

/**
 * Opens the database and migrates it, if it belongs to this installation.
 * @throws an Error that says what to do if it is down, unreadable or another installation's
 */
export async function openOwnDatabase({
  url,
  publicUrl,
  mode,
  log,
}: OpenOptions): Promise<OwnDatabase> {
  const database = createDb(url);
  try {
    const here = { site: new URL(publicUrl).origin, place: await readDatabasePlace(database.db) };
    const missing = await pendingWork(database.db, await readMigrations());
    if (missing.length > 0) {
      // Checks the installation before the first write.
      await checkInstallation(database.db, here, mode);
      log.info({ missing }, 'migrating the database');
      log.info({ applied: await migrate(url) }, 'database migrated');
    }
    return { database, installation: await openInstallation(database.db, here, mode) };
  } catch (error) {
    await database.close();
    const explanation = explainFailure(error, url);
    throw explanation === undefined ? error : new Error(explanation, { cause: error });
  }
}
