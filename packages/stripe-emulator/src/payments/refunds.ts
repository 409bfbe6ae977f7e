import type { Stripe } from 'stripe';

import { idOf, type Account } from '../account.ts';
import { missingParamError, paramError, stateError, unknownObjectError } from '../api/api-error.ts';
import { checkedMetadata } from '../api/fields.ts';
import { LIST_PARAMS, pageOf } from '../api/list-page.ts';
import { pathId, type Operation } from '../api/operation.ts';
import type { Params } from '../api/params.ts';

/** Gives money back: the rest of a charge, or a part of it. */
function createRefund(account: Account, params: Params): Stripe.Refund {
  const intentId = params.text('payment_intent');
  if (intentId === undefined) throw missingParamError('payment_intent');
  const charge = chargeOfIntent(account, intentId);
  const remaining = charge.amount_captured - charge.amount_refunded;
  if (remaining === 0) {
    throw stateError('charge_already_refunded', `Charge ${charge.id} has already been refunded.`, {
      charge: charge.id,
    });
  }
  const amount = params.integer('amount') ?? remaining;
  if (amount < 1)
    throw paramError('amount', 'Invalid positive integer', 'parameter_invalid_integer');
  if (amount > remaining) {
    throw paramError(
      'amount',
      `Refund amount (${inEuros(amount)}) is greater than unrefunded amount on charge (${inEuros(remaining)})`,
    );
  }

  const id = account.newId('re');
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: account.clock.nowSeconds(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { reference_status: 'pending', type: 'refund' }, type: 'card' },
    metadata: checkedMetadata(params),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
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

function chargeOfIntent(account: Account, intentId: string): Stripe.Charge {
  const intent = account.store.intents.get(intentId);
  if (!intent) {
    throw paramError('payment_intent', `No such payment_intent: '${intentId}'`, 'resource_missing');
  }
  const charge = account.store.charges.get(idOf(intent.latest_charge) ?? '');
  if (intent.status !== 'succeeded' || !charge) {
    throw paramError(
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
    accepts: ['payment_intent', 'amount', 'metadata', 'expand'],
    run: ({ account, params }) => createRefund(account, params),
  },
  {
    name: 'refunds.retrieve',
    method: 'GET',
    path: '/v1/refunds/:id',
    accepts: ['expand'],
    run(call) {
      const refund = call.account.store.refunds.get(pathId(call));
      if (!refund) throw unknownObjectError('refund', pathId(call));
      return refund;
    },
  },
  {
    name: 'refunds.list',
    method: 'GET',
    path: '/v1/refunds',
    accepts: [...LIST_PARAMS, 'payment_intent'],
    run({ account, params }) {
      const intentId = params.text('payment_intent');
      const refunds = [...account.store.refunds.values()].filter(
        (refund) => intentId === undefined || idOf(refund.payment_intent) === intentId,
      );
      return pageOf(refunds, params, '/v1/refunds');
    },
  },
];
