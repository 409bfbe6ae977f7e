import type { Stripe } from 'stripe';

import { idOf, type Account, type InvoiceOutcome } from '../account.ts';
import { refuseState } from '../api/refusal.ts';
import type { Presence } from '../payments/authentication.ts';
import { cancelIntent, confirmIntent, createIntent } from '../payments/intents.ts';
import { changeBalance } from './balance.ts';

/** Below this the provider charges nothing and carries the amount over. */
const MINIMUM_CHARGE_CENTS = 50;

export type InvoiceInput = {
  customer: Stripe.Customer;
  subscription: Stripe.Subscription | null;
  reason: Stripe.Invoice.BillingReason;
  currency: string;
  period: { start: number; end: number };
  description: string | null;
  metadata: Record<string, string>;
  /** Whether it finalises and charges itself. */
  advance: 'automatic' | 'manual';
};

/** What an amount comes to once the customer's balance is taken into account, in cents. */
export type Settlement = { due: number; endingBalance: number; carriedOver: number };

/** A credit lowers what is due, a debt raises it, and what is too small to charge becomes a debt. */
export function settle(total: number, balance: number): Settlement {
  const due = Math.max(0, total + balance);
  const endingBalance = Math.min(0, total + balance);
  if (due === 0 || due >= MINIMUM_CHARGE_CENTS) return { due, endingBalance, carriedOver: 0 };
  return { due: 0, endingBalance: due, carriedOver: due };
}

/** An invoice that can still change and asks for nothing yet. */
export function draftInvoice(
  account: Account,
  input: InvoiceInput,
  makeLines: (invoiceId: string) => Stripe.InvoiceLineItem[],
): Stripe.Invoice {
  const invoice = shapeInvoice(account, input, makeLines);
  account.store.invoices.set(invoice.id, invoice);
  if (input.subscription) input.subscription.latest_invoice = invoice.id;
  account.emit('invoice.created', invoice);
  return invoice;
}

/** The invoice that a call would make now, without making it. */
export function shapeInvoice(
  account: Account,
  input: InvoiceInput,
  makeLines: (invoiceId: string) => Stripe.InvoiceLineItem[],
): Stripe.Invoice {
  const { customer, subscription } = input;
  const id = account.newId(input.reason === 'upcoming' ? 'upcoming_in' : 'in');
  const lines = makeLines(id).map((line) => ({ ...line, invoice: id }));
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const { due } = settle(total, customer.balance);
  return {
    id,
    object: 'invoice',
    account_country: 'FR',
    account_name: account.name,
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: input.advance === 'automatic',
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason: input.reason,
    collection_method: 'charge_automatically',
    created: account.clock.nowSeconds(),
    currency: input.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: input.description,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: input.metadata,
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: subscription && {
      quote_details: null,
      subscription_details: {
        metadata: { ...subscription.metadata },
        subscription: subscription.id,
      },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: input.period.end,
    period_start: input.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

/** Fixes a draft: the balance is used, the number given, and a payment made for what is due. */
export function finalizeInvoice(account: Account, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'draft') {
    throw refuseState(
      'invoice_not_editable',
      "This invoice is already finalized, you can't re-finalize a non-draft invoice.",
    );
  }
  const customer = customerOf(account, invoice);
  account.agenda.forget(finalizationName(account, invoice));
  invoice.automatically_finalizes_at = null;
  invoice.number = nextNumber(customer);
  invoice.status = 'open';
  invoice.status_transitions.finalized_at = account.clock.nowSeconds();
  invoice.effective_at = account.clock.nowSeconds();
  useBalance(account, invoice, customer);
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
    receiptEmail: null,
    futureUsage: invoice.parent ? 'off_session' : null,
  });
  account.store.invoiceOfIntent.set(intent.id, invoice.id);
  storeInvoicePayment(account, invoice, intent.id);
}

export type InvoiceCharge = {
  method: Stripe.PaymentMethod | undefined;
  presence: Presence;
  /** `person`: beside the schedule, which it neither counts in nor delays. */
  trigger: 'schedule' | 'person';
};

