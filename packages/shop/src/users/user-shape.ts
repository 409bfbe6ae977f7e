import type { Deps } from '@agres/core/context';
import { Prisma } from '@agres/db/db';
import type { User } from '@agres/domain/shapes';
import { currentOf } from '@agres/money/subscription/access';
import { subscriptionOf, type SubscriptionRow } from '@agres/money/subscription/subscription-shape';

import { readOwnOrders } from '../orders/own-orders.ts';
import { pendingEmailOf } from './pending-email.ts';

type UserRow = Omit<User, 'orders' | 'subscription'> & {
  pendingEmailUntil: Date | null;
} & (SubscriptionRow | Record<keyof SubscriptionRow, null>);

/**
 * Reads a user as that user sees it, with orders newest first; null for an unknown id. Runs two statements
 * concurrently, because every page of a member waits for them.
 */
export async function findUser(
  deps: Pick<Deps, 'db' | 'clock' | 'contractTexts'>,
  userId: number,
): Promise<User | null> {
  const now = deps.clock();
  const [[row], orders] = await Promise.all([
    deps.db.$queryRaw<UserRow[]>`
      SELECT u.id, u.email, u.pending_email AS "pendingEmail",
        u.pending_email_until AS "pendingEmailUntil", u.first_name AS "firstName",
        u.last_name AS "lastName", u.personal_discount_code AS "personalDiscountCode",
        s.subscription_date AS "subscriptionDate", s.stripe_account AS "stripeAccount", s.plan,
        s.access_ends_on AS "accessEndsOn", s.contract_text_id AS "contractTextId"
      FROM users u
      LEFT JOIN LATERAL (SELECT * FROM ${currentOf(Prisma.sql`u.id`, now)} LIMIT 1) s ON true
      WHERE u.id = ${userId}::int`,
    readOwnOrders(deps.db, userId),
  ]);
  if (row === undefined) return null;
  return {
    id: row.id,
    email: row.email,
    pendingEmail: pendingEmailOf(row, now),
    firstName: row.firstName,
    lastName: row.lastName,
    personalDiscountCode: row.personalDiscountCode,
    orders,
    subscription: row.plan === null ? null : await subscriptionOf(deps, row),
  };
}
