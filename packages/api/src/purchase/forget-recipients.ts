import type { Db, Tx } from '@shop/db/db';

/**
 * Takes name and address out of failed purchases whose account is gone, and the hash of the request,
 * from which both could be guessed; orders keep theirs for bookkeeping (contract, section 4). The keyed
 * hash of the buyer's address goes from all of them. The purge repeats it, for purchases that were under
 * way when the account was deleted.
 */
export async function forgetRecipients(tx: Db | Tx): Promise<void> {
  await tx.$executeRaw`
    UPDATE purchase_attempt SET recipient = '{}'::jsonb, request_hash = ''::bytea
    WHERE user_id IS NULL AND state IN ('refused', 'expired')
      AND (recipient <> '{}'::jsonb OR request_hash <> ''::bytea)`;
  await tx.$executeRaw`
    UPDATE purchase_attempt SET buyer_hash = NULL WHERE user_id IS NULL AND buyer_hash IS NOT NULL`;
}
