import { inTransaction } from '@shop/db/transaction';

import type { Deps } from '../context.ts';
import { lockUser } from '../users/token.ts';
import { promisePassingOn } from './ledger.ts';

/** Promises once more what should have been passed on: the net under the promise of each credit. */
export async function sweepCredits({ db, wakeJobs }: Pick<Deps, 'db' | 'wakeJobs'>): Promise<void> {
  const owners = await db.$queryRaw<{ ownerId: number }[]>`
    SELECT DISTINCT c.owner_id AS "ownerId" FROM referral_credit c
    JOIN payment_customer p ON p.user_id = c.owner_id
    WHERE c.kind = 'credit' AND NOT EXISTS (SELECT FROM referral_credit d WHERE d.credit_id = c.id)
      AND NOT EXISTS (SELECT FROM job WHERE dedupe = 'pass_credit_on:' || c.id)`;
  for (const { ownerId } of owners) {
    await inTransaction(db, async (tx) => {
      if (await lockUser(tx, ownerId)) await promisePassingOn(tx, ownerId);
    });
  }
  if (owners.length > 0) wakeJobs();
}
