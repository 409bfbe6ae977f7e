import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import { mergeMetadata } from '../api/fields.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import { pathId, type Call, type Operation } from '../api/operation.ts';
import {
  refuse,
  refuseCard,
  refuseMissing,
  refuseParam,
  refuseState,
  refuseUnknownObject,
} from '../api/refusal.ts';
import { useMethod } from '../cards/payment-methods.ts';
import { refusePayment } from '../payments/intent-operations.ts';
import { subscriptionLine, takePendingItems } from './invoice-lines.ts';
import { intentOf, paymentOf } from './invoice-payment.ts';
import { shapeInvoice } from './invoice-shape.ts';
import {
  chargeInvoice,
  draftInvoice,
  finalizationName,
  finalizeInvoice,
  markPaid,
  markUncollectible,
  subscriptionIdOf,
  voidInvoice,
} from './invoices.ts';
import { nextPeriodOf, periodOf, renewalMethodOf } from './renewals.ts';
import { hasEnded } from './subscriptions.ts';

const DRAFT_SECONDS = 3600;

function createFromCall({ account, params }: Call): object {
  const customerId = params.text('customer');
  if (customerId === undefined) throw refuseMissing('customer');
  const customer = account.store.customers.get(customerId);
  if (!customer) {
    throw refuseParam('customer', `No such customer: '${customerId}'`, 'resource_missing');
  }
  const now = account.clock.nowSeconds();
  const includesItems = params.text('pending_invoice_items_behavior') === 'include';
  const advance = params.flag('auto_advance') === true ? 'automatic' : 'manual';
  const invoice = draftInvoice(
    account,
    {
      customer,
      subscription: null,
      reason: 'manual',
      currency: params.text('currency') ?? customer.currency ?? 'eur',
      period: { start: now, end: now },
      description: params.text('description') ?? null,
      metadata: params.record('metadata') ?? {},
      advance,
    },
    (invoiceId) => (includesItems ? takePendingItems(account, customer.id, invoiceId) : []),
  );
  if (advance === 'automatic') planAdvance(account, invoice, now + DRAFT_SECONDS);
  return invoice;
}

function planAdvance(account: Account, invoice: Stripe.Invoice, at: number): void {
  invoice.automatically_finalizes_at = at;
  account.agenda.plan(finalizationName(account, invoice), at, () => {
    finalizeInvoice(account, invoice);
    const method = defaultMethodOf(account, invoice);
    chargeInvoice(account, invoice, { method, presence: 'off_session', trigger: 'schedule' });
  });
}

function defaultMethodOf(
  account: Account,
  invoice: Stripe.Invoice,
): Stripe.PaymentMethod | undefined {
  const own = account.store.paymentMethods.get(idOf(invoice.default_payment_method) ?? '');
  const subscription = account.store.subscriptions.get(subscriptionIdOf(invoice) ?? '');
  if (own || subscription) return own ?? (subscription && renewalMethodOf(account, subscription));
  const customer = account.store.customers.get(idOf(invoice.customer) ?? '');
  return account.store.paymentMethods.get(
    idOf(customer?.invoice_settings.default_payment_method) ?? '',
  );
}

function payFromCall(call: Call): object {
  const { account, params } = call;
  const invoice = requireInvoice(call);
  if (invoice.status === 'draft') finalizeInvoice(account, invoice);
  if (invoice.status !== 'open') {
    const state = invoice.status ?? 'unknown';
    throw refuseState(
      'invoice_not_editable',
      state === 'paid' ? 'Invoice is already paid' : `Invoice cannot be paid: it is ${state}.`,
    );
  }
  if (params.flag('paid_out_of_band') === true) {
    markPaid(account, invoice);
    return invoice;
  }
  const methodId = params.text('payment_method');
  const method =
    methodId === undefined ? defaultMethodOf(account, invoice) : useMethod(account, methodId);
  if (!method) {
    throw refuseState(
      'resource_missing',
      'There is no `default_payment_method` set on this Customer or Invoice. Please set a `default_payment_method`.',
    );
  }
  const presence = params.flag('off_session') === false ? 'on_session' : 'off_session';
  chargeInvoice(account, invoice, { method, presence, trigger: 'person' });
  const intent = intentOf(account, invoice);
  if (intent?.last_payment_error) throw refusePayment(intent, intent.last_payment_error);
  if (intent?.status === 'requires_action') {
    throw refuseCard({
      code: 'invoice_payment_intent_requires_action',
      message:
        'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
      payment_intent: { ...intent },
    });
  }
  return invoice;
}

function previewFromCall({ account, params }: Call): object {
  const subscriptionId = params.text('subscription');
  if (subscriptionId === undefined) throw refuseMissing('subscription');
  const subscription = account.store.subscriptions.get(subscriptionId);
  if (!subscription) {
    throw refuseParam(
      'subscription',
      `No such subscription: '${subscriptionId}'`,
      'resource_missing',
    );
  }
  const customer = account.store.customers.get(idOf(subscription.customer));
  if (!customer || hasEnded(subscription) || subscription.cancel_at_period_end) {
    throw refuse({
      status: 404,
      isKept: false,
      body: {
        type: 'invalid_request_error',
        code: 'invoice_upcoming_none',
        message: `No upcoming invoices for customer: ${idOf(subscription.customer)}`,
      },
    });
  }
  const past = periodOf(subscription);
  const preview = shapeInvoice(
    account,
    {
      customer,
      subscription,
      reason: 'upcoming',
      currency: subscription.currency,
      period: past,
      description: null,
      metadata: {},
      advance: 'automatic',
    },
    () => [subscriptionLine(account, subscription, nextPeriodOf(subscription))],
  );
  preview.created = past.end;
  preview.next_payment_attempt = past.end + DRAFT_SECONDS;
  return preview;
}

