import { auditPayments } from '../purchase/audit.ts';
import { sweepAttempts } from '../purchase/sweep.ts';
import { watchLaws } from '../purchase/watch.ts';
import { sweepCredits } from '../referral/sweep.ts';
import { auditSubscriptions } from '../subscription/audit.ts';
import { remindOfRenewals } from '../subscription/remind-of-renewals.ts';
import { sweepSubscriptions } from '../subscription/sweep.ts';
import type { JobDeps } from './handlers.ts';
import { purge } from './purge.ts';
import { createJobWorker, type JobWorker } from './worker.ts';

/** How often background work looks for something to do. */
export type BackgroundPace = { pollMs: number; sweepMs: number };

const PACE: BackgroundPace = { pollMs: 1000, sweepMs: 10_000 };

/**
 * All background work of a process: jobs, the sweeps of open purchases and subscriptions, the watch over
 * the laws, forgotten credits, reminders of renewals, the daily audits, the purge. Every process runs it; the database shares it out.
 */
export function createBackground(deps: JobDeps, pace: BackgroundPace = PACE): JobWorker {
  return createJobWorker({
    deps,
    pollMs: pace.pollMs,
    rounds: [
      { name: 'sweep', everyMs: pace.sweepMs, run: () => sweepAttempts(deps) },
      { name: 'subscriptions', everyMs: pace.sweepMs, run: () => sweepSubscriptions(deps) },
    ],
    periodic: [
      { name: 'laws', everySeconds: 60, leaseSeconds: 60, run: () => watchLaws(deps) },
      { name: 'credits', everySeconds: 3600, leaseSeconds: 300, run: () => sweepCredits(deps) },
      {
        name: 'reminders',
        everySeconds: 86_400,
        leaseSeconds: 300,
        run: () => remindOfRenewals(deps),
      },
      { name: 'purge', everySeconds: 3600, leaseSeconds: 300, run: () => purge(deps.db) },
      {
        name: 'audit',
        everySeconds: 86_400,
        leaseSeconds: 1800,
        run: async () => {
          await auditPayments(deps);
        },
      },
      {
        name: 'subscription_audit',
        everySeconds: 86_400,
        leaseSeconds: 1800,
        run: async () => {
          await auditSubscriptions(deps);
        },
      },
    ],
  });
}
