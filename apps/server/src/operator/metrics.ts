import type { IncomingMessage, ServerResponse } from 'node:http';

import type { LimitName } from '@agres/core/limits/rate-limit';
import type { Db, PoolUse } from '@agres/db/db';
import type { Mailer } from '@agres/mail/mailer';
import type { ProviderCall } from '@agres/payments/payments';
import { readShopFigures, type ShopFigures } from '@agres/shop/shop-figures';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { CacheResult } from '../cache/content-cache.ts';

export type CacheName = 'reads' | 'reads_by_id' | 'pages' | 'answers_of_pages';

export type AnswerFacts = {
  request: Pick<IncomingMessage, 'method'>;
  response: Pick<ServerResponse, 'statusCode' | 'headersSent'>;
  route: string;
  seconds: number;
};

export type MetricSources = {
  db: Db;
  pools: () => readonly PoolUse[];
  contentVersionAgeMs: () => number | undefined;
};

/** Counts this process's activity for Prometheus, without personal data and with bounded labels. */
export type Metrics = {
  countAnswer: (answered: AnswerFacts) => void;
  /** Counts a request that was not HTTP: it has no route and no method. */
  countMalformed: (status: number) => void;
  countProviderCall: (call: ProviderCall) => void;
  countRefusal: (limit: LimitName) => void;
  countCacheRead: (cache: CacheName, result: CacheResult) => void;
  /** Records an invariant check that ran in this process. */
  recordViolations: (count: number) => void;
  countingMailer: (mailer: Mailer) => Mailer;
  watch: (watched: MetricSources) => void;
  contentType: string;
  /**
   * Returns all figures in the Prometheus format. Without an answer of the database, its figures are missing.
   */
  read: () => Promise<string>;
};

const SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10];
const PROVIDER_SECONDS = [0.1, 0.3, 1, 3, 8];
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Scrapes within this time share one result of the database. */
const CACHE_MS = 5000;
const DATABASE_TIMEOUT_MS = 2000;
/**
 * How long the result of an invariant check is reported. The check runs every minute in any one process, so
 * an older result of this process may be outdated.
 */
const VIOLATIONS_VALID_MS = 150_000;
const LOOP_SAMPLE_MS = 50;

/** Creates the figures of this process; only a scrape queries the database. */
export function createMetrics(now: () => number = performance.now.bind(performance)): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LOOP_SAMPLE_MS });

  const answers = new Histogram({
    name: 'agres_http_request_seconds',
    help: 'Requests by route and status, and how long until they were answered.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const providerCalls = new Histogram({
    name: 'agres_provider_call_seconds',
    help: 'Calls to the payment provider by operation and outcome.',
    labelNames: ['verb', 'outcome'],
    buckets: PROVIDER_SECONDS,
    registers,
  });
  const emails = new Counter({
    name: 'agres_emails_total',
    help: 'Emails handed to the mail server, by what it said.',
    labelNames: ['outcome'],
    registers,
  });
  const refusals = new Counter({
    name: 'agres_rate_limit_refusals_total',
    help: 'Calls that found a rate limit used up.',
    labelNames: ['limit'],
    registers,
  });
  const cacheReads = new Counter({
    name: 'agres_cache_reads_total',
    help: 'Reads of what is made from the public content: ready, or made for this one.',
    labelNames: ['cache', 'result'],
    registers,
  });
  const broken = new Gauge({
    name: 'agres_invariants_broken',
    help: 'Broken invariants between orders, stock, payments and subscriptions; from the process that checked last.',
    registers,
  });
  broken.remove();
  const scrapeGauges = createScrapeGauges(registers);

  let watched: MetricSources | undefined;
  let brokenAtMs = Number.NEGATIVE_INFINITY;
  let kept: { atMs: number; figures: Promise<ShopFigures | null> } | undefined;

  const shopFigures = (db: Db) => {
    if (kept === undefined || now() - kept.atMs > CACHE_MS) {
      kept = { atMs: now(), figures: withTimeout(readShopFigures(db), DATABASE_TIMEOUT_MS) };
    }
    return kept.figures;
  };

  return {
    countAnswer: ({ request: { method = '' }, response, route, seconds }) => {
      const status = response.headersSent ? String(response.statusCode) : 'aborted';
      const methodLabel = METHODS.has(method) ? method : 'other';
      answers.observe({ method: methodLabel, route, status }, seconds);
    },
    countMalformed: (status) =>
      answers.observe({ method: 'other', route: 'none', status: String(status) }, 0),
    countProviderCall: ({ verb, outcome, seconds }) =>
      providerCalls.observe({ verb, outcome }, seconds),
    countRefusal: (limit) => refusals.inc({ limit }),
    countCacheRead: (cache, result) => cacheReads.inc({ cache, result }),
    recordViolations: (count) => {
      brokenAtMs = now();
      broken.set(count);
    },
    countingMailer: ({ send }) => ({
      send: async (email) => {
        const delivery = await send(email);
        emails.inc({ outcome: delivery.kind });
        return delivery;
      },
    }),
    watch: (given) => {
      watched = given;
    },
    contentType: register.contentType,
    read: async () => {
      if (now() - brokenAtMs > VIOLATIONS_VALID_MS) broken.remove();
      if (watched !== undefined) {
        scrapeGauges.update({
          figures: await shopFigures(watched.db),
          pools: watched.pools(),
          versionAgeMs: watched.contentVersionAgeMs(),
        });
      }
      return register.metrics();
    },
  };
}

