import { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import { andThen, ask, type Answer } from './answer.ts';
import { idOf } from './id-of.ts';
import { listAll, PAGE } from './list-all.ts';
import { requireSelected, paramsOf, type Selection } from './refunds.ts';
import type { Dispute } from './shapes.ts';

/**
 * Lists cardholders' disputes and inquiries, newest first: all since a date, or those of one payment. Ends
 * after the first answer that is not known; a dispute of another payment counts as not known.
 */
export async function* listDisputes(
  client: AccountClient,
  selection: Selection,
): AsyncGenerator<Answer<Dispute>> {
  const disputes = listAll(
    client,
    async (from, options) =>
      await client.stripe.disputes.list({ ...paramsOf(selection), limit: PAGE, ...from }, options),
  );
  for await (const answer of disputes) {
    const read = await andThen(answer, (one) => ask(client, async () => toDispute(one)));
    const dispute = await andThen(read, (one) => requireSelected(selection, one));
    yield dispute;
    if (dispute.outcome !== 'known') return;
  }
}

function toDispute(dispute: Stripe.Dispute): Dispute {
  if (dispute.object !== 'dispute') {
    throw new Stripe.errors.StripeAPIError({ message: 'the answer is no dispute' });
  }
  const { due_by: dueBy } = dispute.evidence_details;
  return {
    id: dispute.id,
    intentId: idOf(dispute.payment_intent),
    // An unknown status is treated as open, so that no refund is made in addition.
    status: STATUSES.find((status) => status === dispute.status) ?? 'under_review',
    amountCents: dispute.amount,
    reason: dispute.reason,
    // The provider sends 0 if it accepts no answer.
    answerBy: dueBy === null || dueBy === 0 ? null : new Date(dueBy * 1000),
    isRefundable: dispute.is_charge_refundable,
    createdAt: new Date(dispute.created * 1000),
  };
}

const STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'won',
  'lost',
  'prevented',
] as const satisfies readonly Dispute['status'][];
