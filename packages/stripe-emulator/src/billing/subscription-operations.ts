import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import { missingParamError, paramError, stateError, unknownObjectError } from '../api/api-error.ts';
import { checkedMetadata } from '../api/fields.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import { pathId, type Call, type Operation } from '../api/operation.ts';
import type { Params } from '../api/params.ts';
import { requireOwnMethod } from './customers.ts';
import { subscriptionLine } from './invoice-lines.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { periodOf } from './renewals.ts';
import { createSubscription, endSubscription, hasEnded } from './subscriptions.ts';

function createFromCall({ account, params }: Call): object {
  const customer = readCustomer(account, params);
  const price = readPrice(account, params);
  const behavior = params.text('payment_behavior');
  if (behavior !== 'default_incomplete') {
    throw paramError(
      'payment_behavior',
      `The emulator knows default_incomplete only, not ${behavior ?? 'allow_incomplete'}.`,
    );
  }
  const subscription = createSubscription(account, {
    customer,
    price,
    metadata: checkedMetadata(params),
    keepsFirstCard:
      params.text('payment_settings[save_default_payment_method]') === 'on_subscription',
  });
  const { created } = subscription;
  const invoice = draftInvoice(account, {
    customer,
    subscription,
    reason: 'subscription_create',
    period: { start: created, end: created },
    line: subscriptionLine(account, subscription, periodOf(subscription)),
  });
  finalizeInvoice(account, invoice);
  return subscription;
}

function readCustomer(account: Account, params: Params): Stripe.Customer {
  const customerId = params.text('customer');
  if (customerId === undefined) throw missingParamError('customer');
  const customer = account.store.customers.get(customerId);
  if (customer) return customer;
  throw paramError('customer', `No such customer: '${customerId}'`, 'resource_missing');
}

function readPrice(account: Account, params: Params): Stripe.Price {
  const [item, ...more] = params.items('items');
  if (!item) throw missingParamError('items');
  if (more.length > 0) throw paramError('items', 'The emulator bills one item a subscription.');
  const priceId = item.text('price');
  if (priceId === undefined) throw missingParamError('items[0][price]');
  const price = account.store.prices.get(priceId);
  if (!price) {
    throw paramError('items[0][price]', `No such price: '${priceId}'`, 'resource_missing');
  }
  return price;
}

function requireSubscription(call: Call): Stripe.Subscription {
  const subscription = call.account.store.subscriptions.get(pathId(call));
  if (!subscription) throw unknownObjectError('subscription', pathId(call));
  return subscription;
}

function updateFromCall(call: Call): object {
  const { account, params } = call;
  const subscription = requireSubscription(call);
  if (hasEnded(subscription)) {
    throw stateError(
      'invalid_canceled_subscription_fields',
      'A canceled subscription can only update its cancellation_details and metadata.',
    );
  }
  const metadata = checkedMetadata(params, subscription.metadata);
  const defaultMethod = params.text('default_payment_method');
  if (defaultMethod !== undefined) {
    const customerId = idOf(subscription.customer);
    subscription.default_payment_method = requireOwnMethod(account, customerId, defaultMethod);
  }
  const stops = params.flag('cancel_at_period_end');
  if (stops === true) stopRenewing(account, subscription);
  if (stops === false) keepRenewing(subscription);
  subscription.metadata = metadata;
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
  const status = params.text('status');
  const isWanted = (subscription: Stripe.Subscription) => {
    if (status === 'all') return true;
    if (status === 'ended') return hasEnded(subscription);
    return status === undefined ? !hasEnded(subscription) : subscription.status === status;
  };
  const subscriptions = [...account.store.subscriptions.values()].filter(
    (subscription) =>
      isWanted(subscription) &&
      (customerId === undefined || idOf(subscription.customer) === customerId),
  );
  return pageOf(subscriptions, params, '/v1/subscriptions');
}

export const SUBSCRIPTION_OPERATIONS: readonly Operation[] = [
  {
    name: 'subscriptions.create',
    method: 'POST',
    path: '/v1/subscriptions',
    accepts: ['customer', 'items', 'payment_behavior', 'payment_settings', 'metadata', 'expand'],
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
    accepts: [...LIST_PARAMS, 'customer', 'status'],
    run: listFromCall,
  },
  {
    name: 'subscriptions.update',
    method: 'POST',
    path: '/v1/subscriptions/:id',
    accepts: ['default_payment_method', 'cancel_at_period_end', 'metadata', 'expand'],
    run: updateFromCall,
  },
  {
    name: 'subscriptions.cancel',
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    accepts: ['expand'],
    run(call) {
      const subscription = requireSubscription(call);
      if (hasEnded(subscription)) throw unknownObjectError('subscription', subscription.id);
      endSubscription(call.account, subscription, 'cancellation_requested');
      return subscription;
    },
  },
];
