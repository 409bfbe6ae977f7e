import { paymentAccountOfName, type PaymentAccount } from '@shop/domain/shapes';

import type { Deps } from '../context.ts';
import { currentSubscription } from './access.ts';

/**
 * The account at the payment provider that charges a user: the one of the subscription, for items
 * too; the main one for everybody else (contract, section 4).
 * @throws RangeError for an account that this release does not know
 */
export async function paymentAccountOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<PaymentAccount> {
  const subscription = await db.subscription.findFirst({
    where: { userId, ...currentSubscription(clock()) },
    select: { stripeAccount: true },
  });
  return subscription === null ? 'main' : paymentAccountOfName(subscription.stripeAccount);
}
