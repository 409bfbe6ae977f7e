import type { Stripe } from 'stripe';

import type { Account } from '../account.ts';
import { cardBehind } from '../cards/payment-methods.ts';
import type { Decline } from '../cards/test-cards.ts';
import { objectOf } from '../object.ts';
import { recordMovement } from './balance-transactions.ts';

/** The input of a charge; without a decline it succeeds. */
export type ChargeInput = {
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  decline: Decline | undefined;
};

export function createCharge(
  account: Account,
  { intent, method, decline }: ChargeInput,
): Stripe.Charge {
  const id = account.newId('ch');
  const isPaid = decline === undefined;
  const charge = objectOf<Stripe.Charge>({
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    captured: isPaid,
    created: account.clock.nowSeconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    livemode: false,
    metadata: { ...intent.metadata },
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: cardDetailsOf(account, method) },
    refunded: false,
    shipping: intent.shipping,
    status: isPaid ? 'succeeded' : 'failed',
  });
  account.store.charges.set(id, charge);
  if (isPaid) recordMovement(account, { type: 'charge', source: charge, amount: charge.amount });
  account.emit(isPaid ? 'charge.succeeded' : 'charge.failed', charge);
  return charge;
}

function cardDetailsOf(
  account: Account,
  method: ChargeInput['method'],
): Stripe.Charge.PaymentMethodDetails.Card {
  const card = cardBehind(account, method);
  return objectOf<Stripe.Charge.PaymentMethodDetails.Card>({
    brand: card.brand,
    exp_month: method.card?.exp_month ?? 1,
    exp_year: method.card?.exp_year ?? 2000,
    fingerprint: method.card?.fingerprint ?? null,
    last4: card.number.slice(-4),
    network: card.brand,
  });
}
