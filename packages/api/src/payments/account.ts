import { PAYMENT_ACCOUNTS, type PaymentAccount } from '@shop/domain/shapes';

import type { Deps } from '../context.ts';
import { currentSubscription } from '../users/current-subscription.ts';

/**
 * The account at the payment provider that charges a user: the one of the subscription, for items
 * too; the main one for everybody else (contract, section 4).
 */
export async function paymentAccountOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
): Promise<PaymentAccount> {
  const subscription = await db.subscription.findFirst({
    where: { userId, ...currentSubscription(clock()) },
    select: { stripeAccount: true },
  });
  return PAYMENT_ACCOUNTS.find((account) => account === subscription?.stripeAccount) ?? 'main';
}
