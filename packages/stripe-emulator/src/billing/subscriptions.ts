import type { Stripe } from 'stripe';

import { idOf, type Account, type InvoiceOutcome } from '../account.ts';
import { objectOf } from '../object.ts';
import { intentOf } from './invoice-payment.ts';
import { voidInvoice, retryName, subscriptionIdOf } from './invoices.ts';
import { intervalOf, periodEndAfter } from './periods.ts';
import { planRenewal, planRetry, renewalName } from './renewals.ts';

/** How long the first payment may take before the subscription expires. */
const INCOMPLETE_HOURS = 23;

export type SubscriptionInput = {
  customer: Stripe.Customer;
  price: Stripe.Price;
  metadata: Record<string, string>;
  keepsFirstCard: boolean;
};

/** Creates an incomplete subscription; the caller creates its first invoice. */
export function createSubscription(
  account: Account,
  input: SubscriptionInput,
): Stripe.Subscription {
  const { customer, price } = input;
  const now = account.clock.nowSeconds();
  const id = account.newId('sub');
  customer.currency = price.currency;
  const subscription = objectOf<Stripe.Subscription>({
    id,
    object: 'subscription',
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { reason: null },
    created: now,
    currency: price.currency,
    customer: customer.id,
    default_payment_method: null,
    ended_at: null,
    items: {
      object: 'list',
      data: [itemOf(account, id, input)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata: input.metadata,
    payment_settings: {
      save_default_payment_method: input.keepsFirstCard ? 'on_subscription' : 'off',
    },
    start_date: now,
    status: 'incomplete',
  });
  account.store.subscriptions.set(id, subscription);
  account.emit('customer.subscription.created', subscription);
  account.agenda.plan(expiryName(account, subscription), now + INCOMPLETE_HOURS * 3600, () =>
    endSubscription(account, subscription, 'payment_failed'),
  );
  planRenewal(account, subscription, endSubscription);
  return subscription;
}

/** Ends a subscription immediately; an incomplete one also voids its open invoices. */
export function endSubscription(
  account: Account,
  subscription: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): void {
  const now = account.clock.nowSeconds();
  const wasIncomplete = subscription.status === 'incomplete';
  subscription.status = wasIncomplete ? 'incomplete_expired' : 'canceled';
  subscription.ended_at = now;
  subscription.canceled_at ??= now;
  if (subscription.cancellation_details) subscription.cancellation_details.reason = reason;
  account.agenda.forget(renewalName(account, subscription));
  account.agenda.forget(expiryName(account, subscription));
  stopCollecting(account, subscription, wasIncomplete);
  account.emit(
    wasIncomplete ? 'customer.subscription.updated' : 'customer.subscription.deleted',
    subscription,
  );
}

export function endAllSubscriptions(account: Account, customer: Stripe.Customer): void {
  for (const subscription of account.store.subscriptions.values()) {
    if (idOf(subscription.customer) !== customer.id || hasEnded(subscription)) continue;
    endSubscription(account, subscription, 'cancellation_requested');
  }
}

export function hasEnded(subscription: Stripe.Subscription): boolean {
  return subscription.status === 'canceled' || subscription.status === 'incomplete_expired';
}

/** Updates a subscription from its invoices' outcomes; registered as an invoice listener. */
export function followInvoice(
  account: Account,
  invoice: Stripe.Invoice,
  outcome: InvoiceOutcome,
): void {
  const subscription = account.store.subscriptions.get(subscriptionIdOf(invoice) ?? '');
  if (!subscription || hasEnded(subscription)) return;
  if (outcome === 'paid') {
    account.agenda.forget(retryName(account, invoice));
    activate(account, subscription, invoice);
  }
  if (outcome === 'failed' && invoice.billing_reason === 'subscription_cycle') {
    fallBehind(account, subscription, invoice);
  }
}

function activate(
  account: Account,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): void {
  account.agenda.forget(expiryName(account, subscription));
  setDelinquent(account, subscription, false);
  if (subscription.payment_settings?.save_default_payment_method === 'on_subscription') {
    subscription.default_payment_method ??= intentOf(account, invoice)?.payment_method ?? null;
  }
  if (subscription.status === 'active') return;
  subscription.status = 'active';
  account.emit('customer.subscription.updated', subscription);
}

function fallBehind(
  account: Account,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): void {
  setDelinquent(account, subscription, true);
  const isPlanned = planRetry(account, subscription, invoice);
  if (!isPlanned) {
    endSubscription(account, subscription, 'payment_failed');
    return;
  }
  if (subscription.status === 'past_due') return;
  subscription.status = 'past_due';
  account.emit('customer.subscription.updated', subscription);
}

function setDelinquent(
  account: Account,
  subscription: Stripe.Subscription,
  isDelinquent: boolean,
): void {
  const customer = account.store.customers.get(idOf(subscription.customer));
  if (customer) customer.delinquent = isDelinquent;
}

function stopCollecting(
  account: Account,
  subscription: Stripe.Subscription,
  givesUpFirst: boolean,
): void {
  for (const invoice of account.store.invoices.values()) {
    if (subscriptionIdOf(invoice) !== subscription.id || invoice.status !== 'open') continue;
    account.agenda.forget(retryName(account, invoice));
    invoice.auto_advance = false;
    invoice.next_payment_attempt = null;
    if (givesUpFirst) voidInvoice(account, invoice);
  }
}

function itemOf(
  account: Account,
  subscriptionId: string,
  { price }: SubscriptionInput,
): Stripe.SubscriptionItem {
  const now = account.clock.nowSeconds();
  return objectOf<Stripe.SubscriptionItem>({
    id: account.newId('si'),
    object: 'subscription_item',
    created: now,
    current_period_end: periodEndAfter(now, { anchor: now, interval: intervalOf(price) }),
    current_period_start: now,
    metadata: {},
    price,
    quantity: 1,
    subscription: subscriptionId,
  });
}

const expiryName = (account: Account, subscription: Stripe.Subscription) =>
  `${account.name}:expire:${subscription.id}`;
