import type { Stripe } from 'stripe';

import type { Account } from '../account.ts';
import { objectOf } from '../object.ts';

export type Period = { start: number; end: number };

export function subscriptionLine(
  account: Account,
  subscription: Stripe.Subscription,
  period: Period,
): Stripe.InvoiceLineItem {
  const [item] = subscription.items.data;
  const price = account.store.prices.get(item?.price.id ?? '');
  const amount = price?.unit_amount ?? 0;
  return objectOf<Stripe.InvoiceLineItem>({
    id: account.newId('il'),
    object: 'line_item',
    amount,
    currency: subscription.currency,
    description: `1 × ${price?.nickname ?? 'Subscription'}`,
    invoice: null,
    livemode: false,
    metadata: { ...subscription.metadata },
    period,
    quantity: 1,
    subscription: subscription.id,
  });
}
