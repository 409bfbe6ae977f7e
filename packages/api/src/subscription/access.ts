import type { Prisma } from '@shop/db/db';

import type { Deps } from '../context.ts';
import { isSessionAtRest } from '../session/session.ts';

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

/**
 * Whether the person of this session has a subscription now, in the one statement that a page may cost;
 * undefined where the session itself must be read: it has ended, or is to be extended.
 */
export async function isSubscriberBySession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  secret: string,
): Promise<boolean | undefined> {
  const now = clock();
  const [found] = await db.$queryRaw<{ isSubscriber: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM subscription
      WHERE user_id = s.user_id AND subscription_date IS NOT NULL AND state IN ('active', 'past_due')
        AND (access_ends_on IS NULL OR access_ends_on > ${now})
    ) AS "isSubscriber"
    FROM session s WHERE ${isSessionAtRest(secret, now)}`;
  return found?.isSubscriber;
}
