import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import {
  cardError,
  paramError,
  stateError,
  unknownObjectError,
  type ErrorBody,
} from '../api/api-error.ts';
import {
  checkedMetadata,
  readAmount,
  readCurrency,
  readDescription,
  readShipping,
  requireCardsAllowed,
} from '../api/fields.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import { pathId, type Call, type Operation } from '../api/operation.ts';
import type { Params } from '../api/params.ts';
import { createMethod, useMethod } from '../cards/payment-methods.ts';
import { cancelIntent, confirmIntent, createIntent, requireConfirmable } from './intents.ts';

function createFromCall({ account, params }: Call): object {
  const amount = readAmount(params);
  const currency = readCurrency(params);
  requireCardsAllowed(params);
  requireAutomaticCapture(params);
  return createIntent(account, {
    amount,
    currency,
    customer: null,
    metadata: checkedMetadata(params),
    description: readDescription(params),
    shipping: readShipping(params),
    futureUsage: null,
  });
}

function requireAutomaticCapture(params: Params): void {
  const capture = params.text('capture_method') ?? 'automatic';
  if (capture !== 'automatic' && capture !== 'automatic_async') {
    throw paramError('capture_method', 'The emulator captures automatically only.');
  }
}

function confirmFromCall({ account, params }: Call, intent: Stripe.PaymentIntent): object {
  requireConfirmable(intent);
  const method = readMethod(account, params);
  if (!method) {
    throw stateError(
      'payment_intent_unexpected_state',
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { payment_intent: { ...intent } },
    );
  }
  requireUsable(method, idOf(intent.customer));
  confirmIntent(account, intent, { method, presence: 'on_session' });
  if (intent.last_payment_error) throw paymentError(intent, intent.last_payment_error);
  return intent;
}

function readMethod(account: Account, params: Params): Stripe.PaymentMethod | undefined {
  const data = params.group('payment_method_data');
  if (data) return createMethod(account, data, 'payment_method_data');
  const methodId = params.text('payment_method');
  return methodId === undefined ? undefined : useMethod(account, methodId);
}

/** Requires that an attached payment method pays only for its own customer. */
function requireUsable(method: Stripe.PaymentMethod, customerId: string | null): void {
  const savedFor = idOf(method.customer);
  if (savedFor === null || savedFor === customerId) return;
  throw paramError(
    'payment_method',
    customerId === null
      ? 'The payment method you provided is attached to a customer so for security purposes you must provide the customer in the request.'
      : `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
  );
}

/** Returns a 402 error that contains the intent, as the SDK exposes it. */
export function paymentError(
  intent: Stripe.PaymentIntent,
  error: Stripe.PaymentIntent.LastPaymentError,
): Error {
  const body: Omit<ErrorBody, 'type'> = {
    code: error.code ?? 'card_declined',
    message: error.message ?? 'Your card was declined.',
    payment_intent: { ...intent },
    ...(error.decline_code === undefined ? {} : { decline_code: error.decline_code }),
    ...(error.charge === undefined ? {} : { charge: error.charge }),
    ...(error.payment_method === undefined ? {} : { payment_method: error.payment_method }),
  };
  return cardError(body);
}

function requireIntent(call: Call): Stripe.PaymentIntent {
  const intent = call.account.store.intents.get(pathId(call));
  if (!intent) throw unknownObjectError('payment_intent', pathId(call), 'intent');
  if (call.isFromBrowser && call.params.text('client_secret') !== intent.client_secret) {
    throw paramError(
      'client_secret',
      'The client_secret provided does not match any associated PaymentIntent.',
      'payment_intent_invalid_parameter',
    );
  }
  return intent;
}

export const INTENT_OPERATIONS: readonly Operation[] = [
  {
    name: 'payment_intents.create',
    method: 'POST',
    path: '/v1/payment_intents',
    accepts: [
      'amount',
      'currency',
      'metadata',
      'description',
      'shipping',
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
    accepts: LIST_PARAMS,
    run: ({ account, params }) =>
      pageOf(account.store.intents.values(), params, '/v1/payment_intents'),
  },
  {
    name: 'payment_intents.confirm',
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    accepts: ['payment_method', 'payment_method_data', 'expand'],
    run: (call) => confirmFromCall(call, requireIntent(call)),
  },
  {
    name: 'payment_intents.cancel',
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    accepts: ['expand'],
    run(call) {
      const intent = requireIntent(call);
      cancelIntent(call.account, intent, null);
      return intent;
    },
  },
];
