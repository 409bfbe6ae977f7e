import type { Deps } from '@agres/core/context';
import { Prisma } from '@agres/db/db';
import type { User } from '@agres/domain/shapes';
import { currentSubscriptionSql } from '@agres/money/subscription/access';
import { subscriptionOf, type SubscriptionRow } from '@agres/money/subscription/subscription-shape';

import { readOwnOrders } from '../orders/own-orders.ts';
import { pendingEmailOf } from './pending-email.ts';

export type Account = Omit<User, 'orders'> & { hasOrders: boolean };

export type AccountRow = Omit<Account, 'subscription'> & {
  pendingEmailUntil: Date | null;
} & (SubscriptionRow | Record<keyof SubscriptionRow, null>);

/** The columns of an `AccountRow`, of a user `u` and the current subscription `sub`. */
export const ACCOUNT_COLUMNS = Prisma.sql`
  u.id, u.email, u.pending_email AS "pendingEmail", u.pending_email_until AS "pendingEmailUntil",
  u.first_name AS "firstName", u.last_name AS "lastName",
  u.personal_discount_code AS "personalDiscountCode",
  EXISTS (SELECT FROM orders o WHERE o.user_id = u.id) AS "hasOrders",
  sub.subscription_date AS "subscriptionDate", sub.stripe_account AS "stripeAccount", sub.plan,
  sub.access_ends_on AS "accessEndsOn", sub.contract_text_id AS "contractTextId"`;

/** Joins the current subscription `sub` to a user `u`. */
export const joinCurrent = (now: Date): Prisma.Sql => Prisma.sql`
  LEFT JOIN LATERAL (SELECT * FROM ${currentSubscriptionSql(Prisma.sql`u.id`, now)} LIMIT 1) sub ON true`;

/**
 * Converts a row to the account as its owner sees it. `now`, when the row was read, decides whether a pending
 * address is still valid.
 */
export async function accountOf(
  deps: Pick<Deps, 'contractTexts'>,
  row: AccountRow,
  now: Date,
): Promise<Account> {
  return {
    id: row.id,
    email: row.email,
    pendingEmail: pendingEmailOf(row, now),
    firstName: row.firstName,
    lastName: row.lastName,
    personalDiscountCode: row.personalDiscountCode,
    hasOrders: row.hasOrders,
    subscription: row.plan === null ? null : await subscriptionOf(deps, row),
  };
}

/** Returns the user of an account, with orders newest first; reads nothing if there are none. */
export async function userOf(
  { db }: Pick<Deps, 'db'>,
  { hasOrders, ...account }: Account,
): Promise<User> {
  return { ...account, orders: hasOrders ? await readOwnOrders(db, account.id) : [] };
}

/** Returns a user as that user sees it; null for an unknown id. */
export async function findUser(
  deps: Pick<Deps, 'db' | 'clock' | 'contractTexts'>,
  userId: number,
): Promise<User | null> {
  const now = deps.clock();
  const [row] = await deps.db.$queryRaw<AccountRow[]>`
    SELECT ${ACCOUNT_COLUMNS} FROM users u ${joinCurrent(now)} WHERE u.id = ${userId}::int`;
  return row === undefined ? null : userOf(deps, await accountOf(deps, row, now));
}
