import type { Deps } from '@agres/core/context';
import { Prisma } from '@agres/db/db';
import { paymentAccountOfName, type PaymentAccount } from '@agres/domain/shapes';

import { currentSubscriptionSql } from './access.ts';

/** A buyer and the payment account that charges them. */
type Payer = { emailKey: string; account: PaymentAccount };

/**
 * Finds a user and the payment account that charges them: that of their subscription, for items too;
 * otherwise the main one. Returns null if the user was deleted.
 *
 * @throws RangeError for an account that this release does not know
 */
export async function findPayer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<Payer | null> {
  const [payer] = await db.$queryRaw<{ emailKey: string; account: string | null }[]>`
    SELECT u.email_key AS "emailKey", (
      SELECT stripe_account FROM ${currentSubscriptionSql(Prisma.sql`u.id`, clock())} LIMIT 1) AS account
    FROM users u WHERE u.id = ${userId}::int`;
  if (payer === undefined) return null;
  const { emailKey, account } = payer;
  return { emailKey, account: account === null ? 'main' : paymentAccountOfName(account) };
}
