import type { Db, Tx } from '@shop/db/db';

/**
 * Takes name and address out of purchases that came to nothing and whose account is gone; orders
 * keep theirs for the accounts (contract, section 4). The purge asks for it again, for purchases
 * that were under way when the account was deleted.
 */
export async function forgetRecipients(tx: Db | Tx): Promise<void> {
  await tx.$executeRaw`
    UPDATE purchase_attempt SET recipient = '{}'::jsonb
    WHERE user_id IS NULL AND state IN ('refused', 'expired') AND recipient <> '{}'::jsonb`;
}
