import { randomUUID } from 'node:crypto';

import { SILENT_LOG } from '@agres/core/context';
import { findInstallation } from '@agres/core/installation';
import type { ProviderDeps } from '@agres/core/operations/operation';
import { openDatabaseClock } from '@agres/db/database-clock';
import { readDatabasePlace } from '@agres/db/database-place';
import type { DbHandle } from '@agres/db/db';
import { LEASE_TIMES } from '@agres/money/checkout/lease';
import { createPayments } from '@agres/payments/payments';
import { readSettings, type Settings } from '@agres/server/env';

/**
 * Connects a command that runs beside the site's processes to the payment provider, with the site's own
 * settings.
 * @throws an Error with a sentence if settings are missing, or if the database is not the shop's own: a copy
 * would act on the payments of its original.
 */
export async function reachProvider(handle: DbHandle): Promise<ProviderDeps> {
  const { db, url } = handle;
  const settings = settingsFor(url);
  const installation = await findInstallation(db);
  if (installation === null) {
    throw new Error('The site has never been started on this database.');
  }
  const { site, place } = installation;
  const here = { site: settings.api.publicUrl, place: await readDatabasePlace(db) };
  if (site !== here.site || place !== here.place) {
    throw new Error(
      `This database belongs to ${site} at ${place}, but this command runs for ${here.site} at ${here.place}. ` +
        'Check DATABASE_URL and PUBLIC_URL. If the shop has moved here, run `pnpm shop adopt --instead`. ' +
        "If this is a copy, it must not act on the original's payments.",
    );
  }
  const { accounts, apiUrl } = settings.payments;
  return {
    db,
    config: settings.api,
    installation,
    processId: randomUUID(),
    leaseTimes: LEASE_TIMES,
    payments: createPayments({ accounts, apiUrl }),
    log: SILENT_LOG,
    clock: (await openDatabaseClock(db)).now,
    // Nothing to wake: the site's processes poll for jobs.
    wakeJobs: () => undefined,
  };
}

function settingsFor(databaseUrl: string): Settings {
  try {
    return readSettings({ ...process.env, DATABASE_URL: databaseUrl });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `This command asks the payment provider, and needs the settings of the site.\n${why}`,
      { cause: error },
    );
  }
}
