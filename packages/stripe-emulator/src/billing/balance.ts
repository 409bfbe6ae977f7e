import type { Stripe } from 'stripe';

import type { Account } from '../account.ts';

export type BalanceEntry = {
  /** In cents; below zero in the customer's favour, as the API counts. */
  amount: number;
  type: Stripe.CustomerBalanceTransaction.Type;
  invoiceId: string | null;
  description: string | null;
  metadata: Record<string, string>;
};

/** Changes a customer's balance and writes the entry that says why. */
export function changeBalance(
  account: Account,
  customer: Stripe.Customer,
  entry: BalanceEntry,
): Stripe.CustomerBalanceTransaction {
  customer.balance += entry.amount;
  const id = account.newId('cbtxn');
  const transaction: Stripe.CustomerBalanceTransaction = {
    id,
    object: 'customer_balance_transaction',
    amount: entry.amount,
    checkout_session: null,
    created: account.clock.nowSeconds(),
    credit_note: null,
    currency: customer.currency ?? 'eur',
    customer: customer.id,
    customer_account: null,
    description: entry.description,
    ending_balance: customer.balance,
    invoice: entry.invoiceId,
    livemode: false,
    metadata: entry.metadata,
    type: entry.type,
  };
  account.store.customerBalanceTransactions.set(id, transaction);
  return transaction;
}
