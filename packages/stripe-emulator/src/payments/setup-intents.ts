import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import {
  cardError,
  missingParamError,
  paramError,
  stateError,
  unknownObjectError,
} from '../api/api-error.ts';
import { checkedMetadata, readCustomer, requireCardsAllowed } from '../api/fields.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import { pathId, type Call, type Operation } from '../api/operation.ts';
import { attachMethod, cardBehind, declineBodyOf, useMethod } from '../cards/payment-methods.ts';
import { objectOf } from '../object.ts';
import { AUTHENTICATION_FAILED, authenticationFor, NEXT_ACTION } from './authentication.ts';

export function finishSetupChallenge(
  account: Account,
  intent: Stripe.SetupIntent,
  outcome: 'succeed' | 'fail',
): void {
  const method = account.store.paymentMethods.get(idOf(intent.payment_method) ?? '');
  if (intent.status !== 'requires_action' || !method) {
    throw stateError(
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
  const methodId = params.text('payment_method');
  if (methodId === undefined) throw missingParamError('payment_method');
  if (params.flag('confirm') !== true || params.text('usage') !== 'off_session') {
    throw paramError(
      'confirm',
      'The emulator sets cards up in one call: confirm=true, usage=off_session.',
    );
  }
  const customer = readCustomer(call);
  const metadata = checkedMetadata(params);
  const method = useMethod(account, methodId);
  const id = account.newId('seti');
  const intent = objectOf<Stripe.SetupIntent>({
    id,
    object: 'setup_intent',
    client_secret: account.newSecret(id),
    created: account.clock.nowSeconds(),
    customer,
    last_setup_error: null,
    livemode: false,
    metadata,
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: 'off_session',
  });
  account.store.setupIntents.set(id, intent);
  account.emit('setup_intent.created', intent);
  return confirmWith(account, intent, method);
}

function confirmWith(
  account: Account,
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
    throw cardError({ ...body, setup_intent: { ...intent } });
  }
  intent.payment_method = method.id;
  intent.last_setup_error = null;
  if (authenticationFor(account, method, 'on_session') === 'challenge') {
    intent.status = 'requires_action';
    intent.next_action = NEXT_ACTION;
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
  account.store.setUpMethods.add(method.id);
  intent.status = 'succeeded';
  account.emit('setup_intent.succeeded', intent);
}

function requireIntent(call: Call): Stripe.SetupIntent {
  const intent = call.account.store.setupIntents.get(pathId(call));
  if (!intent) throw unknownObjectError('setupintent', pathId(call), 'intent');
  if (call.isFromBrowser && call.params.text('client_secret') !== intent.client_secret) {
    throw paramError(
      'client_secret',
      'The client_secret provided does not match any associated SetupIntent.',
      'setup_intent_invalid_parameter',
    );
  }
  return intent;
}

export const SETUP_INTENT_OPERATIONS: readonly Operation[] = [
  {
    name: 'setup_intents.create',
    method: 'POST',
    path: '/v1/setup_intents',
    accepts: [
      'customer',
      'payment_method',
      'usage',
      'confirm',
      'payment_method_types',
      'allowed_payment_method_types',
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
    name: 'setup_intents.cancel',
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    accepts: ['expand'],
    run(call) {
      const intent = requireIntent(call);
      if (intent.status === 'succeeded' || intent.status === 'canceled') {
        throw stateError(
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
