import { inTransaction } from '@shop/db/transaction';
import { DomainError } from '@shop/domain/errors';
import type { PaymentAccount } from '@shop/domain/shapes';
import type { Answer, ProviderFault } from '@shop/payments/answer';

import type { Deps } from '../context.ts';
import { promiseNewEmail } from '../payments/customer-email.ts';
import { promisePassingOn } from '../referral/ledger.ts';
import { lockUser } from '../users/token.ts';
import type { SubscribeAttempt } from './attempt.ts';

type Whose = { userId: number; account: PaymentAccount };

/**
 * A person's customer at the provider, made and written down with the first subscription; whatever
 * referral credit waited for it is promised in the same transaction. Refuses with `not_logged_in`
 * whose account is gone.
 */
export async function customerOf(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  { userId, account }: Whose,
): Promise<Answer<string>> {
  const written = await db.paymentCustomer.findUnique({
    where: { userId_stripeAccount: { userId, stripeAccount: account } },
    select: { stripeCustomerId: true },
  });
  if (written !== null) return { outcome: 'known', value: written.stripeCustomerId };
  const user = await db.user.findUnique({ where: { id: userId }, select: { email: true } });
  if (user === null) throw new DomainError('not_logged_in');
  const made = await payments.ensureCustomer(account, { userId, email: user.email });
  if (made.outcome !== 'known') return made;
  const { id: stripeCustomerId } = made.value;
  await inTransaction(db, async (tx) => {
    if (!(await lockUser(tx, userId))) throw new DomainError('not_logged_in');
    await tx.paymentCustomer.createMany({
      data: [{ userId, stripeAccount: account, stripeCustomerId }],
      skipDuplicates: true,
    });
    await promisePassingOn(tx, userId);
    const now = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
    if (now.email !== user.email) await promiseNewEmail(tx, userId);
  });
  return { outcome: 'known', value: stripeCustomerId };
}

/** Whether the provider does not have the customer that a call named. */
export function isCustomerMissing({ code, param }: ProviderFault): boolean {
  return code === 'resource_missing' && param === 'customer';
}

/** Forgets a customer that the provider no longer has: the next call makes another one. */
export async function forgetCustomer(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { userId, account, customerId }: SubscribeAttempt,
): Promise<void> {
  if (userId === null || customerId === null) return;
  log.warn({ userId, account }, 'customer gone at the provider, making another one');
  await db.paymentCustomer.deleteMany({
    where: { userId, stripeAccount: account, stripeCustomerId: customerId },
  });
}
