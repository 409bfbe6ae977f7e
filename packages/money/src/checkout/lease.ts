import { randomUUID } from 'node:crypto';

import type { Deps, LeaseTimes } from '@agres/core/context';
import { secondsFromNow } from '@agres/db/database-clock';
import { liftDatabaseDeadline } from '@agres/db/database-deadline';
import { Prisma, type Db, type Tx } from '@agres/db/db';

import { GONE_SECONDS, UNBROKEN_SECONDS } from './heartbeat.ts';

/**
 * A lease is longer than its step can take, however slow the provider is (`withDeadline`): its calls end
 * after 25 seconds, and 35 are left to the transactions, each of which ends after seven. So one that ran
 * out belongs to a step that died or froze.
 */
export const LEASE_TIMES: LeaseTimes = { leaseSeconds: 60, callsMs: 25_000 };

const secondsAgo = (seconds: number) =>
  Prisma.sql`clock_timestamp() - make_interval(secs => ${seconds}::float8)`;

/**
 * SQL for "the database was there all the time": some process was heard without a break for so long.
 * After an outage no process qualifies, so each gets time to send a heartbeat.
 */
// guard: a database that was away makes no process look gone
const wasThere = Prisma.sql`EXISTS (SELECT FROM process_heartbeat witness
  WHERE witness.beat_at > ${secondsAgo(UNBROKEN_SECONDS)} AND witness.steady_since < ${secondsAgo(GONE_SECONDS)})`;

/** SQL for "the process that holds the lease is gone". One that was never heard may live. */
// guard: the lease of a process that is gone is free
const isHolderGone = Prisma.sql`(${wasThere} AND EXISTS (SELECT FROM process_heartbeat holder
  WHERE holder.id = split_part(lease_owner, '/', 1) AND holder.beat_at < ${secondsAgo(GONE_SECONDS)}))`;

/**
 * SQL for "a process works on it". A lease that ends later than any can was written before the
 * database's clock was set back, and is void.
 */
// guard: a lease from before the clock was set back blocks no attempt
export const isLeased = Prisma.sql`coalesce(lease_until > clock_timestamp()
  AND lease_until <= clock_timestamp() + make_interval(secs => ${2 * LEASE_TIMES.leaseSeconds}::float8)
  AND NOT ${isHolderGone}, false)`;

/** SQL for when a lease ends that is taken now. */
export function leaseEnd({ leaseTimes }: Pick<Deps, 'leaseTimes'>): Prisma.Sql {
  return secondsFromNow(leaseTimes.leaseSeconds);
}

/**
 * What one step works with, begun before it takes its lease: all its calls to the provider together
 * end well before the lease does. Those that no time is left for answer `unknown`, as in an outage.
 */
export function withDeadline<Some extends Pick<Deps, 'payments' | 'leaseTimes'>>(deps: Some): Some {
  const endsAtMs = performance.now() + deps.leaseTimes.callsMs;
  return { ...deps, payments: deps.payments.until({ leftMs: () => endsAtMs - performance.now() }) };
}

/** The table of one kind of attempt: one call or check at a time works on each of its rows. */
export type AttemptTable = {
  table: Prisma.Sql;
  /** SQL for those that are not over; the table is read as `a`. */
  isOpen: Prisma.Sql;
  /**
   * No check is planned so far ahead: one that is was planned before the database's clock was set
   * back. Default: 20 minutes.
   */
  longestAheadSeconds?: number;
};

const LONGEST_AHEAD_SECONDS = 1200;

/** SQL for "no process works on it, and its check is due". */
const isDue = ({ longestAheadSeconds = LONGEST_AHEAD_SECONDS }: AttemptTable) =>
  Prisma.sql`NOT ${isLeased} AND (next_check_at <= clock_timestamp() OR ${isHolderGone}
  OR next_check_at > ${secondsFromNow(longestAheadSeconds)})`;

type Leasing = Pick<Deps, 'leaseTimes'> & { db: Db | Tx };

/**
 * Takes over an attempt without a holder; returns whether it is ours now. The
 * reconciler comes back when the lease ends.
 */
export async function takeLease(
  deps: Leasing,
  { table, isOpen }: AttemptTable,
  { attemptId, leaseHolder }: { attemptId: string; leaseHolder: string },
): Promise<boolean> {
  liftDatabaseDeadline();
  const taken = await deps.db.$executeRaw`
    UPDATE ${table} a
    SET lease_owner = ${leaseHolder}, lease_until = ${leaseEnd(deps)}, next_check_at = ${leaseEnd(deps)}
    WHERE a.id = ${attemptId}::uuid AND ${isOpen} AND NOT ${isLeased}`;
  return taken === 1;
}

/** Takes over attempts that are due, so many at most; answers their ids. */
export async function claimDue(
  deps: Leasing,
  attempts: AttemptTable,
  { leaseHolder, limit }: { leaseHolder: string; limit: number },
): Promise<string[]> {
  const { table, isOpen } = attempts;
  const rows = await deps.db.$queryRaw<{ id: string }[]>`
    UPDATE ${table}
    SET lease_owner = ${leaseHolder}, lease_until = ${leaseEnd(deps)},
      next_check_at = ${leaseEnd(deps)}, tries = tries + 1
    WHERE id IN (
      SELECT a.id FROM ${table} a WHERE ${isOpen} AND ${isDue(attempts)}
      ORDER BY a.next_check_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)
    RETURNING id::text`;
  return rows.map(({ id }) => id);
}

/** A new name for a holder of leases, by which its process is known. */
export function newLeaseHolder({ processId }: Pick<Deps, 'processId'>): string {
  return `${processId}/${randomUUID()}`;
}

/** When an attempt is checked that a call had to leave. */
export const CHECK_LEFT_SECONDS = 2;

/** A lease that is released before its end; the reconciler checks after so many seconds. */
export type LeaseRelease = {
  attempts: AttemptTable;
  attemptId: string;
  leaseHolder: string;
  checkInSeconds: number;
};

/**
 * SQL for the next check of an attempt whose lease is released. Under a lease it is planned for the
 * lease's end: what is sooner was asked for meanwhile by a webhook event, and may be what the holder
 * did not see.
 */
export function checkAfterRelease(planned: Prisma.Sql): Prisma.Sql {
  // guard: a webhook event that comes during a check is not lost
  return Prisma.sql`CASE WHEN next_check_at < lease_until THEN least(next_check_at, ${planned}) ELSE ${planned} END`;
}

/** Leaves an open attempt to the next call with its key, or to the reconciler. */
export async function releaseLease(
  db: Db | Tx,
  { attempts: { table, isOpen }, attemptId, leaseHolder, checkInSeconds }: LeaseRelease,
): Promise<void> {
  await db.$executeRaw`
    UPDATE ${table} a
    SET lease_owner = NULL, lease_until = NULL,
      next_check_at = ${checkAfterRelease(secondsFromNow(checkInSeconds))}
    WHERE a.id = ${attemptId}::uuid AND a.lease_owner = ${leaseHolder} AND ${isOpen}`;
}

/**
 * Does work on an attempt. Where it fails the lease is released, so that no call waits for it; where
 * the database is away too, the lease runs out by itself.
 */
export async function underLease<Result>(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  release: LeaseRelease,
  work: () => Promise<Result>,
): Promise<Result> {
  liftDatabaseDeadline();
  try {
    return await work();
  } catch (error) {
    await releaseLease(db, release).catch((fault: unknown) =>
      log.warn({ attemptId: release.attemptId, err: fault }, 'a lease was not released'),
    );
    throw error;
  }
}
