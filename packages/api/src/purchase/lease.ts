import { Prisma, type Db, type Tx } from '@shop/db/db';

import type { Deps } from '../context.ts';
import { isInFlight, isLeased, secondsFromNow } from './attempt.ts';

/** Clicks of one kind, on each of which one call or look works at a time. */
export type Clicks = {
  table: Prisma.Sql;
  /** SQL for those that are not over; the table is read as `a`. */
  isOpen: Prisma.Sql;
};

/** Clicks on “buy”. */
export const PURCHASES: Clicks = { table: Prisma.sql`purchase_attempt`, isOpen: isInFlight };

/** No look is planned so far ahead: one that is was planned before the database's clock was set back. */
const LONGEST_AHEAD_SECONDS = 1200;

/** SQL for "nobody works on it, and it is time to look". */
export const isDue = Prisma.sql`NOT ${isLeased} AND (next_check_at <= clock_timestamp()
  OR next_check_at > ${secondsFromNow(LONGEST_AHEAD_SECONDS)})`;

/**
 * Takes a click over on which nobody works any more; answers whether it is ours now. The sweep comes
 * back when the lease ends.
 */
export async function takeLease(
  db: Db | Tx,
  { table, isOpen }: Clicks,
  { attemptId, owner, seconds }: { attemptId: string; owner: string; seconds: number },
): Promise<boolean> {
  const taken = await db.$executeRaw`
    UPDATE ${table} a
    SET lease_owner = ${owner}, lease_until = ${secondsFromNow(seconds)},
      next_check_at = ${secondsFromNow(seconds)}
    WHERE a.id = ${attemptId}::uuid AND ${isOpen} AND NOT ${isLeased}`;
  return taken === 1;
}

/** A lease that is given back before its end; the sweep looks after so many seconds. */
export type Freeing = { attemptId: string; owner: string; checkInSeconds: number };

/** Leaves an open click to the next call with its key, or to the sweep. */
export async function freeLease(
  db: Db | Tx,
  { table, isOpen }: Clicks,
  { attemptId, owner, checkInSeconds }: Freeing,
): Promise<void> {
  await db.$executeRaw`
    UPDATE ${table} a
    SET lease_owner = NULL, lease_until = NULL, next_check_at = ${secondsFromNow(checkInSeconds)}
    WHERE a.id = ${attemptId}::uuid AND a.lease_owner = ${owner} AND ${isOpen}`;
}

/**
 * Gives the lease of work back that failed, so that nobody waits for a lease under which nobody
 * works. Never throws: where the database is away, the lease runs out by itself.
 */
export async function freeAfterFailure(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  clicks: Clicks,
  freeing: Freeing,
): Promise<void> {
  try {
    await freeLease(db, clicks, freeing);
  } catch (error) {
    log.warn({ attemptId: freeing.attemptId, err: error }, 'a lease was not given back');
  }
}
