import type { Stripe } from 'stripe';

import { idOf, type Account, type StoredInvoiceItem } from '../account.ts';
import { readCurrency } from '../api/fields.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import { pathId, type Call, type Operation } from '../api/operation.ts';
import { refuseMissing, refuseParam, refuseState, refuseUnknownObject } from '../api/refusal.ts';
import { settle } from './balance.ts';
import { takePendingItems } from './invoice-lines.ts';

function createFromCall({ account, params }: Call): object {
  const customerId = params.text('customer');
  if (customerId === undefined) throw refuseMissing('customer');
  const customer = account.store.customers.get(customerId);
  if (!customer) {
    throw refuseParam('customer', `No such customer: '${customerId}'`, 'resource_missing');
  }
  const amount = params.integer('amount');
  if (amount === undefined) throw refuseMissing('amount');
  const currency = readCurrency(params);
  const now = account.clock.nowSeconds();
  const item: StoredInvoiceItem = {
    id: account.newId('ii'),
    object: 'invoiceitem',
    amount,
    currency,
    customer: customerId,
    customer_account: null,
    date: now,
    description: params.text('description') ?? null,
    discountable: true,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: params.record('metadata') ?? {},
    parent: null,
    period: { start: now, end: now },
    pricing: null,
    proration: false,
    quantity: 1,
    quantity_decimal: '1',
    tax_rates: [],
    test_clock: null,
  };
  const invoiceId = params.text('invoice');
  const invoice = invoiceId === undefined ? undefined : requireDraft(account, invoiceId);
  account.store.invoiceItems.set(item.id, item);
  if (invoice) addToDraft(account, customer, { invoice, item });
  return item;
}

function requireDraft(account: Account, invoiceId: string): Stripe.Invoice {
  const invoice = account.store.invoices.get(invoiceId);
  if (!invoice) {
    throw refuseParam('invoice', `No such invoice: '${invoiceId}'`, 'resource_missing');
  }
  if (invoice.status === 'draft') return invoice;
  throw refuseState('invoice_not_editable', 'This invoice is no longer editable.');
}

function addToDraft(
  account: Account,
  customer: Stripe.Customer,
  { invoice, item }: { invoice: Stripe.Invoice; item: StoredInvoiceItem },
): void {
  item.invoice = invoice.id;
  const fromItems = takePendingItems(account, customer.id, invoice.id);
  const others = invoice.lines.data.filter((line) => line.parent?.type !== 'invoice_item_details');
  invoice.lines.data = [...others, ...fromItems];
  invoice.subtotal = invoice.lines.data.reduce((sum, line) => sum + line.amount, 0);
  invoice.total = invoice.subtotal;
  invoice.amount_due = settle(invoice.total, customer.balance).due;
  invoice.amount_remaining = invoice.amount_due;
}

/** /v1/invoiceitems: amounts that wait for a customer's next invoice. */
export const INVOICE_ITEM_OPERATIONS: readonly Operation[] = [
  {
    name: 'invoice_items.create',
    method: 'POST',
    path: '/v1/invoiceitems',
    accepts: ['customer', 'amount', 'currency', 'description', 'invoice', 'metadata', 'expand'],
    run: createFromCall,
  },
  {
    name: 'invoice_items.retrieve',
    method: 'GET',
    path: '/v1/invoiceitems/:id',
    accepts: ['expand'],
    run(call) {
      const item = call.account.store.invoiceItems.get(pathId(call));
      if (!item) throw refuseUnknownObject('invoiceitem', pathId(call));
      return item;
    },
  },
  {
    name: 'invoice_items.list',
    method: 'GET',
    path: '/v1/invoiceitems',
    accepts: [...LIST_PARAMS, 'customer', 'invoice'],
    run({ account, params }) {
      const customerId = params.text('customer');
      const invoiceId = params.text('invoice');
      const items = [...account.store.invoiceItems.values()].filter(
        (item) =>
          (customerId === undefined || idOf(item.customer) === customerId) &&
          (invoiceId === undefined || idOf(item.invoice) === invoiceId),
      );
      return pageOf(items, params, '/v1/invoiceitems');
    },
  },
];
