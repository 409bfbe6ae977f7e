import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createBackground } from '@shop/api/jobs/background';
import { releaseAllClaims } from '@shop/api/jobs/queue';
import { receiveNotice } from '@shop/api/payments/webhook';
import { PURCHASE_SLOTS } from '@shop/api/purchase/buy';
import { resumePurchases } from '@shop/api/purchase/resume';
import { createRateLimiter } from '@shop/api/rate-limit';
import { createSlots } from '@shop/api/slots';
import { createResolver } from '@shop/api/users/mail-domain';
import { createPasswords } from '@shop/api/users/password';
import { unsetBrandLinks } from '@shop/domain/brand';
import { writeLetter } from '@shop/mail/letters';
import { createSmtpMailer } from '@shop/mail/smtp-mailer';
import { createPayments } from '@shop/payments/payments';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

import { createApp } from './app.ts';
import { openMigratedDatabase } from './database.ts';
import type { Settings } from './env.ts';
import { createLogger } from './log.ts';
import { openOwnerChannel } from './owner/channel.ts';
import { createWeb } from './web/register-web.ts';

/** A server that listens. */
export type RunningServer = {
  /** Where it listens, such as http://127.0.0.1:3000. */
  origin: string;
  log: Logger;
  /** Ends in order: probes first, then requests, background work and the database. */
  close: () => Promise<void>;
};

const WEB_DIRECTORY = join(import.meta.dirname, '../../web');

/**
 * Makes everything that the settings ask for, migrates the database, and listens.
 * @throws an Error that says what to do: database away or held by another process, port taken.
 */
export async function startServer(settings: Settings): Promise<RunningServer> {
  const { api: config, payments: provider } = settings;
  const log = createLogger(settings.logLevel);
  warn(settings, log);
  const database = await openMigratedDatabase(settings.databaseUrl, log);
  const { db } = database;

  const wakers: (() => void)[] = [];
  const deps = {
    db,
    config,
    log,
    payments: createPayments({ accounts: provider.accounts, apiUrl: provider.apiUrl }),
    passwords: createPasswords(),
    rateLimiter: createRateLimiter(db, config.rateLimit),
    resolver: createResolver(),
    purchaseSlots: createSlots(PURCHASE_SLOTS),
    clock: () => new Date(),
    wakeJobs: () => wakers.forEach((wake) => wake()),
  };
  const { server, drain } = await createApp({
    ...deps,
    logger: log,
    handleWebhook: ({ log: requestLog, ...notice }) =>
      receiveNotice({ ...deps, log: requestLog }, notice),
    registerWeb: createWeb({
      db,
      clock: deps.clock,
      mode: settings.mode === 'production' ? 'built' : 'development',
      publicUrl: config.publicUrl,
      webDirectory: WEB_DIRECTORY,
      stripeJsUrl: provider.jsUrl,
      stripeApiUrl: provider.apiUrl,
    }),
    http: {
      trustedProxies: settings.trustedProxies,
      trustsOwnHost: settings.mode === 'production' ? 'no' : 'yes',
      stripeJsUrl: provider.jsUrl,
    },
  });
  const background = createBackground({
    ...deps,
    db: database.workers(),
    mailer: createSmtpMailer({ url: settings.mail.smtpUrl, from: settings.mail.from }),
    writeLetter,
    alertEmail: settings.mail.alertEmail,
  });
  wakers.push(background.wake);

  const begin = async () => {
    const isAlone = database.kind === 'pglite';
    if (isAlone) await releaseAllClaims(db);
    await resumePurchases(deps, isAlone ? 'nobody' : 'others');
    return listen(server, settings);
  };
  const origin = await begin().catch(async (error: unknown) => {
    await server.close();
    await database.close();
    throw error;
  });
  background.start();
  const closeOwnerChannel = await openOwnerChannel({ database, clock: deps.clock, log });
  log.info({ origin, publicUrl: config.publicUrl, mode: settings.mode }, 'listening');

  return {
    origin,
    log,
    close: async () => {
      drain();
      await sleep(settings.shutdownDelayMs);
      const stopped = background.stop();
      await Promise.all([server.close(), closeOwnerChannel()]);
      await stopped;
      await database.close();
    },
  };
}

async function listen(server: FastifyInstance, { host, port }: Settings): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} is taken by another program. End that program, or set PORT to a free one.`,
        { cause: error },
      );
    }
    if (code === 'EACCES') {
      throw new Error(`This user may not listen on port ${port}. Set PORT to one above 1023.`, {
        cause: error,
      });
    }
    throw error;
  }
}

/** Says what works, but is not meant for a site in production. */
function warn({ mode, databaseUrl, api }: Settings, log: Logger): void {
  if (mode !== 'production') return;
  if (databaseUrl.startsWith('pglite:')) {
    log.warn(
      {},
      'pglite keeps no promise when the power fails, and serves one process: use PostgreSQL where money moves',
    );
  }
  if (api.publicUrl.startsWith('http:')) {
    log.warn({}, 'PUBLIC_URL is http: fit for this machine alone');
  }
  const unset = unsetBrandLinks();
  if (unset.length > 0) {
    log.warn({ unset }, 'packages/domain/src/brand.ts still has .example addresses');
  }
}
