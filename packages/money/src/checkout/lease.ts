import { randomUUID } from 'node:crypto';

import type { Deps, LeaseTimes } from '@agres/core/context';
import { secondsFromNow } from '@agres/db/database-clock';
import { liftDatabaseDeadline } from '@agres/db/database-deadline';
import { Prisma, type Db, type Tx } from '@agres/db/db';

import { DEAD_AFTER_SECONDS, MAX_HEARTBEAT_GAP_SECONDS } from './heartbeat.ts';

/**
 * A lease outlasts its step, however slow the provider is: the calls end after 25 seconds (`withDeadline`),
 * which leaves 35 for transactions that end after seven each. An expired lease therefore belongs to a step
 * that died or froze.
 */
export const LEASE_TIMES: LeaseTimes = { leaseSeconds: 60, callsMs: 25_000 };

const secondsAgo = (seconds: number) =>
  Prisma.sql`clock_timestamp() - make_interval(secs => ${seconds}::float8)`;

/**
 * SQL for "the database was available throughout": some process has sent heartbeats without a gap for
 * `DEAD_AFTER_SECONDS`. After an outage no process qualifies, so each gets time to send a heartbeat.
 */
// guard: a database outage does not make processes count as dead
const HAS_WITNESS = Prisma.sql`EXISTS (SELECT FROM process_heartbeat witness
  WHERE witness.beat_at > ${secondsAgo(MAX_HEARTBEAT_GAP_SECONDS)} AND witness.steady_since < ${secondsAgo(DEAD_AFTER_SECONDS)})`;

/** SQL for "the lease holder's process is dead". A process without any heartbeat may be alive. */
// guard: the lease of a dead process can be taken over
const IS_HOLDER_DEAD = Prisma.sql`(${HAS_WITNESS} AND EXISTS (SELECT FROM process_heartbeat holder
  WHERE holder.id = split_part(lease_owner, '/', 1) AND holder.beat_at < ${secondsAgo(DEAD_AFTER_SECONDS)}))`;

/**
 * SQL for "a process is working on it". A lease that ends later than possible was written before the
 * database's clock was set back, and is void.
 */
// guard: a lease from before the clock was set back is void
export const IS_LEASED = Prisma.sql`coalesce(lease_until > clock_timestamp()
  AND lease_until <= clock_timestamp() + make_interval(secs => ${2 * LEASE_TIMES.leaseSeconds}::float8)
  AND NOT ${IS_HOLDER_DEAD}, false)`;

export function leaseEnd({ leaseTimes }: Pick<Deps, 'leaseTimes'>): Prisma.Sql {
  return secondsFromNow(leaseTimes.leaseSeconds);
}

/**
 * Returns the dependencies of one step with a deadline for its provider calls, which end well before a lease
 * taken afterwards. A call without time left answers `unknown`, as in an outage.
 */
export function withDeadline<Some extends Pick<Deps, 'payments' | 'leaseTimes'>>(deps: Some): Some {
  const endsAtMs = performance.now() + deps.leaseTimes.callsMs;
  return { ...deps, payments: deps.payments.until({ leftMs: () => endsAtMs - performance.now() }) };
}

/** The table of one kind of attempt. At most one call or check works on a row at a time. */
export type AttemptTable = {
  table: Prisma.Sql;
  /** SQL for attempts that have not ended; reads the table as `a`. */
  isOpen: Prisma.Sql;
  /**
   * The longest time until a next check. A later one was written before the database's clock was set back.
   * Default: 20 minutes.
   */
  longestAheadSeconds?: number;
};

const MAX_CHECK_AHEAD_SECONDS = 1200;

const isDue = ({ longestAheadSeconds = MAX_CHECK_AHEAD_SECONDS }: AttemptTable) =>
  Prisma.sql`NOT ${IS_LEASED} AND (next_check_at <= clock_timestamp() OR ${IS_HOLDER_DEAD}
  OR next_check_at > ${secondsFromNow(longestAheadSeconds)})`;

type LeaseContext = Pick<Deps, 'leaseTimes'> & { db: Db | Tx };

/**
 * Takes the lease of an attempt without a holder and returns whether that succeeded. The reconciler checks
 * the attempt when the lease ends.
 */
export async function takeLease(
  deps: LeaseContext,
  { table, isOpen }: AttemptTable,
  { attemptId, leaseHolder }: { attemptId: string; leaseHolder: string },
): Promise<boolean> {
  liftDatabaseDeadline();
  const taken = await deps.db.$executeRaw`
    UPDATE ${table} a
    SET lease_owner = ${leaseHolder}, lease_until = ${leaseEnd(deps)}, next_check_at = ${leaseEnd(deps)}
    WHERE a.id = ${attemptId}::uuid AND ${isOpen} AND NOT ${IS_LEASED}`;
  return taken === 1;
}

/** Takes the leases of up to `limit` due attempts and returns their ids. */
export async function claimDue(
  deps: LeaseContext,
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

/** Returns a unique name for a lease holder. `IS_HOLDER_DEAD` reads the process id from its start. */
export function newLeaseHolder({ processId }: Pick<Deps, 'processId'>): string {
  return `${processId}/${randomUUID()}`;
}

/** How soon the reconciler checks an attempt that a call left undecided. */
export const CHECK_LEFT_SECONDS = 2;

export type LeaseRelease = {
  attempts: AttemptTable;
  attemptId: string;
  leaseHolder: string;
  checkInSeconds: number;
};

/**
 * SQL for the next check after a lease is released. A lease sets the next check to its own end; an earlier
 * time comes from a webhook event in the meantime, whose change the holder may not have seen.
 */
export function checkAfterRelease(planned: Prisma.Sql): Prisma.Sql {
  // guard: a webhook event during a check causes another check
  return Prisma.sql`CASE WHEN next_check_at < lease_until THEN least(next_check_at, ${planned}) ELSE ${planned} END`;
}

/**
 * Releases the lease of an open attempt to the next call with its key or to the reconciler. Does nothing if
 * another holder has it.
 */
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
 * Runs work on an attempt. If the work fails, releases the lease, so that no call waits for it, and rethrows.
 * If the database is unavailable too, the lease expires by itself.
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
