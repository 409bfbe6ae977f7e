import type { Deps } from '@agres/core/context';
import type { PaymentAccount } from '@agres/domain/shapes';
import { paymentAccountOfName } from '@agres/domain/shapes';
import type { Answer } from '@agres/payments/answer';
import type { Intent, Invoice } from '@agres/payments/shapes';

import { checkMoneyBack } from '../refund/audit-refunds.ts';

export type ProviderContract = { account: PaymentAccount; stripeSubscriptionId: string };

export type Debit = { account: PaymentAccount; intent: Intent };

type ReadDeps = Parameters<typeof checkMoneyBack>[0];

/** Returns a subscription's account and id at the provider; null if it has no id there. */
export async function findProviderContract(
  { db }: Pick<Deps, 'db'>,
  subscriptionId: number,
): Promise<ProviderContract | null> {
  const row = await db.subscription.findUnique({
    where: { id: subscriptionId },
    select: { stripeAccount: true, stripeSubscriptionId: true },
  });
  if (row === null || row.stripeSubscriptionId === null) return null;
  const { stripeAccount, stripeSubscriptionId } = row;
  return { account: paymentAccountOfName(stripeAccount), stripeSubscriptionId };
}

/** Returns the paid renewals of a subscription at the provider, paid by card or by credit. */
export async function readPaidRenewals(
  { payments }: Pick<Deps, 'payments'>,
  { account, stripeSubscriptionId }: ProviderContract,
): Promise<Answer<Invoice[]>> {
  const listed = await payments.listInvoices(account, stripeSubscriptionId);
  if (listed.outcome !== 'known') return listed;
  const isPaidRenewal = ({ reason, paidAt }: Invoice) => reason === 'renewal' && paidAt !== null;
  return { outcome: 'known', value: listed.value.filter(isPaidRenewal) };
}

/**
 * Whether a renewal was paid at or after a given time. The provider's timestamps have a resolution
 * of one second, so a debit within the second of a declaration counts as later.
 */
// guard: only renewals paid after a termination are refunded
export const isPaidSince = ({ paidAt }: Invoice, since: Date): boolean =>
  paidAt !== null && paidAt.getTime() >= Math.floor(since.getTime() / 1000) * 1000;

/** Returns the card payments of renewals. A renewal paid by credit has no card to refund. */
export async function readDebits(
  deps: ReadDeps,
  { account }: Pick<ProviderContract, 'account'>,
  renewals: readonly Invoice[],
): Promise<Answer<Debit[]>> {
  const debits: Debit[] = [];
  for (const { paymentIntentId: intentId } of renewals) {
    if (intentId === null) continue;
    const intent = await readPayment(deps, { account, intentId });
    if (intent.outcome !== 'known') return intent;
    if (intent.value.state === 'succeeded') debits.push({ account, intent: intent.value });
  }
  return { outcome: 'known', value: debits };
}

/** Returns a payment, and stores the current state of its disputes. */
export async function readPayment(
  deps: ReadDeps,
  { account, intentId }: { account: PaymentAccount; intentId: string },
): Promise<Answer<Intent>> {
  const intent = await deps.payments.readIntent(account, intentId);
  if (intent.outcome !== 'known') return intent;
  // guard: a dispute of a subscription payment is found without a webhook event
  if (intent.value.isDisputed) {
    const checked = await checkMoneyBack(deps, { account, intentId });
    if (checked.outcome !== 'known') return checked;
  }
  return intent;
}
