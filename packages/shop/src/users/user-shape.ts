import type { Deps } from '@agres/core/context';
import type { Prisma } from '@agres/db/db';
import type { Order, Subscription, User } from '@agres/domain/shapes';
import { currentSubscription } from '@agres/money/subscription/access';
import { subscriptionOf, subscriptionSelect } from '@agres/money/subscription/subscription-shape';

import { readOwnOrders } from '../orders/own-orders.ts';
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
    subscriptions: {
      where: currentSubscription(now),
      select: subscriptionSelect,
      take: 1,
    },
  }) satisfies Prisma.UserSelect;

type UserRow = Prisma.UserGetPayload<{ select: ReturnType<typeof userSelect> }>;

/** A user as that user sees it, with orders newest first; null for an unknown id. */
export async function findUser(
  deps: Pick<Deps, 'db' | 'clock' | 'contractTexts'>,
  userId: number,
): Promise<User | null> {
  const now = deps.clock();
  const row = await deps.db.user.findUnique({ where: { id: userId }, select: userSelect(now) });
  if (row === null) return null;
  const [subscription] = row.subscriptions;
  return userOf(row, {
    now,
    orders: await readOwnOrders(deps.db, userId),
    subscription: subscription === undefined ? null : await subscriptionOf(deps, subscription),
  });
}

type Parts = { now: Date; orders: Order[]; subscription: Subscription | null };

function userOf(row: UserRow, { now, orders, subscription }: Parts): User {
  const { subscriptions: _rows, pendingEmailUntil: _until, ...person } = row;
  return { ...person, pendingEmail: pendingEmailOf(row, now), orders, subscription };
}
