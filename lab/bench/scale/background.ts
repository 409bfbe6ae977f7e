import { randomUUID } from 'node:crypto';

import { openContractTexts } from '@agres/core/contract-texts';
import { openInstallation } from '@agres/core/installation';
import type { JobDeps } from '@agres/core/jobs/job';
import { claimJobs } from '@agres/core/jobs/queue';
import { createRateLimiter } from '@agres/core/limits/rate-limit';
import { runOperation } from '@agres/core/operations/operation';
import { readDatabasePlace } from '@agres/db/database-place';
import { createDb, type DbHandle } from '@agres/db/db';
import { writeEmail } from '@agres/mail/emails';
import { checkInvariants } from '@agres/money/check-invariants';
import { LEASE_TIMES } from '@agres/money/checkout/lease';
import { reconcilePurchases } from '@agres/money/purchase/open-purchases';
import { countSoldUnits } from '@agres/money/purchase/sold-units';
import { decideReferrals } from '@agres/money/referral/decide-referrals';
import { reconcileCredits } from '@agres/money/referral/reconcile-credits';
import { reconcileSubscriptions } from '@agres/money/subscription/reconcile-subscriptions';
import { remindOfRenewals } from '@agres/money/subscription/remind-of-renewals';
import { readTyped } from '@agres/office/command-line/command-fields';
import { EVERY_OPERATION } from '@agres/office/operations-router';
import { createPayments } from '@agres/payments/payments';
import { readContentVersion } from '@agres/shop/catalogue/content-version';
import { purge } from '@agres/shop/retention-rules';
import { DEVELOPMENT_ACCOUNTS } from '@agres/stripe-emulator/development';

import { processorTimeOf } from '../machine.ts';

/** The background work, with its runs per minute. */
const WORK: readonly [name: string, perMinute: number, run: (deps: JobDeps) => Promise<unknown>][] =
  [
    ['jobs', 60, ({ db }) => claimJobs(db, { workerId: 'bench', limit: 1 })],
    ['purchases', 6, reconcilePurchases],
    ['subscriptions', 6, reconcileSubscriptions],
    ['invariants', 1, checkInvariants],
    ['sold units', 1 / 60, countSoldUnits],
    ['credits', 1 / 60, reconcileCredits],
    ['referrals', 1 / 60, decideReferrals],
    ['reminders', 1 / 1440, remindOfRenewals],
    ['purge', 1 / 60, ({ db }) => purge(db)],
  ];

/** A shop's database with the dependencies of background work; the provider is unreachable. */
export type ScaleShop = { deps: JobDeps; handle: DbHandle; backendId: number };

export async function openShop(url: string): Promise<ScaleShop> {
  // One connection, so that one process id identifies its backend.
  const handle = createDb(url, { poolSize: 1 });
  const { db } = handle;
  const [backend] = await db.$queryRaw<{ id: number }[]>`SELECT pg_backend_pid() AS id`;
  const publicUrl = 'http://localhost:3000';
  const silent = () => undefined;
  const { main, bis } = DEVELOPMENT_ACCOUNTS;
  const prices = { monthly: 'price_monthly', yearly: 'price_yearly' };
  const appSecret = 'Lq8vN2xRz0TfYw5KbHs3JmCd7PgUe1Ao';
  const deps: JobDeps = {
    db,
    config: {
      publicUrl,
      accountPrivacy: 'spec',
      emailDomainCheck: 'off',
      rateLimit: 'relaxed',
      contactEmail: 'contact@agres.test',
      appSecret,
    },
    rateLimiter: createRateLimiter(db, { mode: 'relaxed', appSecret }),
    contractTexts: await openContractTexts(db),
    installation: await openInstallation(
      db,
      { site: publicUrl, place: await readDatabasePlace(db) },
      'development',
    ),
    processId: randomUUID(),
    leaseTimes: LEASE_TIMES,
    payments: createPayments({
      accounts: { main: { ...main, prices }, bis: { ...bis, prices } },
      apiUrl: 'http://127.0.0.1:9',
    }),
    log: { debug: silent, info: silent, warn: silent, error: silent, fatal: silent },
    clock: () => new Date(),
    wakeJobs: silent,
    wakeRefunds: () => undefined,
    mailer: { send: async () => ({ kind: 'postponed', reason: 'no mail server' }) },
    writeEmail,
    alertEmail: 'alerte@agres.test',
  };
  return { deps, handle, backendId: backend?.id ?? 0 };
}

/** Returns the processor time of this process and of the shop's database backend, in milliseconds. */
function processorMs({ backendId }: ScaleShop): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + (processorTimeOf(backendId) ?? 0);
}

const RUNS = 20;

async function cost(shop: ScaleShop, run: () => Promise<unknown>): Promise<number> {
  await run();
  const before = processorMs(shop);
  for (let turn = 0; turn < RUNS; turn += 1) await run();
  return (processorMs(shop) - before) / RUNS;
}

export type WorkCost = { name: string; perMinute: number; large: number; small: number };

/** Measures the processor time per run of each background task, in milliseconds, in both shops. */
export async function compareWork(large: ScaleShop, small: ScaleShop): Promise<WorkCost[]> {
  const costs: WorkCost[] = [];
  for (const [name, perMinute, run] of WORK) {
    const smallMs = await cost(small, () => run(small.deps));
    const largeMs = await cost(large, () => run(large.deps));
    costs.push({ name, perMinute, large: largeMs, small: smallMs });
  }
  return costs;
}

/** Measures the processor time of reading the content version, in milliseconds. */
export const costOfContentVersion = (shop: ScaleShop): Promise<number> =>
  cost(shop, () => readContentVersion(shop.deps));

/** Measures the elapsed time of each of the owner's commands, in milliseconds: the median of five runs. */
export async function timeCommands(
  { deps }: ScaleShop,
  commands: readonly [name: string, values: Record<string, string>][],
): Promise<{ name: string; ms: number }[]> {
  const owner = {
    db: deps.db,
    clock: deps.clock,
    actor: { kind: 'operator', name: 'bench' } as const,
    log: { info: () => undefined },
    provider: () => Promise.reject(new Error('There is no provider.')),
  };
  const times = [];
  for (const [name, values] of commands) {
    const operation = EVERY_OPERATION.find((one) => one.name === name);
    if (operation === undefined) throw new Error(`There is no operation ${name}.`);
    const input = readTyped(operation, values);
    const taken = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const startedMs = performance.now();
      await runOperation(owner, operation, input);
      taken.push(performance.now() - startedMs);
    }
    times.push({ name, ms: taken.toSorted((a, b) => a - b)[2] ?? 0 });
  }
  return times;
}
