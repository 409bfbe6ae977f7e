import type { Stripe } from 'stripe';

import { idOf, type Account, type InvoiceOutcome } from '../account.ts';
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
  const subscription: Stripe.Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [itemOf(account, id, input)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: input.keepsFirstCard ? 'on_subscription' : 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  };
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
  return {
    id: account.newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: periodEndAfter(now, { anchor: now, interval: intervalOf(price) }),
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity: 1,
    subscription: subscriptionId,
    tax_rates: [],
  };
}

function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: null,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: intervalOf(price),
    interval_count: 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

const expiryName = (account: Account, subscription: Stripe.Subscription) =>
  `${account.name}:expire:${subscription.id}`;
