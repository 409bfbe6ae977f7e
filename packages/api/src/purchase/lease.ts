import type { Db, Tx } from '@shop/db/db';

import { isInFlight, isLeased, secondsFromNow } from './attempt.ts';

/**
 * Takes an attempt over whose lease has run out; answers whether it is ours now. The sweep comes
 * back when the lease ends.
 */
export async function takeLease(
  db: Db | Tx,
  { attemptId, owner, seconds }: { attemptId: string; owner: string; seconds: number },
): Promise<boolean> {
  const taken = await db.$executeRaw`
    UPDATE purchase_attempt
    SET lease_owner = ${owner}, lease_until = ${secondsFromNow(seconds)},
      next_check_at = ${secondsFromNow(seconds)}
    WHERE id = ${attemptId}::uuid AND ${isInFlight} AND NOT ${isLeased}`;
  return taken === 1;
}

/** Gives a lease back before its end; the sweep looks after so many seconds. */
export async function freeLease(
  db: Db | Tx,
  {
    attemptId,
    owner,
    checkInSeconds,
  }: { attemptId: string; owner: string; checkInSeconds: number },
): Promise<void> {
  await db.$executeRaw`
    UPDATE purchase_attempt
    SET lease_owner = NULL, lease_until = NULL,
      next_check_at = ${secondsFromNow(checkInSeconds)}
    WHERE id = ${attemptId}::uuid AND lease_owner = ${owner} AND ${isInFlight}`;
}
