import { IS_REFUSED_BY_RECIPIENT } from '@agres/core/jobs/email';
import type { Db } from '@agres/db/db';
import { IS_IN_FLIGHT } from '@agres/money/purchase/purchase-attempt';

import { JOBS } from './background-schedule.ts';

/** The backlog and health of the shop, without personal data. */
export type ShopFigures = {
  /** Jobs that are neither done nor failed for good, by kind. */
  jobs: { kind: string; count: number; oldestDueSeconds: number }[];
  /** Given-up jobs that wait for a person, without the emails that their recipients refused. */
  failedJobs: number;
  schedules: { name: string; overdueSeconds: number }[];
  openAttempts: {
    noun: 'purchase' | 'subscription' | 'card_update';
    state: string;
    count: number;
    oldestSeconds: number;
  }[];
  recentPurchases: { outcome: string; count: number }[];
  backupAgeSeconds: number | null;
};

const RECENT_SECONDS = 300;
const KINDS = JOBS.map(({ kind }) => kind);
/** Groups the jobs of kinds that only an earlier or later release knows. */
const OTHER_KIND = 'other';

export async function readShopFigures(db: Db): Promise<ShopFigures> {
  const jobs = await db.$queryRaw<ShopFigures['jobs']>`
    SELECT CASE WHEN kind = ANY(${KINDS}::text[]) THEN kind ELSE ${OTHER_KIND} END AS "kind",
      count(*)::int AS "count",
      greatest(0, extract(epoch FROM now() - min(run_at)))::float8 AS "oldestDueSeconds"
    FROM job WHERE done_at IS NULL AND dead_at IS NULL GROUP BY 1`;
  const known = new Map(jobs.map((job) => [job.kind, job]));
  const openPurchases = await db.$queryRaw<ShopFigures['openAttempts']>`
    SELECT 'purchase' AS "noun", state, count(*)::int AS "count",
      extract(epoch FROM now() - min(cgv_at))::float8 AS "oldestSeconds"
    FROM purchase_attempt WHERE ${IS_IN_FLIGHT} GROUP BY state`;
  const openSubscriptions = await db.$queryRaw<ShopFigures['openAttempts']>`
    SELECT CASE kind WHEN 'subscribe' THEN 'subscription' ELSE 'card_update' END AS "noun", state,
      count(*)::int AS "count", extract(epoch FROM now() - min(created_at))::float8 AS "oldestSeconds"
    FROM subscription_attempt WHERE state IN ('started', 'requires_action') GROUP BY 1, 2`;
  const [failed] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM job WHERE dead_at IS NOT NULL AND NOT ${IS_REFUSED_BY_RECIPIENT}`;
  const [backup] = await db.$queryRaw<{ ageSeconds: number | null }[]>`
    SELECT extract(epoch FROM now() - backed_up_at)::float8 AS "ageSeconds" FROM installation`;
  return {
    backupAgeSeconds: backup?.ageSeconds ?? null,
    // Reports a kind without jobs too: an alert cannot compare an absent series.
    jobs: [...KINDS, ...(known.has(OTHER_KIND) ? [OTHER_KIND] : [])].map(
      (kind) => known.get(kind) ?? { kind, count: 0, oldestDueSeconds: 0 },
    ),
    failedJobs: failed?.count ?? 0,
    // A schedule counts as overdue only while its lease is taken: it runs or has failed. Others may be of
    // another release.
    schedules: await db.$queryRaw<ShopFigures['schedules']>`
      SELECT name, CASE WHEN locked_until IS NULL THEN 0
        ELSE greatest(0, extract(epoch FROM now() - next_run_at)) END::float8 AS "overdueSeconds"
      FROM job_schedule`,
    openAttempts: [...openPurchases, ...openSubscriptions],
    recentPurchases: await db.$queryRaw<ShopFigures['recentPurchases']>`
      SELECT coalesce(failure_code, state) AS "outcome", count(*)::int AS "count"
      FROM purchase_attempt
      WHERE updated_at > now() - make_interval(secs => ${RECENT_SECONDS}::float8)
      GROUP BY 1`,
  };
}
