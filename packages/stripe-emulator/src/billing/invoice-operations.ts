import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import { stateError, unknownObjectError } from '../api/api-error.ts';
import { LIST_PARAMS, pageOf, unknownIntentError } from '../api/list-page.ts';
import { pathId, type Call, type Operation } from '../api/operation.ts';
import { paymentError } from '../payments/intent-operations.ts';
import { intentOf, paymentOf } from './invoice-payment.ts';
import {
  chargeInvoice,
  finalizeInvoice,
  setAutoAdvance,
  subscriptionIdOf,
  voidInvoice,
} from './invoices.ts';
import { renewalMethodOf } from './renewals.ts';

function payFromCall(call: Call): object {
  const { account } = call;
  const invoice = requireInvoice(call);
  if (invoice.status === 'draft') finalizeInvoice(account, invoice);
  if (invoice.status !== 'open') {
    const state = invoice.status ?? 'unknown';
    throw stateError(
      'invoice_not_editable',
      state === 'paid' ? 'Invoice is already paid' : `Invoice cannot be paid: it is ${state}.`,
    );
  }
  const subscription = account.store.subscriptions.get(subscriptionIdOf(invoice) ?? '');
  const method = subscription && renewalMethodOf(account, subscription);
  if (!method) {
    throw stateError(
      'resource_missing',
      'There is no `default_payment_method` set on this Customer or Invoice. Please set a `default_payment_method`.',
    );
  }
  chargeInvoice(account, invoice, { method, trigger: 'person' });
  const intent = intentOf(account, invoice);
  if (intent?.last_payment_error) throw paymentError(intent, intent.last_payment_error);
  return invoice;
}

function requireInvoice(call: Call): Stripe.Invoice {
  const invoice = call.account.store.invoices.get(pathId(call));
  if (!invoice) throw unknownObjectError('invoice', pathId(call), 'invoice');
  return invoice;
}

export const INVOICE_OPERATIONS: readonly Operation[] = [
  {
    name: 'invoices.retrieve',
    method: 'GET',
    path: '/v1/invoices/:id',
    accepts: ['expand'],
    run: requireInvoice,
  },
  {
    name: 'invoices.list',
    method: 'GET',
    path: '/v1/invoices',
    accepts: [...LIST_PARAMS, 'customer', 'subscription'],
    run({ account, params }) {
      const customerId = params.text('customer');
      const subscriptionId = params.text('subscription');
      const invoices = [...account.store.invoices.values()].filter(
        (invoice) =>
          (customerId === undefined || idOf(invoice.customer) === customerId) &&
          (subscriptionId === undefined || subscriptionIdOf(invoice) === subscriptionId),
      );
      return pageOf(invoices, params, '/v1/invoices');
    },
  },
  {
    name: 'invoices.update',
    method: 'POST',
    path: '/v1/invoices/:id',
    accepts: ['auto_advance', 'expand'],
    run(call) {
      const invoice = requireInvoice(call);
      const isAdvancing = call.params.flag('auto_advance');
      if (isAdvancing !== undefined) setAutoAdvance(call.account, invoice, isAdvancing);
      return invoice;
    },
  },
  {
    name: 'invoices.void_invoice',
    method: 'POST',
    path: '/v1/invoices/:id/void',
    accepts: ['expand'],
    run(call) {
      const invoice = requireInvoice(call);
      voidInvoice(call.account, invoice);
      return invoice;
    },
  },
  {
    name: 'invoices.pay',
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    accepts: ['expand'],
    run: payFromCall,
  },
  {
    name: 'invoice_payments.list',
    method: 'GET',
    path: '/v1/invoice_payments',
    accepts: [...LIST_PARAMS, 'payment'],
    run({ account, params }) {
      const intentId = params.text('payment[payment_intent]');
      if (intentId !== undefined && !account.store.intents.has(intentId)) {
        throw unknownIntentError(intentId);
      }
      const payments = [...account.store.invoicePayments.values()].filter(
        ({ payment }) => intentId === undefined || idOf(payment.payment_intent) === intentId,
      );
      return pageOf(payments, params, '/v1/invoice_payments');
    },
  },
];

/** Returns the fields of an invoice that the API includes only when a request expands them. */
export function invoiceExtras(account: Account, invoiceId: string): Record<string, unknown> {
  const invoice = account.store.invoices.get(invoiceId);
  if (!invoice) return {};
  const payment = paymentOf(account, invoice);
  return {
    payments: {
      object: 'list',
      data: payment ? [payment] : [],
      has_more: false,
      url: `/v1/invoice_payments?invoice=${invoiceId}`,
    },
  };
}
