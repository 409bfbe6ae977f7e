import type { Stripe } from 'stripe';

import { idOf, type Account, type InvoiceOutcome } from '../account.ts';
import { stateError } from '../api/api-error.ts';
import { cancelIntent, confirmIntent, createIntent } from '../payments/intents.ts';
import { changeBalance, applyBalance } from './balance.ts';
import { intentOf, paymentOf, storeInvoicePayment } from './invoice-payment.ts';
import { shapeInvoice, type InvoiceInput } from './invoice-shape.ts';

/** Creates a draft invoice, which can still change and is not due yet. */
export function draftInvoice(account: Account, input: InvoiceInput): Stripe.Invoice {
  const invoice = shapeInvoice(account, input);
  account.store.invoices.set(invoice.id, invoice);
  input.subscription.latest_invoice = invoice.id;
  account.emit('invoice.created', invoice);
  return invoice;
}

/**
 * Finalizes a draft: applies the balance, assigns the number and creates a payment intent for the amount due.
 */
export function finalizeInvoice(account: Account, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'draft') {
    throw stateError(
      'invoice_not_editable',
      "This invoice is already finalized, you can't re-finalize a non-draft invoice.",
    );
  }
  const customer = requireCustomerOf(account, invoice);
  account.agenda.forget(finalizationName(account, invoice));
  invoice.automatically_finalizes_at = null;
  invoice.number = nextNumber(customer);
  invoice.status = 'open';
  invoice.status_transitions.finalized_at = account.clock.nowSeconds();
  invoice.effective_at = account.clock.nowSeconds();
  invoice.hosted_invoice_url = `${account.origin}/invoice/${invoice.id}`;
  applyBalance(account, invoice, customer);
  account.emit('invoice.finalized', invoice);
  if (invoice.amount_due === 0) {
    markPaid(account, invoice);
    return;
  }
  const intent = createIntent(account, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: customer.id,
    metadata: {},
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : null,
    shipping: null,
    futureUsage: 'off_session',
  });
  account.store.invoiceOfIntent.set(intent.id, invoice.id);
  storeInvoicePayment(account, invoice, intent.id);
}

export type InvoiceCharge = {
  method: Stripe.PaymentMethod | undefined;
  /**
   * `person`: charged outside the retry schedule. The first attempt always counts; a later one neither counts
   * as a scheduled attempt nor delays one.
   */
  trigger: 'schedule' | 'person';
};

/** Charges an open invoice off session; the account's invoice listeners receive the outcome. */
export function chargeInvoice(
  account: Account,
  invoice: Stripe.Invoice,
  { method, trigger }: InvoiceCharge,
): void {
  const intent = intentOf(account, invoice);
  if (invoice.status !== 'open' || !intent) return;
  invoice.attempted = true;
  if (!method) {
    recordFailure(account, invoice);
    return;
  }
  if (trigger === 'person') account.store.chargedByHand.add(invoice.id);
  try {
    confirmIntent(account, intent, { method, presence: 'off_session' });
  } finally {
    account.store.chargedByHand.delete(invoice.id);
  }
}

/** Updates the invoice that an intent pays; registered as an intent listener. */
export function followIntent(account: Account, intent: Stripe.PaymentIntent): void {
  const invoice = account.store.invoices.get(account.store.invoiceOfIntent.get(intent.id) ?? '');
  if (!invoice || invoice.status !== 'open') return;
  if (intent.status === 'succeeded') {
    if (countsAsAttempt(account, invoice)) invoice.attempt_count += 1;
    markPaid(account, invoice);
    return;
  }
  if (intent.status === 'requires_action') {
    account.emit('invoice.payment_action_required', invoice);
    notifyListeners(account, invoice, 'action_required');
    return;
  }
  if (intent.last_payment_error?.code === 'authentication_required') {
    account.emit('invoice.payment_action_required', invoice);
  }
  recordFailure(account, invoice);
}

