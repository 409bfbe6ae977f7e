import type { Stripe } from 'stripe';

import type { Account } from '../account.ts';
import { cardBehind } from '../cards/payment-methods.ts';
import type { Decline } from '../cards/test-cards.ts';
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
  const charge: Stripe.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { ...method.billing_details },
    calculated_statement_descriptor: 'EMULATOR',
    captured: isPaid,
    created: account.clock.nowSeconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: cardDetailsOf(account, { intent, method }) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
  account.store.charges.set(id, charge);
  if (isPaid) recordMovement(account, { type: 'charge', source: charge, amount: charge.amount });
  account.emit(isPaid ? 'charge.succeeded' : 'charge.failed', charge);
  return charge;
}

function outcomeOf(decline: Decline | undefined): Stripe.Charge.Outcome {
  if (decline === undefined) {
    return {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      risk_score: 1,
      seller_message: 'Payment complete.',
      type: 'authorized',
    };
  }
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: 'declined_by_network',
    reason: decline.declineCode ?? decline.code,
    risk_level: 'normal',
    risk_score: 1,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  };
}

function cardDetailsOf(
  account: Account,
  { intent, method }: Pick<ChargeInput, 'intent' | 'method'>,
): Stripe.Charge.PaymentMethodDetails.Card {
  const card = cardBehind(account, method);
  return {
    amount_authorized: intent.amount,
    authorization_code: null,
    brand: card.brand,
    checks: null,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: method.card?.exp_month ?? 1,
    exp_year: method.card?.exp_year ?? 2000,
    fingerprint: method.card?.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.number.slice(-4),
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
