import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import {
  mergeMetadata,
  readAmount,
  readCurrency,
  readCustomer,
  requireCardsAllowed,
} from '../api/fields.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import { pathId, type Call, type Operation } from '../api/operation.ts';
import type { Params } from '../api/params.ts';
import {
  refuseCard,
  refuseMissing,
  refuseParam,
  refuseState,
  refuseUnknownObject,
  type RefusalBody,
} from '../api/refusal.ts';
import { createMethod, useMethod } from '../cards/payment-methods.ts';
import { cancelIntent, confirmIntent, createIntent, requireConfirmable } from './intents.ts';

const CONFIRM_PARAMS = [
  'payment_method',
  'payment_method_data',
  'off_session',
  'return_url',
  'use_stripe_sdk',
  'setup_future_usage',
  'receipt_email',
] as const;

function createFromCall(call: Call): object {
  const { account, params } = call;
  const amount = readAmount(params);
  const currency = readCurrency(params);
  requireCardsAllowed(params);
  requireAutomaticCapture(params);
  const customer = readCustomer(call);
  const futureUsage = readFutureUsage(params);
  const method = readMethod(account, params);
  if (method) requireUsable(method, customer);
  const isConfirmed = params.flag('confirm') === true;
  if (isConfirmed && !method) throw refuseMissing('payment_method');

  const intent = createIntent(account, {
    amount,
    currency,
    customer,
    metadata: params.record('metadata') ?? {},
    description: params.text('description') ?? null,
    receiptEmail: params.text('receipt_email') ?? null,
    futureUsage,
  });
  if (method && isConfirmed) return confirmWith(call, intent, method);
  if (method) {
    intent.payment_method = method.id;
    intent.status = 'requires_confirmation';
  }
  return intent;
}

function requireAutomaticCapture(params: Params): void {
  const capture = params.text('capture_method') ?? 'automatic';
  if (capture !== 'automatic' && capture !== 'automatic_async') {
    throw refuseParam('capture_method', 'The emulator captures automatically only.');
  }
}

function readFutureUsage(params: Params): 'off_session' | 'on_session' | null {
  const usage = params.text('setup_future_usage') ?? '';
  if (usage === '') return null;
  if (usage === 'off_session' || usage === 'on_session') return usage;
  throw refuseParam('setup_future_usage', `Invalid setup_future_usage: ${usage}`);
}

function confirmFromCall(call: Call, intent: Stripe.PaymentIntent): object {
  const { account, params } = call;
  requireConfirmable(intent);
  const futureUsage = readFutureUsage(params);
  const method =
    readMethod(account, params) ??
    account.store.paymentMethods.get(idOf(intent.payment_method) ?? '');
  if (!method) {
    throw refuseState(
      'payment_intent_unexpected_state',
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { payment_intent: { ...intent } },
    );
  }
  requireUsable(method, idOf(intent.customer));
  if (futureUsage !== null) intent.setup_future_usage = futureUsage;
  intent.receipt_email = params.text('receipt_email') ?? intent.receipt_email;
  return confirmWith(call, intent, method);
}

function confirmWith(
  { account, params }: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): object {
  confirmIntent(account, intent, {
    method,
    presence: params.flag('off_session') === true ? 'off_session' : 'on_session',
    returnUrl: params.text('return_url'),
  });
  if (intent.last_payment_error) throw refusePayment(intent, intent.last_payment_error);
  return intent;
}

/** The payment method that a call brings, if it brings one. */
function readMethod(account: Account, params: Params): Stripe.PaymentMethod | undefined {
  const data = params.group('payment_method_data');
  if (data) return createMethod(account, data, 'payment_method_data');
  const methodId = params.text('payment_method');
  return methodId === undefined ? undefined : useMethod(account, methodId);
}

