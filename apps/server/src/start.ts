import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { openContractTexts } from '@agres/core/contract-texts';
import { createResolver } from '@agres/core/email-domain';
import { createConcurrencyLimit } from '@agres/core/limits/concurrency-limit';
import { createRateLimiter } from '@agres/core/limits/rate-limit';
import { createPasswords } from '@agres/core/session/password';
import { openDatabaseClock } from '@agres/db/database-clock';
import { shopFacts } from '@agres/domain/brand';
import { writeEmail } from '@agres/mail/emails';
import { createSmtpMailer } from '@agres/mail/smtp-mailer';
import { checkKeys } from '@agres/money/checkout/check-keys';
import { startHeartbeat } from '@agres/money/checkout/heartbeat';
import { LEASE_TIMES } from '@agres/money/checkout/lease';
import { receiveWebhookEvent } from '@agres/money/checkout/webhook-events';
import { PURCHASE_CONCURRENCY } from '@agres/money/purchase/buy-item';
import { resumePurchases } from '@agres/money/purchase/resume-purchases';
import { createPayments } from '@agres/payments/payments';
import { createBackground } from '@agres/shop/background-schedule';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

import { createApp } from './app.ts';
import { explainListenFailure } from './cache/http-server.ts';
import { openOwnDatabase } from './database.ts';
import type { Settings } from './env.ts';
import { createLogger } from './log.ts';
import type { Metrics } from './operator/metrics.ts';
import { openOperatorListener, type OperatorListener } from './operator/operator-listener.ts';
import { createBundler, type Bundler } from './pages/bundler.ts';
import { keepAssets } from './pages/earlier-assets.ts';
import { createWeb } from './pages/register-web.ts';
import { builtAssetsIn } from './pages/static-files.ts';
import { findInSettings } from './settings-findings.ts';

export type RunningServer = {
  /** The address where the server listens, such as http://127.0.0.1:3000. */
  origin: string;
  log: Logger;
  /** Shuts down gracefully: probes first, then requests, background work and the database. */
  close: () => Promise<void>;
};

/** What `pnpm dev` keeps open while it replaces the server's code. */
export type Surroundings = {
  bundler: Bundler;
  /** Passes requests of the open port to a server; returns the origin. */
  attach: (server: FastifyInstance) => Promise<string>;
};

const WEB_DIRECTORY = join(import.meta.dirname, '../../web');

/**
 * Starts the process from its settings: migrates the database, resumes open purchases, and listens.
 * @throws an Error that says what to do: database down, port taken
 */
