import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import { objectOf } from '../object.ts';

/** Returns the payment intent of an invoice; undefined if nothing was due. */
export function intentOf(
  account: Account,
  invoice: Stripe.Invoice,
): Stripe.PaymentIntent | undefined {
  return account.store.intents.get(idOf(paymentOf(account, invoice)?.payment.payment_intent) ?? '');
}

/** Returns the invoice payment, the object that links an invoice to its payment intent. */
export function paymentOf(
  account: Account,
  invoice: Stripe.Invoice,
): Stripe.InvoicePayment | undefined {
  return account.store.invoicePayments.get(paymentIdOf(invoice));
}

export function storeInvoicePayment(
  account: Account,
  invoice: Stripe.Invoice,
  intentId: string,
): void {
  const payment = objectOf<Stripe.InvoicePayment>({
    id: paymentIdOf(invoice),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: account.clock.nowSeconds(),
    currency: invoice.currency,
    invoice: invoice.id,
    livemode: false,
    payment: { payment_intent: intentId, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  account.store.invoicePayments.set(payment.id, payment);
}

// An invoice has one payment, so its id is derived from the invoice's.
const paymentIdOf = (invoice: Stripe.Invoice) => invoice.id.replace(/^in_/, 'inpay_');
