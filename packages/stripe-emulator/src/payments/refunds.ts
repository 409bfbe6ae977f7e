import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import { pathId, type Operation } from '../api/operation.ts';
import type { Params } from '../api/params.ts';
import { refuseMissing, refuseParam, refuseState, refuseUnknownObject } from '../api/refusal.ts';
import { recordBalanceChange } from './charges.ts';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** Gives money back: the rest of a charge, or a part of it. */
function createRefund(account: Account, params: Params): Stripe.Refund {
  const charge = findCharge(account, params);
  const remaining = charge.amount_captured - charge.amount_refunded;
  if (remaining === 0) {
    throw refuseState('charge_already_refunded', `Charge ${charge.id} has already been refunded.`, {
      charge: charge.id,
    });
  }
  const amount = params.integer('amount') ?? remaining;
  if (amount < 1)
    throw refuseParam('amount', 'Invalid positive integer', 'parameter_invalid_integer');
  if (amount > remaining) {
    throw refuseParam(
      'amount',
      `Refund amount (${inEuros(amount)}) is greater than unrefunded amount on charge (${inEuros(remaining)})`,
    );
  }
  const reason = params.text('reason');
  if (reason !== undefined && !REASONS.some((known) => known === reason)) {
    throw refuseParam('reason', `Invalid reason: must be one of ${REASONS.join(', ')}`);
  }

  const id = account.newId('re');
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: recordBalanceChange(account, {
      type: 'refund',
      sourceId: id,
      amountCents: -amount,
      feeCents: 0,
      currency: charge.currency,
    }),
    charge: charge.id,
    created: account.clock.nowSeconds(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { reference_status: 'pending', type: 'refund' }, type: 'card' },
    metadata: params.record('metadata') ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  account.store.refunds.set(id, refund);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  account.emit('refund.created', refund);
  account.emit('charge.refunded', charge);
  return refund;
}

function findCharge(account: Account, params: Params): Stripe.Charge {
  const intentId = params.text('payment_intent');
  if (intentId !== undefined) return chargeOfIntent(account, intentId);
  const chargeId = params.text('charge');
  if (chargeId === undefined) throw refuseMissing('payment_intent');
  const charge = account.store.charges.get(chargeId);
  if (!charge) throw refuseParam('charge', `No such charge: '${chargeId}'`, 'resource_missing');
  return charge;
}

function chargeOfIntent(account: Account, intentId: string): Stripe.Charge {
  const intent = account.store.intents.get(intentId);
  if (!intent) {
    throw refuseParam(
      'payment_intent',
      `No such payment_intent: '${intentId}'`,
      'resource_missing',
    );
  }
  const charge = account.store.charges.get(idOf(intent.latest_charge) ?? '');
  if (intent.status !== 'succeeded' || !charge) {
    throw refuseParam(
      'payment_intent',
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
    );
  }
  return charge;
}

const inEuros = (cents: number) => `€${(cents / 100).toFixed(2)}`;

/** /v1/refunds. */
export const REFUND_OPERATIONS: readonly Operation[] = [
  {
    name: 'refunds.create',
    method: 'POST',
    path: '/v1/refunds',
    accepts: ['payment_intent', 'charge', 'amount', 'reason', 'metadata', 'expand'],
    run: ({ account, params }) => createRefund(account, params),
  },
  {
    name: 'refunds.retrieve',
    method: 'GET',
    path: '/v1/refunds/:id',
    accepts: ['expand'],
    run(call) {
      const refund = call.account.store.refunds.get(pathId(call));
      if (!refund) throw refuseUnknownObject('refund', pathId(call));
      return refund;
    },
  },
  {
    name: 'refunds.list',
    method: 'GET',
    path: '/v1/refunds',
    accepts: [...LIST_PARAMS, 'payment_intent', 'charge'],
    run({ account, params }) {
      const intentId = params.text('payment_intent');
      const chargeId = params.text('charge');
      const refunds = [...account.store.refunds.values()].filter(
        (refund) =>
          (intentId === undefined || idOf(refund.payment_intent) === intentId) &&
          (chargeId === undefined || idOf(refund.charge) === chargeId),
      );
      return pageOf(refunds, params, '/v1/refunds');
    },
  },
];
