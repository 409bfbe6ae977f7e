import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import { readCustomer, requireCardsAllowed } from '../api/fields.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import { pathId, type Call, type Operation } from '../api/operation.ts';
import {
  refuseCard,
  refuseMissing,
  refuseParam,
  refuseState,
  refuseUnknownObject,
} from '../api/refusal.ts';
import {
  attachMethod,
  cardBehind,
  createMethod,
  declineBodyOf,
  useMethod,
} from '../cards/payment-methods.ts';
import { AUTHENTICATION_FAILED, authenticationFor, nextActionOf } from './authentication.ts';

const CONFIRM_PARAMS = ['payment_method', 'payment_method_data', 'return_url', 'use_stripe_sdk'];

/** The end of a 3-D Secure challenge for saving a card. */
export function finishSetupChallenge(
  account: Account,
  intent: Stripe.SetupIntent,
  outcome: 'succeed' | 'fail',
): void {
  const method = account.store.paymentMethods.get(idOf(intent.payment_method) ?? '');
  if (intent.status !== 'requires_action' || !method) {
    throw refuseState(
      'setup_intent_unexpected_state',
      `This SetupIntent waits for no authentication: its status is ${intent.status}.`,
    );
  }
  intent.next_action = null;
  if (outcome === 'succeed') {
    saveCard(account, intent, method);
    return;
  }
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_setup_error = {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message: AUTHENTICATION_FAILED.replace('PaymentIntent', 'SetupIntent'),
    payment_method: { ...method },
  };
  account.emit('setup_intent.setup_failed', intent);
}

function createFromCall(call: Call): object {
  const { account, params } = call;
  requireCardsAllowed(params);
  const usage = params.text('usage') ?? 'off_session';
  if (usage !== 'off_session' && usage !== 'on_session') {
    throw refuseParam('usage', `Invalid usage: ${usage}`);
  }
  const id = account.newId('seti');
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: account.newSecret(id),
    created: account.clock.nowSeconds(),
    customer: readCustomer(call),
    description: params.text('description') ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: params.record('metadata') ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage,
  };
  const method = readMethod(call);
  const isConfirmed = params.flag('confirm') === true;
  if (isConfirmed && !method) throw refuseMissing('payment_method');
  account.store.setupIntents.set(id, intent);
  account.emit('setup_intent.created', intent);
  if (method && isConfirmed) return confirmWith(call, intent, method);
  if (method) {
    intent.payment_method = method.id;
    intent.status = 'requires_confirmation';
  }
  return intent;
}

/** The payment method that a call brings, if it brings one. */
function readMethod({ account, params }: Call): Stripe.PaymentMethod | undefined {
  const data = params.group('payment_method_data');
  if (data) return createMethod(account, data, 'payment_method_data');
  const methodId = params.text('payment_method');
  return methodId === undefined ? undefined : useMethod(account, methodId);
}

function confirmFromCall(call: Call, intent: Stripe.SetupIntent): object {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw refuseState(
      'setup_intent_unexpected_state',
      `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`,
      { setup_intent: { ...intent } },
    );
  }
  const method =
    readMethod(call) ?? call.account.store.paymentMethods.get(idOf(intent.payment_method) ?? '');
  if (!method) throw refuseMissing('payment_method');
  return confirmWith(call, intent, method);
}

function confirmWith(
  { account, params }: Call,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
): object {
  const decline = cardBehind(account, method).attachDecline;
  if (decline) {
    const body = { ...declineBodyOf(decline), payment_method: { ...method } };
    intent.status = 'requires_payment_method';
    intent.payment_method = null;
    intent.last_setup_error = { type: 'card_error', ...body };
    account.emit('setup_intent.setup_failed', intent);
    throw refuseCard({ ...body, setup_intent: { ...intent } });
  }
  intent.payment_method = method.id;
  intent.last_setup_error = null;
  if (authenticationFor(account, method, 'on_session') === 'challenge') {
    intent.status = 'requires_action';
    intent.next_action = nextActionOf(account, intent.id, {
      clientSecret: intent.client_secret ?? '',
      returnUrl: params.text('return_url'),
    });
    account.emit('setup_intent.requires_action', intent);
    return intent;
  }
  saveCard(account, intent, method);
  return intent;
}

function saveCard(
  account: Account,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
): void {
  const customerId = idOf(intent.customer);
  if (customerId !== null) attachMethod(account, method, customerId);
  if (intent.usage === 'off_session') account.store.setUpMethods.add(method.id);
  intent.status = 'succeeded';
  account.emit('setup_intent.succeeded', intent);
}

function requireIntent(call: Call): Stripe.SetupIntent {
  const intent = call.account.store.setupIntents.get(pathId(call));
  if (!intent) throw refuseUnknownObject('setupintent', pathId(call), 'intent');
  if (call.isFromBrowser && call.params.text('client_secret') !== intent.client_secret) {
    throw refuseParam(
      'client_secret',
      'The client_secret provided does not match any associated SetupIntent.',
      'setup_intent_invalid_parameter',
    );
  }
  return intent;
}

/** /v1/setup_intents. */
export const SETUP_INTENT_OPERATIONS: readonly Operation[] = [
  {
    name: 'setup_intents.create',
    method: 'POST',
    path: '/v1/setup_intents',
    accepts: [
      ...CONFIRM_PARAMS,
      'customer',
      'usage',
      'confirm',
      'payment_method_types',
      'allowed_payment_method_types',
      'description',
      'metadata',
      'expand',
    ],
    run: createFromCall,
  },
  {
    name: 'setup_intents.retrieve',
    method: 'GET',
    path: '/v1/setup_intents/:id',
    accepts: ['client_secret', 'expand'],
    isForBrowsers: true,
    run: requireIntent,
  },
  {
    name: 'setup_intents.list',
    method: 'GET',
    path: '/v1/setup_intents',
    accepts: [...LIST_PARAMS, 'customer'],
    run({ account, params }) {
      const customerId = params.text('customer');
      const intents = [...account.store.setupIntents.values()].filter(
        (intent) => customerId === undefined || idOf(intent.customer) === customerId,
      );
      return pageOf(intents, params, '/v1/setup_intents');
    },
  },
  {
    name: 'setup_intents.confirm',
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    accepts: [...CONFIRM_PARAMS, 'client_secret', 'expand'],
    isForBrowsers: true,
    run: (call) => confirmFromCall(call, requireIntent(call)),
  },
  {
    name: 'setup_intents.cancel',
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    accepts: ['expand'],
    run(call) {
      const intent = requireIntent(call);
      if (intent.status === 'succeeded' || intent.status === 'canceled') {
        throw refuseState(
          'setup_intent_unexpected_state',
          `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`,
          { setup_intent: { ...intent } },
        );
      }
      intent.status = 'canceled';
      intent.next_action = null;
      call.account.emit('setup_intent.canceled', intent);
      return intent;
    },
  },
];
