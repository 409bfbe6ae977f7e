import type { Deps } from '@agres/core/context';
import { Prisma } from '@agres/db/db';
import { paymentAccountOfName, type PaymentAccount } from '@agres/domain/shapes';

import { currentSubscriptionSql } from './access.ts';

type Payer = { emailKey: string; account: PaymentAccount };

/**
 * Returns a user with the payment account that charges them, for items too: that of their subscription,
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
