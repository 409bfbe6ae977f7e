import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import { pathId, type Operation } from '../api/operation.ts';
import { refuseUnknownObject } from '../api/refusal.ts';
import { cardBehind } from '../cards/payment-methods.ts';
import type { Decline } from '../cards/test-cards.ts';

/** What an attempt to charge came to. */
export type ChargeInput = {
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  decline: Decline | undefined;
};

/** Records an attempt to charge a card: the money is taken unless the issuer refuses. */
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
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
  account.store.charges.set(id, charge);
  if (isPaid) {
    charge.balance_transaction = recordBalanceChange(account, {
      type: 'charge',
      sourceId: id,
      amountCents: charge.amount,
      feeCents: feeOf(charge.amount),
      currency: charge.currency,
    });
  }
  account.emit(isPaid ? 'charge.succeeded' : 'charge.failed', charge);
  return charge;
}

export type BalanceChange = {
  type: 'charge' | 'refund';
  sourceId: string;
  amountCents: number;
  feeCents: number;
  currency: string;
};

/** Writes a line into the account's ledger; answers its id. */
export function recordBalanceChange(account: Account, change: BalanceChange): string {
  const id = account.newId('txn');
  const created = account.clock.nowSeconds();
  account.store.balanceTransactions.set(id, {
    id,
    object: 'balance_transaction',
    amount: change.amountCents,
    available_on: created + 2 * 86_400,
    balance_type: 'payments',
    created,
    currency: change.currency,
    description: null,
    exchange_rate: null,
    fee: change.feeCents,
    fee_details:
      change.feeCents === 0
        ? []
        : [
            {
              amount: change.feeCents,
              application: null,
              currency: change.currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: change.amountCents - change.feeCents,
    reporting_category: change.type,
    source: change.sourceId,
    status: 'pending',
    type: change.type,
  });
  return id;
}

/** 1.5 % and 25 cents, the provider's published price for European cards. */
const feeOf = (amountCents: number) => Math.round(amountCents * 0.015) + 25;

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

/** GET /v1/charges, /v1/balance_transactions and /v1/balance. */
export const CHARGE_OPERATIONS: readonly Operation[] = [
  {
    name: 'charges.retrieve',
    method: 'GET',
    path: '/v1/charges/:id',
    accepts: ['expand'],
    run(call) {
      const charge = call.account.store.charges.get(pathId(call));
      if (!charge) throw refuseUnknownObject('charge', pathId(call));
      return charge;
    },
  },
  {
    name: 'charges.list',
    method: 'GET',
    path: '/v1/charges',
    accepts: [...LIST_PARAMS, 'payment_intent', 'customer'],
    run({ account, params }) {
      const intentId = params.text('payment_intent');
      const customerId = params.text('customer');
      const charges = [...account.store.charges.values()].filter(
        (charge) =>
          (intentId === undefined || idOf(charge.payment_intent) === intentId) &&
          (customerId === undefined || idOf(charge.customer) === customerId),
      );
      return pageOf(charges, params, '/v1/charges');
    },
  },
  {
    name: 'balance_transactions.retrieve',
    method: 'GET',
    path: '/v1/balance_transactions/:id',
    accepts: ['expand'],
    run(call) {
      const transaction = call.account.store.balanceTransactions.get(pathId(call));
      if (!transaction) throw refuseUnknownObject('balance transaction', pathId(call));
      return transaction;
    },
  },
  {
    name: 'balance_transactions.list',
    method: 'GET',
    path: '/v1/balance_transactions',
    accepts: [...LIST_PARAMS, 'type', 'source'],
    run({ account, params }) {
      const type = params.text('type');
      const source = params.text('source');
      const transactions = [...account.store.balanceTransactions.values()].filter(
        (transaction) =>
          (type === undefined || transaction.type === type) &&
          (source === undefined || idOf(transaction.source) === source),
      );
      return pageOf(transactions, params, '/v1/balance_transactions');
    },
  },
  {
    name: 'balance.retrieve',
    method: 'GET',
    path: '/v1/balance',
    accepts: ['expand'],
    run({ account }) {
      const totals = new Map<string, number>();
      for (const { currency, net } of account.store.balanceTransactions.values()) {
        totals.set(currency, (totals.get(currency) ?? 0) + net);
      }
      const funds = [...totals].map(([currency, amount]) => ({
        amount,
        currency,
        source_types: { card: amount },
      }));
      return { object: 'balance', available: [], livemode: false, pending: funds };
    },
  },
];
