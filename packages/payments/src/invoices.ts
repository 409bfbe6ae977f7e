import type { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import { answerAbout, ask, isMissing, known, type Answer } from './answer.ts';
import type { Invoice } from './shapes.ts';

/** An invoice as it is; null for one that this account does not have. */
export async function readInvoice(
  client: AccountClient,
  invoiceId: string,
): Promise<Answer<Invoice | null>> {
  const read = await ask<Invoice | null>(
    client,
    async (options) => toInvoice(await client.stripe.invoices.retrieve(invoiceId, {}, options)),
    (error) => (isMissing(error) ? known(null) : undefined),
  );
  return answerAbout(invoiceId, read);
}

function toInvoice(invoice: Stripe.Invoice): Invoice {
  const { paid_at: paidAt } = invoice.status_transitions;
  const nextAttempt = invoice.next_payment_attempt;
  return {
    id: invoice.id,
    customerId: idOf(invoice.customer) ?? '',
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    status: STATUSES.find((status) => status === invoice.status) ?? 'draft',
    reason: reasonOf(invoice),
    totalCents: invoice.total,
    dueCents: invoice.amount_due,
    paidCents: invoice.amount_paid,
    creditUsedCents: creditUsedBy(invoice),
    attempts: invoice.attempt_count,
    nextAttemptAt: nextAttempt === null ? null : new Date(nextAttempt * 1000),
    createdAt: new Date(invoice.created * 1000),
    paidAt: paidAt === null ? null : new Date(paidAt * 1000),
  };
}

const STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

function reasonOf(invoice: Stripe.Invoice): Invoice['reason'] {
  if (invoice.billing_reason === 'subscription_create') return 'first';
  return invoice.billing_reason === 'subscription_cycle' ? 'renewal' : 'other';
}

/** Until it is fixed, an invoice expects to use the credit there is now. */
function creditUsedBy(invoice: Stripe.Invoice): number {
  const startingCredit = Math.max(0, -invoice.starting_balance);
  if (invoice.ending_balance === null) return Math.min(invoice.total, startingCredit);
  return startingCredit - Math.max(0, -invoice.ending_balance);
}

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  reference == null ? null : typeof reference === 'string' ? reference : reference.id;