export async function startServer(
  settings: Settings,
  surroundings?: Surroundings,
): Promise<RunningServer> {
  const { api: config, mail, payments: provider } = settings;
  const log = createLogger(settings.logLevel);
  const assets = await keepOwnAssets(settings, log);
  const { database, installation } = await openOwnDatabase({
    url: settings.databaseUrl,
    publicUrl: config.publicUrl,
    mode: settings.mode,
    log,
  });
  const { db } = database;
  // All times come from the database's clock, not from this machine's (decision 107).
  const clock = await openDatabaseClock(db);
  const metrics = settings.operator === null ? undefined : await openMetrics();

  const wakers: ((name?: string) => void)[] = [];
  const wake = (name?: string) => wakers.forEach((wakeLoop) => wakeLoop(name));
  const deps = {
    db,
    config,
    installation,
    contractTexts: await openContractTexts(db),
    processId: randomUUID(),
    leaseTimes: LEASE_TIMES,
    log,
    payments: createPayments({
      accounts: provider.accounts,
      apiUrl: provider.apiUrl,
      ...(metrics === undefined ? {} : { onCall: metrics.countProviderCall }),
    }),
    passwords: createPasswords(),
    rateLimiter: createRateLimiter(db, {
      mode: config.rateLimit,
      appSecret: config.appSecret,
      ...(metrics === undefined ? {} : { onRefused: metrics.countRefusal }),
    }),
    resolver: createResolver(),
    purchaseConcurrency: createConcurrencyLimit(PURCHASE_CONCURRENCY),
    clock: clock.now,
    wakeJobs: () => wake(),
    wakeRefunds: () => wake('refunds'),
  };
  warn(settings, log);
  const bundler = surroundings?.bundler ?? (await createOwnBundler(settings, log));
  const { server, hold, open, drain, contentVersionAgeMs } = await createApp({
    ...deps,
    metrics,
    logger: log,
    handleWebhook: ({ log: requestLog, ...delivery }) =>
      receiveWebhookEvent({ ...deps, log: requestLog, wakeReconciler: wake }, delivery),
    registerWeb: createWeb({
      db,
      clock: deps.clock,
      bundler,
      publicUrl: config.publicUrl,
      webDirectory: WEB_DIRECTORY,
      assetsFolder: settings.assetsFolder,
      stripeJsUrl: provider.jsUrl,
      stripeApiUrl: provider.apiUrl,
    }),
    http: {
      trustedProxies: settings.trustedProxies,
      trustsOwnHost: settings.mode === 'production' ? 'no' : 'yes',
      stripeJsUrl: provider.jsUrl,
      edgeSeconds: settings.edgeSeconds,
      accessLog: settings.accessLog,
    },
  });
  const mailer = createSmtpMailer({ url: mail.smtpUrl, tls: mail.tls, from: mail.from });
  const background = createBackground(
    {
      ...deps,
      db: database.workers(),
      mailer: metrics?.countingMailer(mailer) ?? mailer,
      writeEmail,
      alertEmail: mail.alertEmail,
    },
    undefined,
    metrics,
  );
  metrics?.watch({ db: database.workers(), pools: database.pools, contentVersionAgeMs });
  wakers.push(background.wake);

  const heartbeat = startHeartbeat({ ...deps, db: database.heartbeat() }, { onTime: clock.follow });
  let operator: OperatorListener | undefined;
  const listenAndResume = async () => {
    // Opens the port first: a second process that was started by mistake fails here, before it resumes the
    // first one's work.
    hold();
    const origin = await (surroundings?.attach(server) ?? listen(server, settings));
    if (metrics !== undefined && settings.operator !== null) {
      operator = await openOperatorListener({ ...settings.operator, metrics, log });
      log.info({ origin: operator.origin }, 'serving metrics');
    }
    log.info({ origin }, 'reconciling open purchases');
    await resumePurchases(deps);
    open();
    return origin;
  };
  const origin = await listenAndResume().catch(async (error: unknown) => {
    await operator?.close();
    await server.close();
    await heartbeat.stop();
    await database.close();
    throw error;
  });
  background.start();
  log.info({ origin, publicUrl: config.publicUrl, mode: settings.mode }, 'listening');
  const checking = new AbortController();
  checkKeys(deps, { signal: checking.signal }).catch((error: unknown) =>
    log.error({ err: error }, 'settings of the provider not checked'),
  );

  return {
    origin,
    log,
    close: async () => {
      checking.abort();
      assets?.stop();
      drain();
      await sleep(settings.shutdownDelayMs);
      const stopped = background.stop();
      await server.close();
      if (surroundings === undefined) await bundler?.vite.close();
      await stopped;
      await operator?.close();
      await heartbeat.stop();
      await database.close();
    },
  };
}

async function openMetrics(): Promise<Metrics> {
  const { createMetrics } = await import('./operator/metrics.ts');
  return createMetrics();
}

/**
 * Copies the files of this release to the shared folder, before anything of this release answers: its pages
 * refer to files that other processes may have to serve.
 */
async function keepOwnAssets({ mode, assetsFolder: folder }: Settings, log: Logger) {
  if (mode !== 'production' || folder === null) return null;
  return keepAssets({ built: builtAssetsIn(WEB_DIRECTORY), folder, log });
}

/** Creates the bundler of a process without `pnpm dev`; null in production. */
async function createOwnBundler({ mode }: Settings, log: Logger): Promise<Bundler | null> {
  return mode === 'production' ? null : createBundler({ webDirectory: WEB_DIRECTORY, log });
}

async function listen(server: FastifyInstance, { host, port }: Settings): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    throw explainListenFailure(error, { host, port });
  }
}

function warn(settings: Settings, log: Logger): void {
  for (const { facts, sentence } of findInSettings(settings, shopFacts()))
    log.warn(facts, sentence);
}
