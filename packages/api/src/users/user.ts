import type { Prisma } from '@shop/db/db';
import type { User } from '@shop/domain/shapes';

import type { Deps } from '../context.ts';
import { orderOf, orderSelect } from '../shop/order.ts';
import { subscriptionOf, subscriptionSelect } from '../subscription/subscription.ts';
import { currentSubscription } from './current-subscription.ts';

/** What of a user may leave the server, and only to that user. */
const userSelect = (now: Date) =>
  ({
    id: true,
    email: true,
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

/** A user as that user sees it, with orders newest first; null for an id that is nobody's. */
export async function findUser(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<User | null> {
  const row = await db.user.findUnique({ where: { id: userId }, select: userSelect(clock()) });
  return row === null ? null : userOf(row);
}

function userOf({ orders, subscriptions, ...person }: UserRow): User {
  const [subscription] = subscriptions;
  return {
    ...person,
    orders: orders.map(orderOf),
    subscription: subscription === undefined ? null : subscriptionOf(subscription),
  };
}
