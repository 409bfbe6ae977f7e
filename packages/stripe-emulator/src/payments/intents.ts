import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import { stateError } from '../api/api-error.ts';
import { attachMethod, cardBehind, declineBodyOf } from '../cards/payment-methods.ts';
import type { Decline } from '../cards/test-cards.ts';
import { objectOf } from '../object.ts';
import {
  AUTHENTICATION_FAILED,
  AUTHENTICATION_REQUIRED,
  authenticationFor,
  NEXT_ACTION,
  type Presence,
} from './authentication.ts';
import { createCharge } from './charges.ts';
import { openDispute } from './disputes.ts';

export type IntentInput = {
  amount: number;
  currency: string;
  customer: string | null;
  metadata: Record<string, string>;
  description: string | null;
  shipping: Stripe.PaymentIntent.Shipping | null;
  /** Whether the card is saved for off-session payments. */
  futureUsage: 'off_session' | null;
};

/** Creates an intent without a payment method; it cannot be charged yet. */
export function createIntent(account: Account, input: IntentInput): Stripe.PaymentIntent {
  const id = account.newId('pi');
  const intent = objectOf<Stripe.PaymentIntent>({
    id,
    object: 'payment_intent',
    amount: input.amount,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: account.newSecret(id),
    created: account.clock.nowSeconds(),
    currency: input.currency,
    customer: input.customer,
    description: input.description,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: input.metadata,
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    setup_future_usage: input.futureUsage,
    shipping: input.shipping,
    status: 'requires_payment_method',
  });
  account.store.intents.set(id, intent);
  account.emit('payment_intent.created', intent);
  return intent;
}

export type Confirmation = {
  method: Stripe.PaymentMethod;
  presence: Presence;
};

/** Charges a card or starts authentication; the intent holds the outcome. */
export function confirmIntent(
  account: Account,
  intent: Stripe.PaymentIntent,
  { method, presence }: Confirmation,
): void {
  requireConfirmable(intent);
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.next_action = null;

  const authentication = authenticationFor(account, method, presence);
  if (authentication === 'impossible') {
    declineIntent(account, intent, { method, decline: AUTHENTICATION_REQUIRED });
    return;
  }
  if (authentication === 'challenge') {
    intent.status = 'requires_action';
    intent.next_action = NEXT_ACTION;
    spendIfUnowned(account, intent, method);
    account.emit('payment_intent.requires_action', intent);
    notifyListeners(account, intent);
    return;
  }
  chargeOrHold(account, intent, method);
}

export function finishIntentChallenge(
  account: Account,
  intent: Stripe.PaymentIntent,
  outcome: 'succeed' | 'fail',
): void {
  const method = account.store.paymentMethods.get(idOf(intent.payment_method) ?? '');
  if (intent.status !== 'requires_action' || !method) {
    throw stateError(
      'payment_intent_unexpected_state',
      `This PaymentIntent waits for no authentication: its status is ${intent.status}.`,
    );
  }
  intent.next_action = null;
  if (outcome === 'succeed') {
    chargeOrHold(account, intent, method);
    return;
  }
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_payment_error = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: AUTHENTICATION_FAILED,
    payment_method: { ...method },
  };
  account.emit('payment_intent.payment_failed', intent);
  notifyListeners(account, intent);
}

export function chargeHeldIntent(account: Account, intent: Stripe.PaymentIntent): void {
  const method = account.store.paymentMethods.get(idOf(intent.payment_method) ?? '');
  if (intent.status === 'processing' && method) chargeIntent(account, intent, method);
}

const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
];

/** Cancels an intent that was not charged. @throws if it has succeeded or is processing. */
export function cancelIntent(
  account: Account,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): void {
  if (!CANCELABLE.includes(intent.status)) {
    throw stateError(
      'payment_intent_unexpected_state',
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
      { payment_intent: { ...intent } },
    );
  }
  intent.status = 'canceled';
  intent.canceled_at = account.clock.nowSeconds();
  intent.cancellation_reason = reason;
  intent.next_action = null;
  account.emit('payment_intent.canceled', intent);
}

/** Requires a state in which an intent can be confirmed; checked before the card, as at the provider. */
export function requireConfirmable(intent: Stripe.PaymentIntent): void {
  if (intent.status === 'succeeded') {
    throw stateError(
      'payment_intent_unexpected_state',
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      { payment_intent: { ...intent } },
    );
  }
  if (intent.status === 'canceled' || intent.status === 'processing') {
    throw stateError(
      'payment_intent_unexpected_state',
      `This PaymentIntent's payment_method could not be updated because it has a status of ${intent.status}. You may only update the payment_method of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
      { payment_intent: { ...intent } },
    );
  }
}

function chargeOrHold(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): void {
  if (account.charging === 'at_once') {
    chargeIntent(account, intent, method);
    return;
  }
  intent.status = 'processing';
  spendIfUnowned(account, intent, method);
  account.emit('payment_intent.processing', intent);
}

function chargeIntent(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): void {
  const { chargeDecline: decline, dispute } = cardBehind(account, method);
  if (decline) {
    declineIntent(account, intent, { method, decline });
    return;
  }
  const charge = createCharge(account, { intent, method, decline: undefined });
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.latest_charge = charge.id;
  saveForLater(account, intent, method);
  spendIfUnowned(account, intent, method);
  account.emit('payment_intent.succeeded', intent);
  if (dispute) openDispute(account, charge, dispute);
  notifyListeners(account, intent);
}

function declineIntent(
  account: Account,
  intent: Stripe.PaymentIntent,
  { method, decline }: { method: Stripe.PaymentMethod; decline: Decline },
): void {
  const charge = createCharge(account, { intent, method, decline });
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.latest_charge = charge.id;
  intent.last_payment_error = {
    type: 'card_error',
    ...declineBodyOf(decline),
    charge: charge.id,
    payment_method: { ...method },
  };
  account.emit('payment_intent.payment_failed', intent);
  notifyListeners(account, intent);
}

/** Saves a card for off-session payments if `setup_future_usage` is set, and attaches it to the customer. */
function saveForLater(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): void {
  const customerId = idOf(intent.customer);
  if (intent.setup_future_usage === null || customerId === null) return;
  account.store.setUpMethods.add(method.id);
  if (method.customer === null) attachMethod(account, method, customerId);
}

function spendIfUnowned(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): void {
  const willBeSaved = intent.setup_future_usage !== null && intent.customer !== null;
  if (method.customer === null && !willBeSaved) account.store.spentMethods.add(method.id);
}

function notifyListeners(account: Account, intent: Stripe.PaymentIntent): void {
  for (const listener of account.intentListeners) listener(intent);
}
