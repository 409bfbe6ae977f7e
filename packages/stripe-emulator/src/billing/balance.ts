import type { Stripe } from 'stripe';

import type { Account } from '../account.ts';
import { objectOf } from '../object.ts';

/** The smallest amount the provider charges, in cents; a smaller one is carried over to the next invoice. */
const MINIMUM_CHARGE_CENTS = 50;

export type BalanceEntry = {
  /** In cents; negative amounts are in the customer's favour, as in the API. */
  amount: number;
  type: Stripe.CustomerBalanceTransaction.Type;
  invoiceId: string | null;
  description: string | null;
  metadata: Record<string, string>;
};

export function changeBalance(
  account: Account,
  customer: Stripe.Customer,
  entry: BalanceEntry,
): Stripe.CustomerBalanceTransaction {
  customer.balance += entry.amount;
  const id = account.newId('cbtxn');
  const transaction = objectOf<Stripe.CustomerBalanceTransaction>({
    id,
    object: 'customer_balance_transaction',
    amount: entry.amount,
    created: account.clock.nowSeconds(),
    currency: customer.currency ?? 'eur',
    customer: customer.id,
    description: entry.description,
    ending_balance: customer.balance,
    invoice: entry.invoiceId,
    livemode: false,
    metadata: entry.metadata,
    type: entry.type,
  });
  account.store.customerBalanceTransactions.set(id, transaction);
  return transaction;
}

/** In cents. `endingBalance` is the customer's balance after the invoice. */
export type Due = { due: number; endingBalance: number; carriedOver: number };

/**
 * Computes the amount due: a credit lowers it, a debt raises it, and an amount too small to charge becomes a
 * debt.
 */
export function decideDue(total: number, balance: number): Due {
  const due = Math.max(0, total + balance);
  const endingBalance = Math.min(0, total + balance);
  if (due === 0 || due >= MINIMUM_CHARGE_CENTS) return { due, endingBalance, carriedOver: 0 };
  return { due: 0, endingBalance: due, carriedOver: due };
}

/** Applies a customer's balance to an invoice, which is then due for the rest. */
export function applyBalance(
  account: Account,
  invoice: Stripe.Invoice,
  customer: Stripe.Customer,
): void {
  const starting = customer.balance;
  const { due, endingBalance, carriedOver } = decideDue(invoice.total, starting);
  const applied = endingBalance - carriedOver - starting;
  const entry = { invoiceId: invoice.id, description: null, metadata: {} };
  if (applied !== 0) {
    changeBalance(account, customer, { ...entry, amount: applied, type: 'applied_to_invoice' });
  }
  if (carriedOver !== 0) {
    changeBalance(account, customer, { ...entry, amount: carriedOver, type: 'invoice_too_small' });
  }
  invoice.starting_balance = starting;
  invoice.ending_balance = endingBalance;
  invoice.amount_due = due;
  invoice.amount_remaining = due;
}
