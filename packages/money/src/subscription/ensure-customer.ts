import type { Deps } from '@agres/core/context';
import { markOf } from '@agres/core/installation';
import { lockUser } from '@agres/core/session/row-locks';
import { inTransaction } from '@agres/db/transaction';
import { DomainError } from '@agres/domain/errors';
import type { PaymentAccount } from '@agres/domain/shapes';
import type { Answer, ProviderFault } from '@agres/payments/answer';

import { enqueueCustomerEmail } from '../checkout/customer-email.ts';
import { enqueuePassCreditOn } from '../referral/ledger.ts';
import type { SubscriptionAttempt } from './subscription-attempt.ts';

type CustomerOwner = {
  userId: number;
  account: PaymentAccount;
  /** `beginning` identifies the current run of the attempt. */
  attempt: Pick<SubscriptionAttempt, 'id' | 'beginning'>;
};

/**
 * Returns a person's customer at the provider, and creates and stores one with the first subscription.
 * Enqueues waiting referral credit in the same transaction. Throws `not_logged_in` if the account was
 * deleted.
 */
export async function findOrCreateCustomer(
  { db, payments, installation }: Pick<Deps, 'db' | 'payments' | 'installation'>,
  { userId, account, attempt }: CustomerOwner,
): Promise<Answer<string>> {
  const written = await db.paymentCustomer.findUnique({
    where: { userId_stripeAccount: { userId, stripeAccount: account } },
    select: { stripeCustomerId: true },
  });
  if (written !== null) return { outcome: 'known', value: written.stripeCustomerId };
  const user = await db.user.findUnique({ where: { id: userId }, select: { email: true } });
  if (user === null) throw new DomainError('not_logged_in');
  const made = await payments.ensureCustomer(account, {
    userId,
    email: user.email,
    ...markOf(installation),
    attempt: `${attempt.id}_${attempt.beginning}`,
  });
  if (made.outcome !== 'known') return made;
  const { id: stripeCustomerId } = made.value;
  await inTransaction(db, async (tx) => {
    if (!(await lockUser(tx, userId))) throw new DomainError('not_logged_in');
    await tx.paymentCustomer.createMany({
      data: [{ userId, stripeAccount: account, stripeCustomerId }],
      skipDuplicates: true,
    });
    await enqueuePassCreditOn(tx, userId);
    const now = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
    if (now.email !== user.email) await enqueueCustomerEmail(tx, userId);
  });
  return { outcome: 'known', value: stripeCustomerId };
}

export function isCustomerMissing({ code, param }: ProviderFault): boolean {
  return code === 'resource_missing' && param === 'customer';
}

/** Deletes our row of a customer that the provider has deleted; the next call creates another one. */
export async function deleteCustomerRow(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { userId, account, customerId }: SubscriptionAttempt,
): Promise<void> {
  if (userId === null || customerId === null) return;
  log.warn({ userId, account }, 'customer deleted at the provider, creating another one');
  await db.paymentCustomer.deleteMany({
    where: { userId, stripeAccount: account, stripeCustomerId: customerId },
  });
}
