import { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import {
  andThen,
  answerAbout,
  asAsked,
  ask,
  isInvalidRequest,
  known,
  ownersIn,
  unanswered,
  type Answer,
  type ProviderError,
} from './answer.ts';
import { everyOne, PAGE } from './every-one.ts';
import { idOf } from './id-of.ts';
import type { Refund, RefundAnswer, RefundRefusal, RefundState } from './shapes.ts';

/** Which refunds or disputes: all since a moment, or those of one payment. */
export type Selection = { createdAfter: Date } | { intentId: string };

/**
 * Refunds, newest first, those of the dashboard included: all since a moment, or those of one payment. Ends after the
 * first answer that is not known; one about another payment is none.
 */
export async function* listRefunds(
  client: AccountClient,
  selection: Selection,
): AsyncGenerator<Answer<Refund>> {
  const refunds = everyOne(
    client,
    async (from, options) =>
      await client.stripe.refunds.list({ ...paramsOf(selection), limit: PAGE, ...from }, options),
  );
  for await (const answer of refunds) {
    const read = await andThen(answer, (one) => ask(client, async () => toRefund(one)));
    const refund = await andThen(read, (one) => ofSelection(selection, one));
    yield refund;
    if (refund.outcome !== 'known') return;
  }
}

/** One that the account does not have is `misconfigured`, code `resource_missing`. */
export async function readRefund(client: AccountClient, refundId: string): Promise<Answer<Refund>> {
  const read = await ask(client, async (options) =>
    toRefund(await client.stripe.refunds.retrieve(refundId, {}, options)),
  );
  return answerAbout(refundId, read);
}

export type RefundIntentInput = {
  intentId: string;
  /** In cents; all that is left where it is not given. */
  amountCents?: number;
  /** Says whose refund it is. */
  metadata: Record<string, string>;
  idempotencyKey: string;
};

/**
 * Gives money of a payment back. What the provider refuses for good is a known answer, and no money
 * moved. An answer about another payment, amount or refund is `misconfigured`, kind `foreign`.
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
          {
            payment_intent: intentId,
            metadata,
            ...(amountCents === undefined ? {} : { amount: amountCents }),
          },
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
    return asAsked(
      { state: 'made', refund },
      {
        ...refund.metadata,
        intent: refund.intentId,
        ...(amountCents === undefined ? {} : { amount: refund.amountCents }),
      },
      {
        ...ownersIn(metadata),
        intent: intentId,
        ...(amountCents === undefined ? {} : { amount: amountCents }),
      },
    );
  });
}

/** What a list call is given to select by. */
export function paramsOf(
  selection: Selection,
): { payment_intent: string } | { created: Stripe.RangeQueryParam } {
  if ('intentId' in selection) return { payment_intent: selection.intentId };
  return { created: { gte: Math.floor(selection.createdAfter.getTime() / 1000) } };
}

/** Takes something that belongs to another payment than was asked about for unknown. */
export function ofSelection<T extends { intentId: string | null }>(
  selection: Selection,
  one: T,
): Answer<T> {
  // guard: a list about another payment is none
  return 'intentId' in selection && one.intentId !== selection.intentId
    ? unanswered('the list is about another payment')
    : known(one);
}

// The provider's reference "Error codes".
const REFUSALS: Readonly<Record<string, RefundRefusal>> = {
  charge_already_refunded: 'already_refunded',
  charge_disputed: 'disputed',
  refund_disputed_payment: 'disputed',
  charge_not_refundable: 'not_refundable',
};

/** Why the provider gives nothing back, for good; undefined for any other error. */
function refusalOf(error: ProviderError): RefundRefusal | undefined {
  if (!isInvalidRequest(error)) return undefined;
  const refusal = REFUSALS[error.code ?? ''];
  if (refusal !== undefined) return refusal;
  // More than is left has no code of its own.
  return error.param === 'amount' && /greater than/.test(error.message)
    ? 'over_the_rest'
    : undefined;
}

/** The provider's refund in the shop's words; throws as an unanswered call does where it is malformed. */
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

/** Any other status is new: wait and ask again. */
const STATES: Readonly<Record<string, RefundState>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
  pending: 'pending',
  requires_action: 'pending',
};
