import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';

export type Period = { start: number; end: number };

export function subscriptionLine(
  account: Account,
  subscription: Stripe.Subscription,
  period: Period,
): Stripe.InvoiceLineItem {
  const [item] = subscription.items.data;
  const price = account.store.prices.get(item?.price.id ?? '');
  const product = account.store.products.get(idOf(price?.product) ?? '');
  const amount = price?.unit_amount ?? 0;
  return {
    id: account.newId('il'),
    object: 'line_item',
    amount,
    currency: subscription.currency,
    description: `1 × ${product?.name ?? 'Subscription'}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: { ...subscription.metadata },
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
    period,
    pretax_credit_amounts: [],
    pricing: price
      ? {
          price_details: { price: price.id, product: idOf(price.product) },
          type: 'price_details',
          unit_amount_decimal: null,
        }
      : null,
    quantity: 1,
    quantity_decimal: null,
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
}
