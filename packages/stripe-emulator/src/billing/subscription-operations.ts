import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import { mergeMetadata } from '../api/fields.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import { pathId, type Call, type Operation } from '../api/operation.ts';
import type { Params } from '../api/params.ts';
import {
  refuseCard,
  refuseMissing,
  refuseParam,
  refuseState,
  refuseUnknownObject,
} from '../api/refusal.ts';
import { cardBehind, declineBodyOf } from '../cards/payment-methods.ts';
import { authenticationFor, type Presence } from '../payments/authentication.ts';
import { requireOwnMethod } from './customers.ts';
import { subscriptionLine, takePendingItems } from './invoice-lines.ts';
import { chargeInvoice, draftInvoice, finalizeInvoice } from './invoices.ts';
import { periodOf } from './renewals.ts';
import { createSubscription, endSubscription, hasEnded } from './subscriptions.ts';

const PAYMENT_BEHAVIORS = new Set([
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
]);

function createFromCall(call: Call): object {
  const { account, params } = call;
  const customer = readCustomer(account, params);
  const { price, quantity } = readItem(account, params);
  const behavior = params.text('payment_behavior') ?? 'allow_incomplete';
  if (!PAYMENT_BEHAVIORS.has(behavior)) {
    throw refuseParam('payment_behavior', `Invalid payment_behavior: ${behavior}`);
  }
  const presence = params.flag('off_session') === true ? 'off_session' : 'on_session';
  const defaultMethod = params.text('default_payment_method');
  const defaultMethodId =
    defaultMethod === undefined ? null : requireOwnMethod(account, customer.id, defaultMethod);
  const methodId = defaultMethodId ?? idOf(customer.invoice_settings.default_payment_method);
  const method = account.store.paymentMethods.get(methodId ?? '');
  const isFree = (price.unit_amount ?? 0) * quantity + customer.balance <= 0;
  if (!method && !isFree && behavior !== 'default_incomplete') {
    throw refuseState(
      'resource_missing',
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
    );
  }
  if (behavior === 'error_if_incomplete' && method && !isFree) {
    requireImmediateSuccess(account, method, presence);
  }

  const subscription = createSubscription(account, {
    customer,
    price,
    quantity,
    defaultMethodId,
    metadata: params.record('metadata') ?? {},
    description: params.text('description') ?? null,
    keepsFirstCard:
      params.text('payment_settings[save_default_payment_method]') === 'on_subscription',
  });
  if (params.flag('cancel_at_period_end') === true) stopRenewing(account, subscription);
  const invoice = draftInvoice(
    account,
    {
      customer,
      subscription,
      reason: 'subscription_create',
      currency: subscription.currency,
      period: { start: subscription.created, end: subscription.created },
      description: null,
      metadata: {},
      advance: 'automatic',
    },
    (invoiceId) => [
      ...takePendingItems(account, customer.id, invoiceId),
      subscriptionLine(account, subscription, periodOf(subscription)),
    ],
  );
  finalizeInvoice(account, invoice);
  if (behavior !== 'default_incomplete')
    chargeInvoice(account, invoice, { method, presence, trigger: 'schedule' });
  return subscription;
}

function readCustomer(account: Account, params: Params): Stripe.Customer {
  const customerId = params.text('customer');
  if (customerId === undefined) throw refuseMissing('customer');
  const customer = account.store.customers.get(customerId);
  if (customer) return customer;
  throw refuseParam('customer', `No such customer: '${customerId}'`, 'resource_missing');
}

function readItem(account: Account, params: Params): { price: Stripe.Price; quantity: number } {
  const [item, ...more] = params.items('items');
  if (!item) throw refuseMissing('items');
  if (more.length > 0) throw refuseParam('items', 'The emulator bills one item a subscription.');
  const priceId = item.text('price');
  if (priceId === undefined) throw refuseMissing('items[0][price]');
  const price = account.store.prices.get(priceId);
  if (!price) {
    throw refuseParam('items[0][price]', `No such price: '${priceId}'`, 'resource_missing');
  }
  if (!price.recurring) {
    throw refuseParam(
      'items[0][price]',
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
    );
  }
  return { price, quantity: item.integer('quantity') ?? 1 };
}