type ScrapeFacts = {
  figures: ShopFigures | null;
  pools: readonly PoolUse[];
  versionAgeMs: number | undefined;
};

function createScrapeGauges(registers: Registry[]) {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `agres_${name}`, help, labelNames, registers });
  const databaseUp = gauge('database_up', 'Whether the database answered this question in time.');
  const versionAge = gauge(
    'content_version_age_seconds',
    'How long ago this process read the version of the public content; absent without public requests.',
  );
  const connections = gauge(
    'database_connections',
    'Connections of a pool: open, idle, and at most.',
    'pool',
    'state',
  );
  const waiting = gauge('database_waiting', 'Statements that wait for a connection.', 'pool');
  const jobs = gauge('jobs_waiting', 'Jobs that are not done, those of later included.', 'kind');
  const oldest = gauge('jobs_oldest_due_seconds', 'How long the oldest job is due.', 'kind');
  const failed = gauge(
    'jobs_failed',
    'Jobs that were given up and wait for a person; not emails that their recipients refused.',
  );
  const overdue = gauge(
    'schedule_overdue_seconds',
    'How long periodic work is due that was begun and not completed.',
    'schedule',
  );
  const open = gauge('open_attempts', 'Purchases and subscriptions under way.', 'noun', 'state');
  const age = gauge(
    'open_attempts_oldest_seconds',
    'How long the oldest of them is under way.',
    'noun',
    'state',
  );
  const purchases = gauge(
    'purchases_recent',
    'Purchases that changed within five minutes, by what became of them so far.',
    'outcome',
  );
  const backupAge = gauge(
    'backup_age_seconds',
    'How long ago the last backup was made; absent before the first.',
  );
  const ofShop = [jobs, oldest, failed, overdue, open, age, purchases];

  return {
    update: ({ figures, pools, versionAgeMs }: ScrapeFacts) => {
      databaseUp.set(figures === null ? 0 : 1);
      if (versionAgeMs === undefined) versionAge.remove();
      else versionAge.set(versionAgeMs / 1000);
      for (const { name: pool, waiting: count, ...states } of pools) {
        waiting.set({ pool }, count);
        for (const [state, number] of Object.entries(states)) {
          connections.set({ pool, state }, number);
        }
      }
      // Without a reset, a series that is now absent would keep its last value.
      for (const series of ofShop) series.reset();
      backupAge.remove();
      if (figures === null) return failed.remove();
      if (figures.backupAgeSeconds !== null) backupAge.set(figures.backupAgeSeconds);
      failed.set(figures.failedJobs);
      for (const { kind, count, oldestDueSeconds } of figures.jobs) {
        jobs.set({ kind }, count);
        oldest.set({ kind }, oldestDueSeconds);
      }
      for (const { name: schedule, overdueSeconds } of figures.schedules) {
        overdue.set({ schedule }, overdueSeconds);
      }
      for (const { noun, state, count, oldestSeconds } of figures.openAttempts) {
        open.set({ noun, state }, count);
        age.set({ noun, state }, oldestSeconds);
      }
      for (const { outcome, count } of figures.recentPurchases) purchases.set({ outcome }, count);
    },
  };
}

/** Resolves to the answer, or to null if it is late or fails. */
async function withTimeout<T>(answer: Promise<T>, ms: number): Promise<T | null> {
  const signal = AbortSignal.timeout(ms);
  const late = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  return Promise.race([answer.catch(() => null), late]);
}
