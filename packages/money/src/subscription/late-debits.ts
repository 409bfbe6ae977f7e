import type { Deps } from '@agres/core/context';
import type { PaymentAccount } from '@agres/domain/shapes';
import { paymentAccountOfName } from '@agres/domain/shapes';
import type { Answer } from '@agres/payments/answer';
import type { Intent, Invoice } from '@agres/payments/shapes';

import { checkMoneyBack } from '../refund/audit-refunds.ts';

/** A subscription as the provider knows it. */
export type ProviderContract = { account: PaymentAccount; stripeSubscriptionId: string };

/** A renewal that a card has paid. */
export type Debit = { account: PaymentAccount; intent: Intent };

type ReadDeps = Parameters<typeof checkMoneyBack>[0];

/** Where the provider keeps a subscription; null where it has none. */
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

/** The renewals of a subscription that are paid, by card or by credit, as the provider has them now. */
export async function readPaidRenewals(
  { payments }: Pick<Deps, 'payments'>,
  { account, stripeSubscriptionId }: ProviderContract,
): Promise<Answer<Invoice[]>> {
  const renewals: Invoice[] = [];
  for await (const answer of payments.listInvoices(account, stripeSubscriptionId)) {
    if (answer.outcome !== 'known') return answer;
    const { reason, paidAt } = answer.value;
    if (reason === 'renewal' && paidAt !== null) renewals.push(answer.value);
  }
  return { outcome: 'known', value: renewals };
}

/**
 * Whether a renewal was paid since a moment. The provider counts in seconds: what it debited in the
 * second of a declaration came after it.
 */
// guard: only debits after a termination was declared go back
export const isPaidSince = ({ paidAt }: Invoice, since: Date): boolean =>
  paidAt !== null && paidAt.getTime() >= Math.floor(since.getTime() / 1000) * 1000;

/** What the card was debited for renewals. What credit paid has no card to go back to. */
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

/** A payment, with its disputes written down as they stand. */
export async function readPayment(
  deps: ReadDeps,
  { account, intentId }: { account: PaymentAccount; intentId: string },
): Promise<Answer<Intent>> {
  const intent = await deps.payments.readIntent(account, intentId);
  if (intent.outcome !== 'known') return intent;
  // guard: money of a subscription waits for a dispute without a webhook event
  if (intent.value.isDisputed) {
    const told = await checkMoneyBack(deps, { account, intentId });
    if (told.outcome !== 'known') return told;
  }
  return intent;
}
