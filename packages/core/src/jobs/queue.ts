import { secondsFromNow } from '@agres/db/database-clock';
import { Prisma, type Db } from '@agres/db/db';
import { RETENTION } from '@agres/domain/retention';

import type { ClaimedJob } from './job.ts';

export type ClaimTimes = {
  leaseSeconds: number;
  /** How long a job may call the payment provider, after its claim or the last extension. */
  callsMs: number;
  extendEveryMs: number;
};

export const CLAIM_TIMES: ClaimTimes = {
  leaseSeconds: 30,
  callsMs: 25_000,
  extendEveryMs: 10_000,
};

/** A job is given up after this many attempts, which takes 34 to 42 hours. */
export const MAX_ATTEMPTS = 12;
const INITIAL_BACKOFF_SECONDS = 10;
const MAX_BACKOFF_SECONDS = 6 * 3600;
const MAX_WAIT_SECONDS = 3600;
/** Waiting is no failure: a waiting job counts only the attempts until its pause is an hour. */
const MAX_WAIT_ATTEMPTS = 5;
export const PERSONAL = ['to', 'firstName'];

/** A job that no process knows is claimed after this time, and given up. */
const UNKNOWN_HOURS = 24;

/** A job is overdue when it has been due for longer. */
const LATE_SECONDS = 60;
/** Limits how far ahead a turn lies: a process takes one turn for each overdue job that it runs. */
const MAX_TURN_AHEAD_SECONDS = 60;

type ClaimInput = {
  workerId: string;
  limit: number;
  leaseSeconds: number;
  /** The kinds and emails that this release knows. */
  kinds: readonly string[];
  letters: readonly string[];
  resting: readonly string[];
  paced: readonly string[];
  /** How many overdue, paced jobs to claim in addition to `limit`. */
  pacedLimit: number;
};

/**
 * Claims due jobs, oldest first, under a lease. Two workers never get the same job; if a worker dies, another
 * takes over its jobs. Unknown ones wait a day for a process of their release.
 */
export async function claimJobs(
  db: Db,
  { workerId, limit, leaseSeconds, kinds, letters, resting, paced, pacedLimit }: ClaimInput,
): Promise<ClaimedJob[]> {
  const isLate = Prisma.sql`run_at < now() - make_interval(secs => ${LATE_SECONDS}::float8)`;
  const isPaced = Prisma.sql`(kind = ANY(${[...paced]}::text[]) AND ${isLate})`;
  // While processes are replaced, a newer one has jobs that this one does not know.
  // guard: an older process leaves the jobs of a newer release to it
  const isKnown = Prisma.sql`(kind = ANY(${[...kinds]}::text[])
    AND (payload->>'letter' IS NULL OR payload->>'letter' = ANY(${[...letters]}::text[])))`;
  // guard: a job belongs to one worker at a time
  const isDue = Prisma.sql`done_at IS NULL AND dead_at IS NULL AND run_at <= now()
    AND (locked_until IS NULL OR locked_until <= clock_timestamp())
    AND kind <> ALL(${[...resting]}::text[])
    AND (${isKnown} OR run_at < now() - make_interval(hours => ${UNKNOWN_HOURS}::int))`;
  return db.$queryRaw<ClaimedJob[]>`
    WITH usual AS (
      SELECT id FROM job WHERE ${isDue} AND NOT ${isPaced}
      ORDER BY run_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED),
    paced AS (
      SELECT id FROM job WHERE ${isDue} AND ${isPaced}
      ORDER BY run_at LIMIT ${pacedLimit}::int FOR UPDATE SKIP LOCKED),
    claimed AS (
      UPDATE job SET locked_by = ${workerId}, attempts = attempts + 1,
        locked_until = ${secondsFromNow(leaseSeconds)}
      WHERE id IN (SELECT id FROM usual UNION ALL SELECT id FROM paced)
      RETURNING id, kind, payload, attempts, request_id, run_at)
    SELECT id, kind, payload, attempts, request_id AS "requestId", ${isPaced} AS "isPaced"
    FROM claimed ORDER BY run_at, id`;
}

/** Updates are ignored once another worker has claimed the job. */
export type Claim = { jobId: number; workerId: string };

/** Renews a claim for a full lease; returns whether this worker still held it. */
export async function extendClaim(
  db: Db,
  { jobId, workerId }: Claim,
  { leaseSeconds }: ClaimTimes,
): Promise<boolean> {
  const extended = await db.$executeRaw`
    UPDATE job SET locked_until = ${secondsFromNow(leaseSeconds)}
    WHERE id = ${jobId}::int AND locked_by = ${workerId}`;
  return extended === 1;
}