/** Charges an open invoice; what came of it is told to the account's invoice listeners. */
export function chargeInvoice(
  account: Account,
  invoice: Stripe.Invoice,
  { method, presence, trigger }: InvoiceCharge,
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
    confirmIntent(account, intent, { method, presence });
  } finally {
    account.store.chargedByHand.delete(invoice.id);
  }
}

/** Follows the payment of an invoice; to be registered as an intent listener. */
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
    announce(account, invoice, 'action_required');
    return;
  }
  if (intent.last_payment_error?.code === 'authentication_required') {
    account.emit('invoice.payment_action_required', invoice);
  }
  recordFailure(account, invoice);
}

/** Settles an invoice without a card: nothing was due, or it was paid elsewhere. */
export function markPaid(account: Account, invoice: Stripe.Invoice): void {
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
  announce(account, invoice, 'paid');
}

/** Gives an unpaid invoice up for good; a used balance goes back to the customer. */
export function voidInvoice(account: Account, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw refuseState(
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

/** Writes an open invoice off as lost. */
export function markUncollectible(account: Account, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'open') {
    throw refuseState(
      'invoice_not_editable',
      `You can only mark open invoices as uncollectible. This invoice is ${invoice.status}.`,
    );
  }
  invoice.status = 'uncollectible';
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.marked_uncollectible_at = account.clock.nowSeconds();
  account.emit('invoice.marked_uncollectible', invoice);
}

/** The payment that an invoice is paid with; undefined when nothing was due. */
export function intentOf(
  account: Account,
  invoice: Stripe.Invoice,
): Stripe.PaymentIntent | undefined {
  return account.store.intents.get(idOf(paymentOf(account, invoice)?.payment.payment_intent) ?? '');
}

/** The line that ties an invoice to its payment. */
export function paymentOf(
  account: Account,
  invoice: Stripe.Invoice,
): Stripe.InvoicePayment | undefined {
  return account.store.invoicePayments.get(paymentIdOf(invoice));
}

/** The subscription an invoice belongs to. */
export function subscriptionIdOf(invoice: Stripe.Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription);
}

/** How the agenda calls the moment a draft finalises itself. */
export const finalizationName = (account: Account, invoice: Stripe.Invoice) =>
  `${account.name}:finalize:${invoice.id}`;

/** How the agenda calls the next attempt to charge an invoice. */
export const retryName = (account: Account, invoice: Stripe.Invoice) =>
  `${account.name}:retry:${invoice.id}`;

// One payment per invoice: its id can be told from the invoice's.
const paymentIdOf = (invoice: Stripe.Invoice) => invoice.id.replace(/^in_/, 'inpay_');

function storeInvoicePayment(account: Account, invoice: Stripe.Invoice, intentId: string): void {
  account.store.invoicePayments.set(paymentIdOf(invoice), {
    id: paymentIdOf(invoice),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: account.clock.nowSeconds(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intentId, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
}

function useBalance(account: Account, invoice: Stripe.Invoice, customer: Stripe.Customer): void {
  const starting = customer.balance;
  const { due, endingBalance, carriedOver } = settle(invoice.total, starting);
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

function recordFailure(account: Account, invoice: Stripe.Invoice): void {
  const isCounted = countsAsAttempt(account, invoice);
  if (isCounted) invoice.attempt_count += 1;
  account.emit('invoice.payment_failed', invoice);
  if (isCounted) announce(account, invoice, 'failed');
}

/** The first attempt counts whoever made it; after that only those of the schedule do. */
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

function customerOf(account: Account, invoice: Stripe.Invoice): Stripe.Customer {
  const customer = account.store.customers.get(idOf(invoice.customer) ?? '');
  if (customer) return customer;
  throw refuseState('resource_missing', `The customer of invoice ${invoice.id} was deleted.`);
}

function announce(account: Account, invoice: Stripe.Invoice, outcome: InvoiceOutcome): void {
  for (const listener of account.invoiceListeners) listener(invoice, outcome);
}
