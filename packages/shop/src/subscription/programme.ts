import type { Deps } from '@agres/core/context';
import { DomainError } from '@agres/domain/errors';
import type { SubscriptionStanding } from '@agres/domain/shapes';
import { countReferrals } from '@agres/money/referral/ledger';
import { currentSubscription } from '@agres/money/subscription/access';

/**
 * Returns the state of a member's subscription, as the provider last reported it.
 * @throws DomainError `not_subscribed`
 */
export async function readProgramme(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<SubscriptionStanding> {
  const [row, referrals, waitingReferrals] = await Promise.all([
    db.subscription.findFirst({
      where: { userId, ...currentSubscription(clock()) },
      select: { state: true, paidUntil: true },
    }),
    countReferrals(db, userId),
    db.referralCredit.count({
      where: { ownerId: userId, kind: 'referral', settlement: { is: null } },
    }),
  ]);
  if (!row?.paidUntil) throw new DomainError('not_subscribed');
  return {
    paidUntil: row.paidUntil.toISOString(),
    isPastDue: row.state === 'past_due',
    referrals,
    waitingReferrals,
  };
}
