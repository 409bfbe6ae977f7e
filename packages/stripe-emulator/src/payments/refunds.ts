import type { Stripe } from 'stripe';

import { idOf, type Account, type RefundOutcome } from '../account.ts';
import { missingParamError, paramError, stateError, unknownObjectError } from '../api/api-error.ts';
import { checkedMetadata } from '../api/fields.ts';
import { LIST_PARAMS, filterByIntent, pageOf, unknownIntentError } from '../api/list-page.ts';
import { pathId, type Call, type Operation } from '../api/operation.ts';
import { cardBehind } from '../cards/payment-methods.ts';
import { objectOf } from '../object.ts';
import { recordMovement } from './balance-transactions.ts';
import { closeInquiriesOf, isContested } from './disputes.ts';

/** The final states of a refund; a succeeded one can only become failed. */
export const REFUND_ENDS = ['succeeded', 'failed', 'canceled'] as const;
export type RefundEnd = (typeof REFUND_ENDS)[number];

export type RefundInput = {
  intentId: string;
  /** In cents; defaults to the remaining amount. */
  amount?: number | undefined;
  metadata: Record<string, string>;
};

/** The delay after which test cards change the state of their refunds, in seconds of the emulator's clock. */
const LATER_SECONDS = 10;

export function createRefund(account: Account, input: RefundInput): Stripe.Refund {
  const charge = chargeOfIntent(account, input.intentId);
  const amount = refundableAmount(account, charge, input.amount);
  const { status, later } = behaviourOf(account, charge);
  const id = account.newId('re');
  const refund = objectOf<Stripe.Refund>({
    id,
    object: 'refund',
    amount,
    charge: charge.id,
    created: account.clock.nowSeconds(),
    currency: charge.currency,
    customer: charge.customer,
    metadata: input.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    status,
    ...(status === 'pending' ? { pending_reason: 'processing' } : {}),
    ...(status === 'failed' ? { failure_reason: 'declined' } : {}),
  });
  account.store.refunds.set(id, refund);
  account.emit('refund.created', refund);
  if (status === 'failed') {
    account.emit('refund.failed', refund);
    return refund;
  }
  count(charge, amount);
  recordMovement(account, { type: 'refund', source: refund, amount: -amount });
  account.emit('charge.refunded', charge);
  if (charge.refunded) closeInquiriesOf(account, charge);
  if (later !== undefined) {
    const at = account.clock.nowSeconds() + LATER_SECONDS;
    account.agenda.plan(`refund ${id}`, at, () => endRefund(account, refund, { as: later }));
  }
  return refund;
}

export type RefundEnding = { as: RefundEnd; reason?: string | undefined };

/**
 * Ends a refund, or fails one that had succeeded; the money of a failed or canceled refund returns to the shop.
 * @throws if its state does not allow that.
 */
export function endRefund(
  account: Account,
  refund: Stripe.Refund,
  { as, reason }: RefundEnding,
): void {
  const isOpen = refund.status === 'pending' || refund.status === 'requires_action';
  if (!isOpen && !(refund.status === 'succeeded' && as === 'failed')) {
    throw stateError(
      'refund_unexpected_state',
      `This refund cannot become ${as}: its status is ${refund.status}.`,
    );
  }
  account.agenda.forget(`refund ${refund.id}`);
  refund.status = as;
  delete refund.pending_reason;
  if (as === 'failed') refund.failure_reason = reason ?? 'expired_or_canceled_card';
  const charge = account.store.charges.get(idOf(refund.charge) ?? '');
  if (as !== 'succeeded' && charge) {
    count(charge, -refund.amount);
    recordMovement(account, { type: 'refund_failure', source: refund, amount: refund.amount });
  }
  account.emit('refund.updated', refund);
  account.emit('charge.refund.updated', refund);
  if (as === 'failed') account.emit('refund.failed', refund);
}

/** Fails the pending refunds of a charge when its cardholder disputes it. */
export function failPendingRefunds(account: Account, { charge }: Stripe.Dispute): void {
  for (const refund of account.store.refunds.values()) {
    if (refund.charge !== charge || refund.status !== 'pending') continue;
    endRefund(account, refund, { as: 'failed', reason: 'charge_for_pending_refund_disputed' });
  }
}

function count(charge: Stripe.Charge, amount: number): void {
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
}

function refundableAmount(
  account: Account,
  charge: Stripe.Charge,
  asked: number | undefined,
): number {
  if (isContested(account, charge)) {
    throw stateError(
      'charge_disputed',
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      { charge: charge.id },
    );
  }
  const remaining = charge.amount_captured - charge.amount_refunded;
  if (remaining === 0) {
    throw stateError('charge_already_refunded', `Charge ${charge.id} has already been refunded.`, {
      charge: charge.id,
    });
  }
  const amount = asked ?? remaining;
  if (amount < 1) {
    throw paramError('amount', 'Invalid positive integer', 'parameter_invalid_integer');
  }
  if (amount > remaining) {
    throw paramError(
      'amount',
      `Refund amount (${inEuros(amount)}) is greater than unrefunded amount on charge (${inEuros(remaining)})`,
    );
  }
  return amount;
}

/** Returns the outcome that the test card defines, or else the one set through the control. */
function behaviourOf(
  account: Account,
  charge: Stripe.Charge,
): { status: RefundOutcome; later?: RefundEnd } {
  const method = account.store.paymentMethods.get(charge.payment_method ?? '');
  const { refunds } = method ? cardBehind(account, method) : { refunds: 'succeed' };
  if (refunds === 'succeed_later') return { status: 'pending', later: 'succeeded' };
  if (refunds === 'fail_later') return { status: 'succeeded', later: 'failed' };
  return { status: account.refunding };
}

function chargeOfIntent(account: Account, intentId: string): Stripe.Charge {
  const intent = account.store.intents.get(intentId);
  if (!intent) throw unknownIntentError(intentId);
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

function createFromCall({ account, params }: Call): Stripe.Refund {
  const intentId = params.text('payment_intent');
  if (intentId === undefined) throw missingParamError('payment_intent');
  return createRefund(account, {
    intentId,
    amount: params.integer('amount'),
    metadata: checkedMetadata(params),
  });
}

function requireRefund(call: Call): Stripe.Refund {
  const refund = call.account.store.refunds.get(pathId(call));
  if (!refund) throw unknownObjectError('refund', pathId(call));
  return refund;
}

export const REFUND_OPERATIONS: readonly Operation[] = [
  {
    name: 'refunds.create',
    method: 'POST',
    path: '/v1/refunds',
    accepts: ['payment_intent', 'amount', 'metadata', 'expand'],
    run: createFromCall,
  },
  {
    name: 'refunds.retrieve',
    method: 'GET',
    path: '/v1/refunds/:id',
    accepts: ['expand'],
    run: requireRefund,
  },
  {
    name: 'refunds.list',
    method: 'GET',
    path: '/v1/refunds',
    accepts: [...LIST_PARAMS, 'payment_intent'],
    run: (call) =>
      pageOf(filterByIntent(call, call.account.store.refunds.values()), call.params, '/v1/refunds'),
  },
];
