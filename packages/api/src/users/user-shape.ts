import type { Prisma } from '@shop/db/db';
import type { User } from '@shop/domain/shapes';

import type { Deps } from '../context.ts';
import { orderOf, orderSelect } from '../orders/order.ts';
import { currentSubscription } from '../subscription/access.ts';
import { subscriptionOf, subscriptionSelect } from '../subscription/subscription-shape.ts';
import { pendingEmailOf } from './pending-email.ts';

/** The fields of a user that the server sends, and only to that user. */
const userSelect = (now: Date) =>
  ({
    id: true,
    email: true,
    pendingEmail: true,
    pendingEmailUntil: true,
    firstName: true,
    lastName: true,
    personalDiscountCode: true,
    orders: { select: orderSelect, orderBy: [{ orderDate: 'desc' }, { id: 'desc' }] },
    subscriptions: {
      where: currentSubscription(now),
      select: subscriptionSelect,
      take: 1,
    },
  }) satisfies Prisma.UserSelect;

type UserRow = Prisma.UserGetPayload<{ select: ReturnType<typeof userSelect> }>;

/** A user as that user sees it, with orders newest first; null for an unknown id. */
export async function findUser(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<User | null> {
  const now = clock();
  const row = await db.user.findUnique({ where: { id: userId }, select: userSelect(now) });
  return row === null ? null : userOf(row, now);
}

function userOf(row: UserRow, now: Date): User {
  const { orders, subscriptions, pendingEmailUntil: _until, ...person } = row;
  const [subscription] = subscriptions;
  return {
    ...person,
    pendingEmail: pendingEmailOf(row, now),
    orders: orders.map(orderOf),
    subscription: subscription === undefined ? null : subscriptionOf(subscription),
  };
}
