import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { createRateLimiter } from '@agres/core/limits/rate-limit';
import { openDatabaseClock } from '@agres/db/database-clock';
import { startHeartbeat } from '@agres/money/checkout/heartbeat';
import { LEASE_TIMES } from '@agres/money/checkout/lease';
import { createPayments } from '@agres/payments/payments';

import { explainListenFailure } from '../cache/http-server.ts';
import { openOwnDatabase } from '../database.ts';
import type { Settings } from '../env.ts';
import { createLogger } from '../log.ts';
import type { RunningServer } from '../start.ts';
import { createOfficeApp } from './office-app.ts';

const APPS = join(import.meta.dirname, '../../..');

/**
 * Starts the owner's office, beside the site's processes and on their database.
 * @throws an Error that says what to do: no OFFICE_URL, database down, port taken
 */
export async function startOffice(settings: Settings): Promise<RunningServer> {
  const { office, api: config, payments: provider } = settings;
  if (office === null) {
    throw new Error(
      'OFFICE_URL is missing: the address of the office, such as https://office.example.fr',
    );
  }
  const log = createLogger(settings.logLevel);
  const { database, installation } = await openOwnDatabase({
    url: settings.databaseUrl,
    publicUrl: config.publicUrl,
    mode: settings.mode,
    log,
  });
  const { db } = database;
  const databaseClock = await openDatabaseClock(db);
  const { now: clock } = databaseClock;
  const processId = randomUUID();
  const payments = createPayments({ accounts: provider.accounts, apiUrl: provider.apiUrl });
  const server = await createOfficeApp({
    deps: {
      db,
      log,
      clock,
      officeUrl: office.url,
      provider: async () => ({
        db,
        payments,
        log,
        clock,
        installation,
        config,
        processId,
        leaseTimes: LEASE_TIMES,
        // Nothing to wake here: the site's processes poll for jobs.
        wakeJobs: () => undefined,
      }),
    },
    rateLimiter: createRateLimiter(db, { mode: config.rateLimit, appSecret: config.appSecret }),
    logger: log,
    officeUrl: office.url,
    siteUrl: config.publicUrl,
    appSecret: config.appSecret,
    trustedProxies: settings.trustedProxies,
    mode: settings.mode,
    filesFolder: join(APPS, 'office/dist'),
    pictureFolders: [join(APPS, 'web/dist/client/pictures'), join(APPS, 'web/public/pictures')],
  });
  const heartbeat = startHeartbeat(
    { db: database.heartbeat(), log, processId },
    { onTime: databaseClock.follow },
  );
  const close = async () => {
    await server.close();
    await heartbeat.stop();
    await database.close();
  };
  try {
    const origin = await server.listen({
      host: office.host,
      port: office.port,
      listenTextResolver: () => 'the office is open',
    });
    return {
      origin,
      log,
      close,
    };
  } catch (error) {
    await close();
    throw explainListenFailure(error, office);
  }
}
