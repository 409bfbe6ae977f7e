import type { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import {
  andThen,
  answerAbout,
  ask,
  isInvalidRequest,
  isMissing,
  known,
  unanswered,
  type Answer,
} from './answer.ts';
import { idOf } from './id-of.ts';
import { listAll, PAGE } from './list-all.ts';
import type { Invoice } from './shapes.ts';

/** Returns an invoice, or null if this account does not have it. */
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
 * Lists a subscription's invoices, newest first. A list with an invoice of another subscription is `unknown`.
 */
export async function listInvoices(
  client: AccountClient,
  subscriptionId: string,
): Promise<Answer<Invoice[]>> {
  const invoices = await listAll(client, async (from, options) => {
    const selection = { subscription: subscriptionId, expand: ['data.payments'] };
    const page = await client.stripe.invoices.list({ ...selection, limit: PAGE, ...from }, options);
    return { ...page, data: page.data.map(toInvoice) };
  });
  return andThen(invoices, (all) =>
    all.every((invoice) => invoice.subscriptionId === subscriptionId)
      ? known(all)
      : unanswered('the answer is about another subscription'),
  );
}

/** Returns the id of the subscription whose invoice a payment is for; null if there is none. */
export async function findPaidSubscription(
  client: AccountClient,
  intentId: string,
): Promise<Answer<string | null>> {
  return andThen(await findPaidInvoice(client, intentId), (invoice) =>
    known(idOf(invoice?.parent?.subscription_details?.subscription)),
  );
}

/**
 * Returns the URL of the provider's page of the invoice that a payment is for; null if there is none. Anyone
 * can open it, and it expires after some days: call this each time.
 */
export async function findInvoiceUrl(
  client: AccountClient,
  intentId: string,
): Promise<Answer<string | null>> {
  return andThen(await findPaidInvoice(client, intentId), (invoice) =>
    known(invoice?.hosted_invoice_url ?? null),
  );
}

async function findPaidInvoice(
  client: AccountClient,
  intentId: string,
): Promise<Answer<Stripe.Invoice | null>> {
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
    return known(typeof invoice === 'object' && !invoice.deleted ? invoice : null);
  });
}

/** Voids an invoice; returns whether it can no longer be paid. */
export async function voidInvoice(
  client: AccountClient,
  invoiceId: string | null,
): Promise<Answer<boolean>> {
  if (invoiceId === null) return known(true);
  const { stripe } = client;
  return ask(
    client,
    async (options) => {
      await stripe.invoices.voidInvoice(invoiceId, {}, options);
      return true;
    },
    (error) =>
      isInvalidRequest(error)
        ? ask(client, async (options) => {
            const { status } = await stripe.invoices.retrieve(invoiceId, {}, options);
            return status === 'void';
          })
        : undefined,
  );
}

/**
 * Stops collecting an ended subscription's invoices. Voids open ones, which returns the credit that they had
 * used, and never finalises drafts. An invoice paid in the meantime stays paid.
 */
export async function stopCollecting(
  client: AccountClient,
  subscriptionId: string,
): Promise<Answer<null>> {
  const { stripe } = client;
  // One page, newest first, is enough: the provider stops collecting long before a hundred are unpaid.
  const newest = await ask(
    client,
    async (options) =>
      await stripe.invoices.list({ subscription: subscriptionId, limit: PAGE }, options),
  );
  return andThen(newest, async ({ data }) => {
    for (const invoice of data) {
      if (idOf(invoice.parent?.subscription_details?.subscription) !== subscriptionId) {
        return unanswered('the answer is about another subscription');
      }
      const status =
        invoice.status === 'draft' ? await leaveDraft(client, invoice.id) : known(invoice.status);
      const stopped = await andThen(status, (now) =>
        now === 'open' ? voidInvoice(client, invoice.id) : known(false),
      );
      if (stopped.outcome !== 'known') return stopped;
    }
    return known(null);
  });
}

/**
 * Keeps a draft from being finalised and debited. Returns its status, which may have changed in the meantime.
 */
async function leaveDraft(
  client: AccountClient,
  invoiceId: string,
): Promise<Answer<Stripe.Invoice.Status | null>> {
  const { stripe } = client;
  const left = await ask(
    client,
    async (options) => await stripe.invoices.update(invoiceId, { auto_advance: false }, options),
    // A draft that was paid after it was listed cannot be changed, so its current status is read.
    (error) =>
      isInvalidRequest(error)
        ? ask(client, async (options) => await stripe.invoices.retrieve(invoiceId, {}, options))
        : undefined,
  );
  return andThen(left, ({ status }) => known(status));
}

function toInvoice(invoice: Stripe.Invoice): Invoice {
  const { paid_at: paidAt } = invoice.status_transitions;
  return {
    id: invoice.id,
    customerId: idOf(invoice.customer) ?? '',
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    status: STATUSES.find((status) => status === invoice.status) ?? 'draft',
    reason: reasonOf(invoice),
    paidCents: invoice.amount_paid,
    paymentIntentId: paymentOf(invoice),
    creditUsedCents: creditUsedBy(invoice),
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

/** Returns the credit that an invoice has used or, before it is finalised, expects to use. */
function creditUsedBy(invoice: Stripe.Invoice): number {
  const startingCredit = Math.max(0, -invoice.starting_balance);
  if (invoice.ending_balance === null) return Math.min(invoice.total, startingCredit);
  return startingCredit - Math.max(0, -invoice.ending_balance);
}
