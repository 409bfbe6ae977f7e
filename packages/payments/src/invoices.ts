import type { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import { andThen, answerAbout, ask, isMissing, known, unanswered, type Answer } from './answer.ts';
import { everyOne, PAGE } from './every-one.ts';
import { idOf } from './id-of.ts';
import type { Invoice } from './shapes.ts';

/** An invoice as it is; null for one that this account does not have. */
export async function readInvoice(
  client: AccountClient,
  invoiceId: string,
): Promise<Answer<Invoice | null>> {
  const read = await ask<Invoice | null>(
    client,
    async (options) =>
      toInvoice(
        await client.stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }, options),
      ),
    (error) => (isMissing(error) ? known(null) : undefined),
  );
  return answerAbout(invoiceId, read);
}

/**
 * The invoices of a subscription that were made since a moment, newest first. Ends after the first answer
 * that is not known; one about another subscription is none.
 */
export async function* listInvoices(
  client: AccountClient,
  { subscriptionId, createdAfter }: { subscriptionId: string; createdAfter: Date },
): AsyncGenerator<Answer<Invoice>> {
  const invoices = everyOne(
    client,
    async (from, options) =>
      await client.stripe.invoices.list(
        {
          subscription: subscriptionId,
          created: { gte: Math.floor(createdAfter.getTime() / 1000) },
          expand: ['data.payments'],
          limit: PAGE,
          ...from,
        },
        options,
      ),
  );
  for await (const answer of invoices) {
    const invoice = await andThen(answer, (one) => ask(client, async () => toInvoice(one)));
    const own = await andThen(invoice, (one) =>
      one.subscriptionId === subscriptionId
        ? known(one)
        : unanswered('the answer is about another subscription'),
    );
    yield own;
    if (own.outcome !== 'known') return;
  }
}

/** The subscription whose invoice a payment is for; null where it is for none. */
export async function findPaidSubscription(
  client: AccountClient,
  intentId: string,
): Promise<Answer<string | null>> {
  const found = await ask(
    client,
    async (options) => {
      const { data } = await client.stripe.invoicePayments.list(
        {
          payment: { type: 'payment_intent', payment_intent: intentId },
          expand: ['data.invoice'],
          limit: 1,
        },
        options,
      );
      return data[0] ?? null;
    },
    (error) => (isMissing(error) ? known(null) : undefined),
  );
  return andThen(found, (line) => {
    if (line === null) return known(null);
    if (idOf(line.payment.payment_intent) !== intentId) {
      return unanswered('the answer is about another payment');
    }
    const { invoice } = line;
    const details =
      typeof invoice === 'object' && !invoice.deleted ? invoice.parent?.subscription_details : null;
    return known(idOf(details?.subscription));
  });
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
    paymentIntentId: paymentOf(invoice),
    creditUsedCents: creditUsedBy(invoice),
    attempts: invoice.attempt_count,
    nextAttemptAt: nextAttempt === null ? null : new Date(nextAttempt * 1000),
    createdAt: new Date(invoice.created * 1000),
    paidAt: paidAt === null ? null : new Date(paidAt * 1000),
  };
}

const STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

function paymentOf({ payments }: Stripe.Invoice): string | null {
  const paid = payments?.data.find(({ status }) => status === 'paid');
  return idOf(paid?.payment.payment_intent);
}

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
