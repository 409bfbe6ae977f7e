import { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import {
  andThen,
  requireMatch,
  ask,
  isInvalidRequest,
  known,
  ownerMetadata,
  unanswered,
  type Answer,
  type ProviderError,
} from './answer.ts';
import { idOf } from './id-of.ts';
import { listAll, PAGE } from './list-all.ts';
import type { Refund, RefundAnswer, RefundRefusal, RefundState } from './shapes.ts';

export type Selection = { createdAfter: Date } | { intentId: string };

/**
 * Lists refunds, newest first, including those made in the dashboard: all since a date, or those of one
 * payment. A list with a refund of another payment is `unknown`.
 */
export async function listRefunds(
  client: AccountClient,
  selection: Selection,
): Promise<Answer<Refund[]>> {
  const refunds = await listAll(client, async (from, options) => {
    const params = { ...paramsOf(selection), limit: PAGE, ...from };
    const page = await client.stripe.refunds.list(params, options);
    return { ...page, data: page.data.map(toRefund) };
  });
  return andThen(refunds, (all) => requireSelected(selection, all));
}

export type RefundIntentInput = {
  intentId: string;
  amountCents: number;
  /** Identifies the refund's owner. */
  metadata: Record<string, string>;
  idempotencyKey: string;
};

/**
 * Refunds a payment. A final refusal by the provider is a known answer, and no money moved. An answer about
 * another payment, amount or refund is `misconfigured`, kind `foreign`.
 */
export async function refundIntent(
  client: AccountClient,
  { intentId, amountCents, metadata, idempotencyKey }: RefundIntentInput,
): Promise<Answer<RefundAnswer>> {
  const answered = await ask<Refund | RefundRefusal>(
    client,
    async (options) =>
      toRefund(
        await client.stripe.refunds.create(
          { payment_intent: intentId, metadata, amount: amountCents },
          { ...options, idempotencyKey },
        ),
      ),
    (error) => {
      const refusal = refusalOf(error);
      return refusal === undefined ? undefined : known(refusal);
    },
  );
  return andThen(answered, (refund): Answer<RefundAnswer> => {
    if (typeof refund === 'string') return known({ state: 'refused', refusal: refund });
    return requireMatch(
      { state: 'made', refund },
      { ...refund.metadata, intent: refund.intentId, amount: refund.amountCents },
      { ...ownerMetadata(metadata), intent: intentId, amount: amountCents },
    );
  });
}

export function paramsOf(
  selection: Selection,
): { payment_intent: string } | { created: Stripe.RangeQueryParam } {
  if ('intentId' in selection) return { payment_intent: selection.intentId };
  return { created: { gte: Math.floor(selection.createdAfter.getTime() / 1000) } };
}

/** Turns a list with an object of another payment than the selected one into an `unknown` answer. */
export function requireSelected<T extends { intentId: string | null }>(
  selection: Selection,
  listed: T[],
): Answer<T[]> {
  // guard: a list about another payment counts as an unknown answer
  const isOther = ({ intentId }: T) => 'intentId' in selection && intentId !== selection.intentId;
  return listed.some(isOther) ? unanswered('the list is about another payment') : known(listed);
}

// The codes are from the provider's reference "Error codes".
const REFUSALS: Readonly<Record<string, RefundRefusal>> = {
  charge_already_refunded: 'already_refunded',
  charge_disputed: 'disputed',
  refund_disputed_payment: 'disputed',
  charge_not_refundable: 'not_refundable',
};

/** Returns the provider's final reason for refusing a refund; undefined for any other error. */
function refusalOf(error: ProviderError): RefundRefusal | undefined {
  if (!isInvalidRequest(error)) return undefined;
  const refusal = REFUSALS[error.code ?? ''];
  if (refusal !== undefined) return refusal;
  // An amount above the remainder has no error code of its own.
  return error.param === 'amount' && /greater than/.test(error.message)
    ? 'over_the_rest'
    : undefined;
}

/** Throws a provider error if the refund is malformed, so that the answer is `unknown`. */
function toRefund(refund: Stripe.Refund): Refund {
  if (refund.object !== 'refund') {
    throw new Stripe.errors.StripeAPIError({ message: 'the answer is no refund' });
  }
  const state = STATES[refund.status ?? ''] ?? 'pending';
  return {
    id: refund.id,
    intentId: idOf(refund.payment_intent),
    amountCents: refund.amount,
    state,
    failure: state === 'failed' ? (refund.failure_reason ?? refund.status) : null,
    metadata: { ...refund.metadata },
    createdAt: new Date(refund.created * 1000),
  };
}

/** A status that is not listed here is new: the caller waits and reads again. */
const STATES: Readonly<Record<string, RefundState>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
  pending: 'pending',
  requires_action: 'pending',
};
