import { secondsFromNow } from '@agres/db/database-clock';
import { Prisma, type Db } from '@agres/db/db';
import { RETENTION } from '@agres/domain/retention';

import type { ClaimedJob } from './job.ts';

/** How long a claim of a job lasts, and how it is kept. */
export type ClaimTimes = {
  leaseSeconds: number;
  /** How long after it was claimed, or extended, the job may talk to the payment provider. */
  callsMs: number;
  extendEveryMs: number;
};

export const CLAIM_TIMES: ClaimTimes = {
  leaseSeconds: 30,
  callsMs: 25_000,
  extendEveryMs: 10_000,
};

/** After so many tries, about a day, a job is given up. */
export const MAX_ATTEMPTS = 12;
const FIRST_PAUSE_SECONDS = 10;
const LONGEST_PAUSE_SECONDS = 6 * 3600;
/** Payload fields with personal data. */
export const PERSONAL = ['to', 'firstName'];

/** A job that is due for so long is late. */
const LATE_SECONDS = 60;
/** No turn is ever given out so far ahead: each process takes one for each late job that it has under way. */
const LONGEST_TURN_AHEAD_SECONDS = 60;

type Claiming = {
  workerId: string;
  limit: number;
  leaseSeconds?: number;
  /** Kinds that are left alone. */
  resting?: readonly string[];
  /** Kinds whose late jobs leave at a pace. */
  paced?: readonly string[];
  /** So many of those, beside the others. */
  pacedLimit?: number;
};

/**
 * Claims jobs that are due, oldest first, for half a minute by default: a worker that dies leaves
 * them to the next. Two workers never get the same one.
 */
export async function claimJobs(
  db: Db,
  {
    workerId,
    limit,
    leaseSeconds = CLAIM_TIMES.leaseSeconds,
    resting = [],
    paced = [],
    pacedLimit = 0,
  }: Claiming,
): Promise<ClaimedJob[]> {
  const isLate = Prisma.sql`run_at < now() - make_interval(secs => ${LATE_SECONDS}::float8)`;
  const isPaced = Prisma.sql`(kind = ANY(${[...paced]}::text[]) AND ${isLate})`;
  // guard: a job belongs to one worker at a time
  const isDue = Prisma.sql`done_at IS NULL AND dead_at IS NULL AND run_at <= now()
    AND (locked_until IS NULL OR locked_until <= clock_timestamp())
    AND kind <> ALL(${[...resting]}::text[])`;
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

/** A claimed job and its worker; reports on it are void once the claim has expired and another holds it. */
export type Claim = { jobId: number; workerId: string };

/** Keeps a claim for as long again; answers whether this worker still held it. */
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

/** Ends a job that is done, and deletes what its payload knew of a person. */
export async function markDone(db: Db, { jobId, workerId }: Claim): Promise<void> {
  await db.$executeRaw`
    UPDATE job SET done_at = clock_timestamp(), locked_by = NULL, locked_until = NULL,
      last_error = NULL, payload = payload - ${PERSONAL}::text[]
    WHERE id = ${jobId}::int AND locked_by = ${workerId}`;
}

/** Tries again with exponential back-off and jitter, fourfold each time, up to six hours. */
export async function postponeJob(
  db: Db,
  { jobId, workerId }: Claim,
  { reason, attempts }: { reason: string; attempts: number },
): Promise<void> {
  const seconds = pauseSeconds(attempts) * (1 + Math.random() / 4);
  await db.$executeRaw`
    UPDATE job SET locked_by = NULL, locked_until = NULL, last_error = ${reason},
      run_at = ${secondsFromNow(seconds)}
    WHERE id = ${jobId}::int AND locked_by = ${workerId}`;
}

/** Returns a job to the queue that could not be tried: it keeps its place among those that wait, and its tries. */
export async function returnJob(db: Db, { jobId, workerId }: Claim, reason: string): Promise<void> {
  await db.$executeRaw`
    UPDATE job SET locked_by = NULL, locked_until = NULL, attempts = attempts - 1,
      last_error = ${reason}
    WHERE id = ${jobId}::int AND locked_by = ${workerId}`;
}

/**
 * Takes the next of the turns that come `perSecond` times a second, over all processes; answers in how
 * many ms it will be.
 */
export async function takeTurn(db: Db, name: string, perSecond: number): Promise<number> {
  const pause = Prisma.sql`make_interval(secs => ${1 / perSecond}::float8)`;
  const longest = Prisma.sql`make_interval(secs => ${LONGEST_TURN_AHEAD_SECONDS}::float8)`;
  const [turn] = await db.$queryRaw<{ waitMs: number }[]>`
    INSERT INTO rate_limit AS r (key, tat) VALUES (${`turn:${name}`}, clock_timestamp() + ${pause})
    ON CONFLICT (key) DO UPDATE SET tat = CASE
      WHEN r.tat BETWEEN clock_timestamp() AND clock_timestamp() + ${longest} THEN r.tat
      -- Or the clock was set back since.
      ELSE clock_timestamp() END + ${pause}
    RETURNING (1000 * extract(epoch FROM tat - ${pause} - clock_timestamp()))::float8 AS "waitMs"`;
  return Math.max(turn?.waitMs ?? 0, 0);
}

/** Ends a job that cannot be done, likewise; answers whether this worker still held it. */
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

/** Gives the claims of a worker that stops to the others, without counting a try. */
export async function releaseClaims(db: Db, workerId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE job SET locked_by = NULL, locked_until = NULL, attempts = attempts - 1
    WHERE locked_by = ${workerId} AND done_at IS NULL AND dead_at IS NULL`;
}

/** How long a job rests after its n-th try, in seconds, before jitter. */
export function pauseSeconds(attempts: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 4 ** (attempts - 1), LONGEST_PAUSE_SECONDS);
}

/** Removes jobs that were done a week ago; those given up stay for a person to see, emails for their term. */
export async function purgeDoneJobs(db: Db): Promise<void> {
  await db.$executeRaw`
    DELETE FROM job WHERE done_at < now() - make_interval(days => ${RETENTION.sentEmailDays}::int)`;
}