/** A saved card pays for its owner only. */
function requireUsable(method: Stripe.PaymentMethod, customerId: string | null): void {
  const owner = idOf(method.customer);
  if (owner === null || owner === customerId) return;
  throw refuseParam(
    'payment_method',
    customerId === null
      ? 'The payment method you provided is attached to a customer so for security purposes you must provide the customer in the request.'
      : `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
  );
}

/** 402 with the intent inside, as the SDK hands it on. */
export function refusePayment(
  intent: Stripe.PaymentIntent,
  error: Stripe.PaymentIntent.LastPaymentError,
): Error {
  const body: Omit<RefusalBody, 'type'> = {
    code: error.code ?? 'card_declined',
    message: error.message ?? 'Your card was declined.',
    payment_intent: { ...intent },
    ...(error.decline_code === undefined ? {} : { decline_code: error.decline_code }),
    ...(error.charge === undefined ? {} : { charge: error.charge }),
    ...(error.payment_method === undefined ? {} : { payment_method: error.payment_method }),
  };
  return refuseCard(body);
}

function requireIntent(call: Call): Stripe.PaymentIntent {
  const intent = call.account.store.intents.get(pathId(call));
  if (!intent) throw refuseUnknownObject('payment_intent', pathId(call), 'intent');
  if (call.isFromBrowser && call.params.text('client_secret') !== intent.client_secret) {
    throw refuseParam(
      'client_secret',
      'The client_secret provided does not match any associated PaymentIntent.',
      'payment_intent_invalid_parameter',
    );
  }
  return intent;
}

const CANCELLATION_REASONS = [
  'duplicate',
  'fraudulent',
  'requested_by_customer',
  'abandoned',
] as const;

function readCancellationReason(params: Params): Stripe.PaymentIntent.CancellationReason | null {
  const reason = params.text('cancellation_reason') ?? null;
  if (reason === null || CANCELLATION_REASONS.some((known) => known === reason)) return reason;
  throw refuseParam('cancellation_reason', `Invalid cancellation_reason: ${reason}`);
}

function updateFromCall(call: Call): object {
  const intent = requireIntent(call);
  const { params } = call;
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    const onlyMetadata = params.names().every((name) => ['metadata', 'description'].includes(name));
    if (!onlyMetadata) requireConfirmable(intent);
  }
  if (params.text('amount') !== undefined) intent.amount = readAmount(params);
  intent.description = params.text('description') ?? intent.description;
  intent.receipt_email = params.text('receipt_email') ?? intent.receipt_email;
  intent.metadata = mergeMetadata(intent.metadata, params.record('metadata'));
  return intent;
}

/** /v1/payment_intents. */
export const INTENT_OPERATIONS: readonly Operation[] = [
  {
    name: 'payment_intents.create',
    method: 'POST',
    path: '/v1/payment_intents',
    accepts: [
      ...CONFIRM_PARAMS,
      'amount',
      'currency',
      'customer',
      'confirm',
      'metadata',
      'description',
      'payment_method_types',
      'allowed_payment_method_types',
      'capture_method',
      'expand',
    ],
    run: createFromCall,
  },
  {
    name: 'payment_intents.retrieve',
    method: 'GET',
    path: '/v1/payment_intents/:id',
    accepts: ['client_secret', 'expand'],
    isForBrowsers: true,
    run: requireIntent,
  },
  {
    name: 'payment_intents.list',
    method: 'GET',
    path: '/v1/payment_intents',
    accepts: [...LIST_PARAMS, 'customer'],
    run({ account, params }) {
      const customerId = params.text('customer');
      const all = account.store.intents.values();
      const intents =
        customerId === undefined
          ? all
          : [...all].filter((intent) => idOf(intent.customer) === customerId);
      return pageOf(intents, params, '/v1/payment_intents');
    },
  },
  {
    name: 'payment_intents.update',
    method: 'POST',
    path: '/v1/payment_intents/:id',
    accepts: ['amount', 'description', 'receipt_email', 'metadata', 'expand'],
    run: updateFromCall,
  },
  {
    name: 'payment_intents.confirm',
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    accepts: [...CONFIRM_PARAMS, 'client_secret', 'expand'],
    isForBrowsers: true,
    run: (call) => confirmFromCall(call, requireIntent(call)),
  },
  {
    name: 'payment_intents.cancel',
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    accepts: ['cancellation_reason', 'expand'],
    run(call) {
      const intent = requireIntent(call);
      cancelIntent(call.account, intent, readCancellationReason(call.params));
      return intent;
    },
  },
];