/** Marks a job as done and removes personal data from its payload. */
export async function markDone(
  db: Db,
  { jobId, workerId }: Claim,
  note: string | null,
): Promise<void> {
  await db.$executeRaw`
    UPDATE job SET done_at = clock_timestamp(), locked_by = NULL, locked_until = NULL,
      last_error = ${note}, payload = payload - ${PERSONAL}::text[]
    WHERE id = ${jobId}::int AND locked_by = ${workerId}`;
}

/**
 * Reschedules a job with exponential back-off and jitter: four times longer each time, up to six hours. A
 * waiting job is rescheduled for an hour ahead at most, and never for the last time.
 */
export async function postponeJob(
  db: Db,
  { jobId, workerId }: Claim,
  { reason, attempts, isWaiting = false }: Postponement,
): Promise<void> {
  const longest = isWaiting ? MAX_WAIT_SECONDS : MAX_BACKOFF_SECONDS;
  const seconds = Math.min(pauseSeconds(attempts), longest) * (1 + Math.random() / 4);
  await db.$executeRaw`
    UPDATE job SET locked_by = NULL, locked_until = NULL, last_error = ${reason},
      attempts = least(attempts, ${isWaiting ? MAX_WAIT_ATTEMPTS : MAX_ATTEMPTS}::int),
      run_at = ${secondsFromNow(seconds)}
    WHERE id = ${jobId}::int AND locked_by = ${workerId}`;
}

type Postponement = { reason: string; attempts: number; isWaiting?: boolean };

/** Returns an unattempted job to the queue; it keeps its position and its number of attempts. */
export async function returnJob(db: Db, { jobId, workerId }: Claim, reason: string): Promise<void> {
  await db.$executeRaw`
    UPDATE job SET locked_by = NULL, locked_until = NULL, attempts = attempts - 1,
      last_error = ${reason}
    WHERE id = ${jobId}::int AND locked_by = ${workerId}`;
}

/** Takes the next of `perSecond` turns, which all processes share; returns the milliseconds until it. */
export async function takeTurn(db: Db, name: string, perSecond: number): Promise<number> {
  const pause = Prisma.sql`make_interval(secs => ${1 / perSecond}::float8)`;
  const longest = Prisma.sql`make_interval(secs => ${MAX_TURN_AHEAD_SECONDS}::float8)`;
  const [turn] = await db.$queryRaw<{ waitMs: number }[]>`
    INSERT INTO rate_limit AS r (key, tat) VALUES (${`turn:${name}`}, clock_timestamp() + ${pause})
    ON CONFLICT (key) DO UPDATE SET tat = CASE
      WHEN r.tat BETWEEN clock_timestamp() AND clock_timestamp() + ${longest} THEN r.tat
      -- Or the clock was set back since.
      ELSE clock_timestamp() END + ${pause}
    RETURNING (1000 * extract(epoch FROM tat - ${pause} - clock_timestamp()))::float8 AS "waitMs"`;
  return Math.max(turn?.waitMs ?? 0, 0);
}

/**
 * Marks a job as given up and removes personal data from its payload; returns whether this worker still held
 * it.
 */
export async function giveUpJob(
  db: Db,
  { jobId, workerId }: Claim,
  reason: string,
): Promise<boolean> {
  const ended = await db.$executeRaw`
    UPDATE job SET dead_at = clock_timestamp(), locked_by = NULL, locked_until = NULL,
      last_error = ${reason}, payload = payload - ${PERSONAL}::text[]
    WHERE id = ${jobId}::int AND locked_by = ${workerId}`;
  return ended === 1;
}

/** Releases the claims of a stopping worker without counting an attempt. */
export async function releaseClaims(db: Db, workerId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE job SET locked_by = NULL, locked_until = NULL, attempts = attempts - 1
    WHERE locked_by = ${workerId} AND done_at IS NULL AND dead_at IS NULL`;
}

/** Returns the delay after the n-th attempt, in seconds, before jitter. */
export function pauseSeconds(attempts: number): number {
  return Math.min(INITIAL_BACKOFF_SECONDS * 4 ** (attempts - 1), MAX_BACKOFF_SECONDS);
}

/**
 * Deletes jobs a week after they were done. Given-up jobs remain for a person to see, emails until their
 * retention period ends.
 */
export async function purgeDoneJobs(db: Db): Promise<void> {
  await db.$executeRaw`
    DELETE FROM job WHERE done_at < now() - make_interval(days => ${RETENTION.sentEmailDays}::int)`;
}
