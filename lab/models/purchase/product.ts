import {
  mayConfirm,
  verdictOf,
  type Verdict,
} from '@agres/money/purchase/pay-or-hold-for-3d-secure';
import { planOf, type PurchasePlan } from '@agres/money/purchase/plan';
import type { Attempt, PurchaseContent } from '@agres/money/purchase/purchase-attempt';
import type { Intent, IntentState as ProviderState } from '@agres/payments/shapes';

import type { AttemptState, IntentState, ModelAttempt } from './state.ts';

// Every call of a scenario has the same content under two idempotency keys.
const REQUEST_HASH = new Uint8Array([1]);
const OURS = { id: 'installation', copiedAt: null };
const AGREED = { id: 'attempt', amountCents: 2999, currency: 'eur', itemId: 1, area: 0 } as const;

const STATES: Record<Exclude<AttemptState, 'none'>, Attempt['state']> = {
  reserved: 'reserved',
  charging: 'charging',
  action: 'requires_action',
  paid: 'paid',
  refused: 'refused',
  expired: 'expired',
};

/** The purchase of every attempt, where its values do not affect the decision. */
const BOUGHT: PurchaseContent = {
  idempotencyKey: 'h:key',
  buyerHash: null,
  requestId: null,
  priceCents: 3000,
  title: 'Anneaux',
  chosenTitle: null,
  locale: 'fr',
  cgvAt: new Date(0),
  contractText: null,
  firstName: 'Jeanne',
  lastName: 'Petit',
  shippingAddress: 'Bourg',
};

/**
 * Returns the row of an attempt; undefined if the attempt has not started or was lost. Holds never expire by
 * themselves here.
 */
function rowOf(attempt: ModelAttempt | undefined): Attempt | undefined {
  if (attempt === undefined || attempt.state === 'none') return undefined;
  return {
    ...AGREED,
    userId: attempt.user,
    requestHash: REQUEST_HASH,
    cardHash: null,
    state: STATES[attempt.state],
    optionId: 1,
    account: 'main',
    intentId: 'payment',
    generation: attempt.generation,
    leaseHolder: attempt.lease === -1 ? null : String(attempt.lease),
    isLeased: attempt.lease !== -1,
    holdSeconds: 1,
    failureCode: null,
    tries: 0,
    ageSeconds: 1,
    ...BOUGHT,
  };
}

const PROVIDER_STATES: Record<IntentState, ProviderState> = {
  none: 'created',
  created: 'created',
  action: 'requires_action',
  declined: 'declined',
  canceled: 'canceled',
  succeeded: 'succeeded',
};

function paymentIn(state: IntentState): Intent {
  return {
    id: 'payment',
    state: PROVIDER_STATES[state],
    amountCents: AGREED.amountCents,
    refundedCents: 0,
    isDisputed: false,
    cardFingerprint: null,
    currency: AGREED.currency,
    clientSecret: 'secret',
    attemptId: AGREED.id,
    metadata: { installation: OURS.id },
    description: null,
    shipping: null,
    failure: null,
    createdAt: new Date(0),
  };
}

export function planStepOf({
  same,
  unsent,
  inFlight,
}: {
  same: ModelAttempt;
  unsent: ModelAttempt | undefined;
  inFlight: ModelAttempt | undefined;
}): PurchasePlan['step'] {
  const earlier = { same: rowOf(same), unsent: rowOf(unsent), inFlight: rowOf(inFlight) };
  return planOf(earlier, { requestHash: REQUEST_HASH }).step;
}

export function verdictAt(attempt: ModelAttempt, intent: IntentState): Verdict {
  return verdictOf(begun(attempt), paymentIn(intent), OURS);
}

/** Decides whether the product would charge a card on the payment of an attempt that it takes over. */
export function mayConfirmNow(attempt: ModelAttempt, intent: IntentState): boolean {
  return mayConfirm(begun(attempt), paymentIn(intent), OURS);
}

function begun(attempt: ModelAttempt): Attempt {
  const row = rowOf(attempt);
  if (row === undefined) throw new RangeError('an attempt that has not begun');
  return row;
}