function markPaid(account: Account, invoice: Stripe.Invoice): void {
  invoice.status = 'paid';
  invoice.attempted = true;
  invoice.auto_advance = false;
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = account.clock.nowSeconds();
  const payment = paymentOf(account, invoice);
  if (payment) {
    payment.status = 'paid';
    payment.amount_paid = invoice.amount_due;
    payment.status_transitions.paid_at = account.clock.nowSeconds();
    account.emit('invoice_payment.paid', payment);
  }
  account.emit('invoice.paid', invoice);
  account.emit('invoice.payment_succeeded', invoice);
  notifyListeners(account, invoice, 'paid');
}

/** Removes a draft or open invoice from the account's schedule; the emulator cannot resume it. */
export function setAutoAdvance(
  account: Account,
  invoice: Stripe.Invoice,
  isAdvancing: boolean,
): void {
  const isClosed = invoice.status !== 'draft' && invoice.status !== 'open';
  if (isClosed || isAdvancing) {
    throw stateError(
      'invoice_not_editable',
      `The emulator only stops draft and open invoices. This invoice is ${invoice.status}.`,
    );
  }
  invoice.auto_advance = false;
  invoice.automatically_finalizes_at = null;
  invoice.next_payment_attempt = null;
  account.agenda.forget(finalizationName(account, invoice));
  account.agenda.forget(retryName(account, invoice));
  account.emit('invoice.updated', invoice);
}

/** Voids an unpaid invoice and returns any applied balance to the customer. */
export function voidInvoice(account: Account, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'open') {
    throw stateError(
      'invoice_not_editable',
      `You can only void open or uncollectible invoices. This invoice is ${invoice.status}.`,
    );
  }
  closeUnpaid(account, invoice);
  invoice.status = 'void';
  invoice.status_transitions.voided_at = account.clock.nowSeconds();
  const used = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance;
  const customer = account.store.customers.get(idOf(invoice.customer) ?? '');
  if (used !== 0 && customer) {
    changeBalance(account, customer, {
      amount: -used,
      type: 'unapplied_from_invoice',
      invoiceId: invoice.id,
      description: null,
      metadata: {},
    });
  }
  account.emit('invoice.voided', invoice);
}

export function subscriptionIdOf(invoice: Stripe.Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription);
}

export const finalizationName = (account: Account, invoice: Stripe.Invoice) =>
  `${account.name}:finalize:${invoice.id}`;

export const retryName = (account: Account, invoice: Stripe.Invoice) =>
  `${account.name}:retry:${invoice.id}`;

function recordFailure(account: Account, invoice: Stripe.Invoice): void {
  const isCounted = countsAsAttempt(account, invoice);
  if (isCounted) invoice.attempt_count += 1;
  account.emit('invoice.payment_failed', invoice);
  if (isCounted) notifyListeners(account, invoice, 'failed');
}

const countsAsAttempt = (account: Account, invoice: Stripe.Invoice) =>
  invoice.attempt_count === 0 || !account.store.chargedByHand.has(invoice.id);

function closeUnpaid(account: Account, invoice: Stripe.Invoice): void {
  account.agenda.forget(retryName(account, invoice));
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  const intent = intentOf(account, invoice);
  if (intent && intent.status !== 'canceled') cancelIntent(account, intent, 'void_invoice');
  const payment = paymentOf(account, invoice);
  if (!payment) return;
  payment.status = 'canceled';
  payment.status_transitions.canceled_at = account.clock.nowSeconds();
}

function nextNumber(customer: Stripe.Customer): string {
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  return `${customer.invoice_prefix ?? 'EMULATOR'}-${String(sequence).padStart(4, '0')}`;
}

function requireCustomerOf(account: Account, invoice: Stripe.Invoice): Stripe.Customer {
  const customer = account.store.customers.get(idOf(invoice.customer) ?? '');
  if (customer) return customer;
  throw stateError('resource_missing', `The customer of invoice ${invoice.id} was deleted.`);
}

function notifyListeners(account: Account, invoice: Stripe.Invoice, outcome: InvoiceOutcome): void {
  for (const listener of account.invoiceListeners) listener(invoice, outcome);
}
