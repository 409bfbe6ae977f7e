import type { Db } from '@shop/db/db';

import type { ClaimedJob } from './job.ts';

const LEASE_SECONDS = 30;
/** After so many tries, about a day, a job is given up. */
export const MAX_ATTEMPTS = 12;
const FIRST_PAUSE_SECONDS = 10;
const LONGEST_PAUSE_SECONDS = 6 * 3600;
const KEPT_DAYS = 7;
/** The fields of payloads that tell who somebody is. */
const PERSONAL = ['to', 'firstName'];

/**
 * Claims jobs that are due, oldest first, for half a minute: whoever dies in the middle leaves them
 * to the next. Two workers never get the same one.
 */
export async function claimJobs(
  db: Db,
  { owner, limit }: { owner: string; limit: number },
): Promise<ClaimedJob[]> {
  return db.$queryRaw<ClaimedJob[]>`
    UPDATE job SET locked_by = ${owner}, attempts = attempts + 1,
      locked_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::float8)
    WHERE id IN (
      SELECT id FROM job
      WHERE done_at IS NULL AND dead_at IS NULL AND run_at <= clock_timestamp()
        AND (locked_until IS NULL OR locked_until <= clock_timestamp())
      ORDER BY run_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, payload, attempts`;
}

/** The owner of a claimed job; every report on it is void once the claim has run out and another holds it. */
export type Claim = { jobId: number; owner: string };

/** Keeps a claim for another half minute. */
export async function extendClaim(db: Db, { jobId, owner }: Claim): Promise<void> {
  await db.$executeRaw`
    UPDATE job SET locked_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::float8)
    WHERE id = ${jobId}::int AND locked_by = ${owner}`;
}

/** Ends a job that is done. What it knew of a person, a letter's reader, ends with it. */
export async function markDone(db: Db, { jobId, owner }: Claim): Promise<void> {
  await db.$executeRaw`
    UPDATE job SET done_at = clock_timestamp(), locked_by = NULL, locked_until = NULL,
      last_error = NULL, payload = payload - ${PERSONAL}::text[]
    WHERE id = ${jobId}::int AND locked_by = ${owner}`;
}

/** Tries again after a pause that grows fourfold each time, up to six hours, never at the same moment as others. */
export async function postpone(
  db: Db,
  { jobId, owner }: Claim,
  { reason, attempts }: { reason: string; attempts: number },
): Promise<void> {
  const seconds = pauseSeconds(attempts) * (1 + Math.random() / 4);
  await db.$executeRaw`
    UPDATE job SET locked_by = NULL, locked_until = NULL, last_error = ${reason},
      run_at = clock_timestamp() + make_interval(secs => ${seconds}::float8)
    WHERE id = ${jobId}::int AND locked_by = ${owner}`;
}

/** Ends a job that cannot be done, likewise; answers whether it was still this owner's to end. */
export async function giveUp(db: Db, { jobId, owner }: Claim, reason: string): Promise<boolean> {
  const ended = await db.$executeRaw`
    UPDATE job SET dead_at = clock_timestamp(), locked_by = NULL, locked_until = NULL,
      last_error = ${reason}, payload = payload - ${PERSONAL}::text[]
    WHERE id = ${jobId}::int AND locked_by = ${owner}`;
  return ended === 1;
}

/** Gives the claims of a worker that stops to the others, without counting a try. */
export async function releaseClaims(db: Db, owner: string): Promise<void> {
  await db.$executeRaw`
    UPDATE job SET locked_by = NULL, locked_until = NULL, attempts = attempts - 1
    WHERE locked_by = ${owner} AND done_at IS NULL AND dead_at IS NULL`;
}

/**
 * Frees every claim, that of jobs and that of turns at periodic work: only for a process that has the
 * database to itself, for then whoever held one is gone.
 */
export async function releaseAllClaims(db: Db): Promise<void> {
  await db.$executeRaw`
    UPDATE job SET locked_by = NULL, locked_until = NULL WHERE locked_until IS NOT NULL`;
  await db.$executeRaw`
    UPDATE job_schedule SET locked_until = NULL WHERE locked_until IS NOT NULL`;
}

/** How long a job rests after its n-th try, in seconds, before jitter. */
export function pauseSeconds(attempts: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 4 ** (attempts - 1), LONGEST_PAUSE_SECONDS);
}

/** Removes jobs that were done a week ago; those given up stay until somebody looks. */
export async function purgeDoneJobs(db: Db): Promise<void> {
  await db.$executeRaw`
    DELETE FROM job WHERE done_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS}::int)`;
}
