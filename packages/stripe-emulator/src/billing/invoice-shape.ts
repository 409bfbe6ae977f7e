import type { Stripe } from 'stripe';

import type { Account } from '../account.ts';
import { objectOf } from '../object.ts';
import { decideDue } from './balance.ts';
import type { Period } from './invoice-lines.ts';

export type InvoiceInput = {
  customer: Stripe.Customer;
  subscription: Stripe.Subscription;
  reason: 'subscription_create' | 'subscription_cycle';
  /** The period that has ended; the line has the period that is charged. */
  period: Period;
  line: Stripe.InvoiceLineItem;
};

/** Builds a draft invoice without storing it. */
export function shapeInvoice(account: Account, input: InvoiceInput): Stripe.Invoice {
  const { customer, subscription } = input;
  const id = account.newId('in');
  const total = input.line.amount;
  const { due } = decideDue(total, customer.balance);
  return objectOf<Stripe.Invoice>({
    id,
    object: 'invoice',
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatically_finalizes_at: null,
    billing_reason: input.reason,
    created: account.clock.nowSeconds(),
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    effective_at: null,
    ending_balance: null,
    hosted_invoice_url: null,
    lines: {
      object: 'list',
      data: [{ ...input.line, invoice: id }],
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    parent: {
      subscription_details: {
        metadata: { ...subscription.metadata },
        subscription: subscription.id,
      },
      type: 'subscription_details',
    },
    period_end: input.period.end,
    period_start: input.period.start,
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      paid_at: null,
      voided_at: null,
    },
    total,
  });
}
