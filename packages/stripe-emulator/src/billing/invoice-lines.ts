import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';

export type Period = { start: number; end: number };

/** The line of a subscription's price for one period. */
export function subscriptionLine(
  account: Account,
  subscription: Stripe.Subscription,
  period: Period,
): Stripe.InvoiceLineItem {
  const [item] = subscription.items.data;
  const price = account.store.prices.get(item?.price.id ?? '');
  const product = account.store.products.get(idOf(price?.product) ?? '');
  const quantity = item?.quantity ?? 1;
  return {
    ...lineOf(account, {
      amount: (price?.unit_amount ?? 0) * quantity,
      currency: subscription.currency,
      description: `${quantity} × ${product?.name ?? 'Subscription'}`,
      period,
      metadata: { ...subscription.metadata },
    }),
    subscription: subscription.id,
    quantity,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item?.id ?? '',
      },
      type: 'subscription_item_details',
    },
    pricing: price
      ? {
          price_details: { price: price.id, product: idOf(price.product) },
          type: 'price_details',
          unit_amount_decimal: null,
        }
      : null,
  };
}

/** Takes the customer's waiting invoice items into lines of an invoice. */
export function takePendingItems(
  account: Account,
  customerId: string,
  invoiceId: string,
): Stripe.InvoiceLineItem[] {
  const lines: Stripe.InvoiceLineItem[] = [];
  for (const item of account.store.invoiceItems.values()) {
    const isWaiting = idOf(item.customer) === customerId && item.invoice === null;
    if (!isWaiting && idOf(item.invoice) !== invoiceId) continue;
    item.invoice = invoiceId;
    lines.push({
      ...lineOf(account, {
        amount: item.amount,
        currency: item.currency,
        description: item.description ?? '',
        period: item.period,
        metadata: { ...item.metadata },
      }),
      parent: {
        invoice_item_details: {
          invoice_item: item.id,
          proration: false,
          proration_details: null,
          subscription: null,
        },
        subscription_item_details: null,
        type: 'invoice_item_details',
      },
    });
  }
  return lines;
}

type LineInput = {
  amount: number;
  currency: string;
  description: string;
  period: Period;
  metadata: Record<string, string>;
};

function lineOf(account: Account, input: LineInput): Stripe.InvoiceLineItem {
  return {
    id: account.newId('il'),
    object: 'line_item',
    amount: input.amount,
    currency: input.currency,
    description: input.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: input.metadata,
    parent: null,
    period: input.period,
    pretax_credit_amounts: [],
    pricing: null,
    quantity: 1,
    quantity_decimal: null,
    subscription: null,
    subtotal: input.amount,
    taxes: [],
  };
}
