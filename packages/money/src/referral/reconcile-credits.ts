import type { Deps } from '@agres/core/context';
import { lockUser } from '@agres/core/session/row-locks';
import { inTransaction } from '@agres/db/transaction';

import { enqueuePassCreditOn, IS_WAITING } from './ledger.ts';

/** Enqueues the transfer of waiting credits whose job was lost. */
export async function reconcileCredits({
  db,
  wakeJobs,
}: Pick<Deps, 'db' | 'wakeJobs'>): Promise<void> {
  const referrers = await db.$queryRaw<{ referrerId: number }[]>`
    SELECT DISTINCT c.owner_id AS "referrerId" FROM referral_credit c
    JOIN payment_customer p ON p.user_id = c.owner_id
    WHERE ${IS_WAITING}
      AND NOT EXISTS (SELECT FROM job WHERE dedupe = 'pass_credit_on:' || c.id)`;
  for (const { referrerId } of referrers) {
    await inTransaction(db, async (tx) => {
      if (await lockUser(tx, referrerId)) await enqueuePassCreditOn(tx, referrerId);
    });
  }
  if (referrers.length > 0) wakeJobs();
}
