import type { Stripe } from 'stripe';

import type { Account } from '../account.ts';
import { cardBehind } from '../cards/payment-methods.ts';
import type { Decline } from '../cards/test-cards.ts';

/** Whether the cardholder is there to authenticate. */
export type Presence = 'on_session' | 'off_session';

/** What a card asks before it is charged or saved. */
export type Authentication = 'none' | 'challenge' | 'impossible';

/** The decline of a card that needs authentication when the cardholder is not there. */
export const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/** The message for a challenge that was not passed. */
export const AUTHENTICATION_FAILED =
  'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.';

/** Whether charging a payment method needs 3-D Secure first. */
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

/** What the browser has to do: its script shows the challenge, whose page is at the address. */
export function nextActionOf(
  account: Account,
  { id, client_secret: secret }: Pick<Stripe.PaymentIntent, 'id' | 'client_secret'>,
): { type: string; use_stripe_sdk: { type: string; stripe_js: string } } {
  const query = new URLSearchParams({ client_secret: secret ?? '' });
  const url = `${account.origin}/challenge/${id}?${query}`;
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
  };
}
