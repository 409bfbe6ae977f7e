import type { Stripe } from 'stripe';

import type { Account } from '../account.ts';
import { cardBehind } from '../cards/payment-methods.ts';
import type { Decline } from '../cards/test-cards.ts';

/** Whether the cardholder is present to authenticate. */
export type Presence = 'on_session' | 'off_session';

export type Authentication = 'none' | 'challenge' | 'impossible';

/** The decline of a card that requires authentication while the cardholder is absent. */
export const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

export const AUTHENTICATION_FAILED =
  'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.';

export function authenticationFor(
  account: Account,
  method: Stripe.PaymentMethod,
  presence: Presence,
): Authentication {
  const { authentication } = cardBehind(account, method);
  const isSetUp = authentication === 'already_set_up' || account.store.setUpMethods.has(method.id);
  if (authentication === 'none') return 'none';
  if (presence === 'on_session') return 'challenge';
  return authentication !== 'always' && isSetUp ? 'none' : 'impossible';
}

/** The next action of an intent, for which the browser script shows the challenge. */
export const NEXT_ACTION = {
  type: 'use_stripe_sdk',
  use_stripe_sdk: { type: 'three_d_secure_redirect' },
};
