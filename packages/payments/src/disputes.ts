import { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import { andThen, type Answer } from './answer.ts';
import { idOf } from './id-of.ts';
import { listAll, PAGE } from './list-all.ts';
import { requireSelected, paramsOf, type Selection } from './refunds.ts';
import type { Dispute } from './shapes.ts';

/**
 * Lists cardholders' disputes and inquiries, newest first: all since a date, or those of one payment. A list
 * with a dispute of another payment is `unknown`.
 */
export async function listDisputes(
  client: AccountClient,
  selection: Selection,
): Promise<Answer<Dispute[]>> {
  const disputes = await listAll(client, async (from, options) => {
    const params = { ...paramsOf(selection), limit: PAGE, ...from };
    const page = await client.stripe.disputes.list(params, options);
    return { ...page, data: page.data.map(toDispute) };
  });
  return andThen(disputes, (all) => requireSelected(selection, all));
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