function requireInvoice(call: Call): Stripe.Invoice {
  const invoice = call.account.store.invoices.get(pathId(call));
  if (!invoice) throw refuseUnknownObject('invoice', pathId(call), 'invoice');
  return invoice;
}

/** An operation on one invoice that answers the invoice. */
function transition(
  name: string,
  accepts: readonly string[],
  change: (call: Call, invoice: Stripe.Invoice) => void,
): Operation {
  return {
    name: `invoices.${name}`,
    method: 'POST',
    path: `/v1/invoices/:id/${PATHS[name] ?? name}`,
    accepts: [...accepts, 'expand'],
    run(call) {
      const invoice = requireInvoice(call);
      change(call, invoice);
      return invoice;
    },
  };
}

const PATHS: Record<string, string> = { finalize_invoice: 'finalize', void_invoice: 'void' };

/** /v1/invoices and /v1/invoice_payments. */
export const INVOICE_OPERATIONS: readonly Operation[] = [
  {
    name: 'invoices.create',
    method: 'POST',
    path: '/v1/invoices',
    accepts: [
      'customer',
      'currency',
      'auto_advance',
      'description',
      'metadata',
      'pending_invoice_items_behavior',
      'expand',
    ],
    run: createFromCall,
  },
  {
    name: 'invoices.create_preview',
    method: 'POST',
    path: '/v1/invoices/create_preview',
    accepts: ['customer', 'subscription', 'expand'],
    run: previewFromCall,
  },
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
    accepts: [...LIST_PARAMS, 'customer', 'subscription', 'status'],
    run({ account, params }) {
      const customerId = params.text('customer');
      const subscriptionId = params.text('subscription');
      const status = params.text('status');
      const invoices = [...account.store.invoices.values()].filter(
        (invoice) =>
          (customerId === undefined || idOf(invoice.customer) === customerId) &&
          (subscriptionId === undefined || subscriptionIdOf(invoice) === subscriptionId) &&
          (status === undefined || invoice.status === status),
      );
      return pageOf(invoices, params, '/v1/invoices');
    },
  },
  {
    name: 'invoices.update',
    method: 'POST',
    path: '/v1/invoices/:id',
    accepts: ['auto_advance', 'description', 'metadata', 'expand'],
    run(call) {
      const invoice = requireInvoice(call);
      invoice.auto_advance = call.params.flag('auto_advance') ?? invoice.auto_advance ?? false;
      if (!invoice.auto_advance) {
        call.account.agenda.forget(finalizationName(call.account, invoice));
      }
      invoice.description = call.params.text('description') ?? invoice.description;
      invoice.metadata = mergeMetadata(invoice.metadata ?? {}, call.params.record('metadata'));
      return invoice;
    },
  },
  {
    name: 'invoices.delete',
    method: 'DELETE',
    path: '/v1/invoices/:id',
    accepts: [],
    run(call) {
      const invoice = requireInvoice(call);
      if (invoice.status !== 'draft') {
        throw refuseState('invoice_not_editable', 'You can only delete draft invoices.');
      }
      call.account.agenda.forget(finalizationName(call.account, invoice));
      call.account.store.invoices.delete(invoice.id);
      call.account.emit('invoice.deleted', invoice);
      return { id: invoice.id, object: 'invoice', deleted: true };
    },
  },
  transition('finalize_invoice', ['auto_advance'], ({ account }, invoice) =>
    finalizeInvoice(account, invoice),
  ),
  transition('void_invoice', [], ({ account }, invoice) => voidInvoice(account, invoice)),
  transition('mark_uncollectible', [], ({ account }, invoice) =>
    markUncollectible(account, invoice),
  ),
  {
    name: 'invoices.pay',
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    accepts: ['payment_method', 'off_session', 'paid_out_of_band', 'expand'],
    run: payFromCall,
  },
  {
    name: 'invoice_payments.list',
    method: 'GET',
    path: '/v1/invoice_payments',
    accepts: [...LIST_PARAMS, 'invoice', 'status'],
    run({ account, params }) {
      const invoiceId = params.text('invoice');
      const status = params.text('status');
      const payments = [...account.store.invoicePayments.values()].filter(
        (payment) =>
          (invoiceId === undefined || idOf(payment.invoice) === invoiceId) &&
          (status === undefined || payment.status === status),
      );
      return pageOf(payments, params, '/v1/invoice_payments');
    },
  },
  {
    name: 'invoice_payments.retrieve',
    method: 'GET',
    path: '/v1/invoice_payments/:id',
    accepts: ['expand'],
    run(call) {
      const payment = call.account.store.invoicePayments.get(pathId(call));
      if (!payment) throw refuseUnknownObject('invoice_payment', pathId(call));
      return payment;
    },
  },
];

/** The parts of an invoice that are there only when a call expands them. */
export function invoiceExtras(account: Account, invoiceId: string): Record<string, unknown> {
  const invoice = account.store.invoices.get(invoiceId);
  if (!invoice) return {};
  const payment = paymentOf(account, invoice);
  const intent = intentOf(account, invoice);
  return {
    payments: {
      object: 'list',
      data: payment ? [payment] : [],
      has_more: false,
      url: `/v1/invoice_payments?invoice=${invoiceId}`,
    },
    confirmation_secret: intent && {
      client_secret: intent.client_secret,
      type: 'payment_intent',
    },
  };
}
