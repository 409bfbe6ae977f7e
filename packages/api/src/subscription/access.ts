import type { Prisma } from '@shop/db/db';

import type { Deps } from '../context.ts';

/**
 * The subscription that a user has: from its first paid invoice until access ends, a failed renewal
 * included while the provider retries (contract, section 3).
 */
export function currentSubscription(now: Date) {
  return {
    subscriptionDate: { not: null },
    state: { in: ['active', 'past_due'] },
    OR: [{ accessEndsOn: null }, { accessEndsOn: { gt: now } }],
  } satisfies Prisma.SubscriptionWhereInput;
}

/** Whether a user has a subscription now. */
export async function isSubscriber(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<boolean> {
  const found = await db.subscription.findFirst({
    where: { userId, ...currentSubscription(clock()) },
    select: { id: true },
  });
  return found !== null;
}