function requireImmediateSuccess(
  account: Account,
  method: Stripe.PaymentMethod,
  presence: Presence,
): void {
  const decline = cardBehind(account, method).chargeDecline;
  if (decline) throw refuseCard(declineBodyOf(decline));
  if (authenticationFor(account, method, presence) === 'none') return;
  throw refuseCard({
    code: 'subscription_payment_intent_requires_action',
    message:
      'Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with subscription.latest_invoice. For more information see: https://stripe.com/docs/billing/subscriptions/overview#requires-action',
  });
}

function requireSubscription(call: Call): Stripe.Subscription {
  const subscription = call.account.store.subscriptions.get(pathId(call));
  if (!subscription) throw refuseUnknownObject('subscription', pathId(call));
  return subscription;
}

function updateFromCall(call: Call): object {
  const { account, params } = call;
  const subscription = requireSubscription(call);
  if (hasEnded(subscription)) {
    throw refuseState(
      'invalid_canceled_subscription_fields',
      'A canceled subscription can only update its cancellation_details and metadata.',
    );
  }
  const defaultMethod = params.text('default_payment_method');
  if (defaultMethod !== undefined) {
    const customerId = idOf(subscription.customer);
    subscription.default_payment_method = requireOwnMethod(account, customerId, defaultMethod);
  }
  const stops = params.flag('cancel_at_period_end');
  if (stops === true) stopRenewing(account, subscription);
  if (stops === false) keepRenewing(subscription);
  subscription.description = params.text('description') ?? subscription.description;
  subscription.metadata = mergeMetadata(subscription.metadata, params.record('metadata'));
  account.emit('customer.subscription.updated', subscription);
  return subscription;
}

function stopRenewing(account: Account, subscription: Stripe.Subscription): void {
  subscription.cancel_at_period_end = true;
  subscription.cancel_at = periodOf(subscription).end;
  subscription.canceled_at ??= account.clock.nowSeconds();
  if (subscription.cancellation_details) {
    subscription.cancellation_details.reason = 'cancellation_requested';
  }
}

function keepRenewing(subscription: Stripe.Subscription): void {
  subscription.cancel_at_period_end = false;
  subscription.cancel_at = null;
  subscription.canceled_at = null;
  if (subscription.cancellation_details) subscription.cancellation_details.reason = null;
}

function listFromCall({ account, params }: Call): object {
  const customerId = params.text('customer');
  const priceId = params.text('price');
  const status = params.text('status');
  const isWanted = (subscription: Stripe.Subscription) => {
    if (status === 'all') return true;
    if (status === 'ended') return hasEnded(subscription);
    return status === undefined ? !hasEnded(subscription) : subscription.status === status;
  };
  const subscriptions = [...account.store.subscriptions.values()].filter(
    (subscription) =>
      isWanted(subscription) &&
      (customerId === undefined || idOf(subscription.customer) === customerId) &&
      (priceId === undefined || subscription.items.data[0]?.price.id === priceId),
  );
  return pageOf(subscriptions, params, '/v1/subscriptions');
}

/** /v1/subscriptions. */
export const SUBSCRIPTION_OPERATIONS: readonly Operation[] = [
  {
    name: 'subscriptions.create',
    method: 'POST',
    path: '/v1/subscriptions',
    accepts: [
      'customer',
      'items',
      'default_payment_method',
      'payment_behavior',
      'payment_settings',
      'off_session',
      'cancel_at_period_end',
      'description',
      'metadata',
      'expand',
    ],
    run: createFromCall,
  },
  {
    name: 'subscriptions.retrieve',
    method: 'GET',
    path: '/v1/subscriptions/:id',
    accepts: ['expand'],
    run: requireSubscription,
  },
  {
    name: 'subscriptions.list',
    method: 'GET',
    path: '/v1/subscriptions',
    accepts: [...LIST_PARAMS, 'customer', 'price', 'status'],
    run: listFromCall,
  },
  {
    name: 'subscriptions.update',
    method: 'POST',
    path: '/v1/subscriptions/:id',
    accepts: [
      'default_payment_method',
      'cancel_at_period_end',
      'description',
      'metadata',
      'expand',
    ],
    run: updateFromCall,
  },
  {
    name: 'subscriptions.cancel',
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    accepts: ['expand'],
    run(call) {
      const subscription = requireSubscription(call);
      if (hasEnded(subscription)) throw refuseUnknownObject('subscription', subscription.id);
      endSubscription(call.account, subscription, 'cancellation_requested');
      return subscription;
    },
  },
];
