import { DomainError } from '@shop/domain/errors';
import type { SubscriptionStanding } from '@shop/domain/shapes';

import type { Deps } from '../context.ts';
import { currentSubscription } from '../users/current-subscription.ts';

/**
 * How a subscriber's subscription stands, from what the provider last said of it.
 * @throws DomainError `not_subscribed`
 */
export async function standingOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<SubscriptionStanding> {
  const [row, referrals] = await Promise.all([
    db.subscription.findFirst({
      where: { userId, ...currentSubscription(clock()) },
      select: { state: true, paidUntil: true },
    }),
    db.referralCredit.count({ where: { ownerId: userId, kind: 'credit' } }),
  ]);
  if (!row?.paidUntil) throw new DomainError('not_subscribed');
  return {
    paidUntil: row.paidUntil.toISOString(),
    isPastDue: row.state === 'past_due',
    referrals,
  };
}
