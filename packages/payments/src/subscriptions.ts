import { PLANS, type Plan } from '@agres/domain/shape-values';
import type { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import {
  ask,
  generalAnswer,
  isInvalidRequest,
  isMissing,
  known,
  andThen,
  type Answer,
  answerAbout,
} from './answer.ts';
import { idOf } from './id-of.ts';
import { readIntent } from './intents.ts';
import { stopCollecting } from './invoices.ts';
import { listAll, PAGE } from './list-all.ts';
import type { Intent, ProviderSubscription, SubscriptionStatus } from './shapes.ts';

const EXPAND = ['latest_invoice.payments'];

/** Returns a subscription, or null if this account does not have it. */
export async function readSubscription(
  client: AccountClient,
  subscriptionId: string,
): Promise<Answer<ProviderSubscription | null>> {
  const read = await ask<Stripe.Subscription | null>(
    client,
    async (options) =>
      await client.stripe.subscriptions.retrieve(subscriptionId, { expand: EXPAND }, options),
    (error) => (isMissing(error) ? known(null) : undefined),
  );
  const own = await answerAbout(subscriptionId, read);
  return andThen(own, (subscription) =>
    subscription === null ? known(null) : toSubscription(client, subscription),
  );
}

/** Returns the newest 100 subscriptions of a customer, including ended ones, newest first. */
export async function findSubscriptions(
  client: AccountClient,
  customerId: string,
): Promise<Answer<ProviderSubscription[]>> {
  const listed = await ask(
    client,
    async (options) =>
      await client.stripe.subscriptions.list(
        {
          customer: customerId,
          status: 'all',
          limit: PAGE,
          expand: ['data.latest_invoice.payments'],
        },
        options,
      ),
  );
  return andThen(listed, ({ data }) => toSubscriptions(client, data));
}

/** Lists all subscriptions of the account that have not ended, newest first. */
export async function listSubscriptions(
  client: AccountClient,
): Promise<Answer<ProviderSubscription[]>> {
  const listed = await listAll(
    client,
    async (from, options) =>
      await client.stripe.subscriptions.list(
        { limit: PAGE, expand: ['data.latest_invoice.payments'], ...from },
        options,
      ),
  );
  return andThen(listed, (all) => toSubscriptions(client, all));
}

async function toSubscriptions(
  client: AccountClient,
  listed: readonly Stripe.Subscription[],
): Promise<Answer<ProviderSubscription[]>> {
  const found: ProviderSubscription[] = [];
  for (const subscription of listed) {
    const answer = await toSubscription(client, subscription);
    if (answer.outcome !== 'known') return answer;
    found.push(answer.value);
  }
  return known(found);
}

/** Stops renewing: access lasts until the end of the paid period. */
export async function endAtPeriodClose(
  client: AccountClient,
  subscriptionId: string,
): Promise<Answer<ProviderSubscription | null>> {
  return setRenewal(client, subscriptionId, { cancel_at_period_end: true });
}

/** Reverts `endAtPeriodClose`. */
export async function resume(
  client: AccountClient,
  subscriptionId: string,
): Promise<Answer<ProviderSubscription | null>> {
  return setRenewal(client, subscriptionId, { cancel_at_period_end: false });
}

function setRenewal(
  client: AccountClient,
  subscriptionId: string,
  renewal: { cancel_at_period_end: boolean },
): Promise<Answer<ProviderSubscription | null>> {
  return change(client, subscriptionId, (stripe, options) =>
    stripe.subscriptions.update(subscriptionId, renewal, options),
  );
}

/**
 * Ends a subscription at once, without a refund, and returns it. Also stops collecting its invoices: the
 * provider alone stops collecting only finalised ones, and leaves them payable. One that has already ended
 * stays as it is.
 */
export async function cancelNow(
  client: AccountClient,
  subscriptionId: string,
): Promise<Answer<ProviderSubscription | null>> {
  const ended = await cancel(client, subscriptionId);
  return andThen(ended, async (subscription) => {
    if (subscription === null) return ended;
    // guard: ending a subscription stops the collection of its unpaid invoice
    return andThen(await stopCollecting(client, subscriptionId), () => ended);
  });
}

/** Ends a subscription at once, without touching its invoices. */
export async function cancel(
  client: AccountClient,
  subscriptionId: string,
): Promise<Answer<ProviderSubscription | null>> {
  return change(client, subscriptionId, (stripe, options) =>
    stripe.subscriptions.cancel(subscriptionId, {}, options),
  );
}

/**
 * Makes a change and reads the subscription. A rejected change counts as made if the subscription has ended.
 */
async function change(
  client: AccountClient,
  subscriptionId: string,
  call: (stripe: Stripe, options: Stripe.RequestOptions) => Promise<Stripe.Subscription>,
): Promise<Answer<ProviderSubscription | null>> {
  const changed = await ask<{ id: string } | null>(
    client,
    (options) => call(client.stripe, options),
    (providerError) =>
      isInvalidRequest(providerError)
        ? readSubscription(client, subscriptionId).then((now) =>
            andThen(now, (subscription) =>
              hasEnded(subscription) ? known(null) : generalAnswer(providerError),
            ),
          )
        : undefined,
  );
  const own = await answerAbout(subscriptionId, changed);
  return andThen(own, () => readSubscription(client, subscriptionId));
}

const hasEnded = (subscription: ProviderSubscription | null) =>
  subscription === null ||
  subscription.status === 'canceled' ||
  subscription.status === 'incomplete_expired';

async function toSubscription(
  client: AccountClient,
  subscription: Stripe.Subscription,
): Promise<Answer<ProviderSubscription>> {
  const { items, ended_at: endedAt, cancel_at: cancelAt } = subscription;
  const endsAt = endedAt ?? cancelAt;
  const payment = await readOpenPayment(client, subscription);
  return andThen(payment, (openPayment) =>
    known({
      id: subscription.id,
      customerId: idOf(subscription.customer),
      status: statusOf(subscription),
      plan: planOf(client, items.data[0]?.price.id),
      startedAt: new Date(subscription.start_date * 1000),
      periodEnd: new Date(Math.max(...items.data.map((item) => item.current_period_end)) * 1000),
      isPeriodPaid: isPeriodPaid(subscription),
      awaitsPayment: awaitsPayment(subscription),
      endsAt: endsAt === null ? null : new Date(endsAt * 1000),
      lacksCard: lacksCard(subscription),
      latestInvoiceId: subscription.latest_invoice && idOf(subscription.latest_invoice),
      openPayment,
      metadata: { ...subscription.metadata },
    }),
  );
}

async function readOpenPayment(
  client: AccountClient,
  { latest_invoice: invoice }: Stripe.Subscription,
): Promise<Answer<Intent | null>> {
  if (invoice === null || typeof invoice === 'string' || invoice.status !== 'open') {
    return known(null);
  }
  const intent = invoice.payments?.data[0]?.payment.payment_intent;
  return intent === undefined ? known(null) : readIntent(client, idOf(intent));
}

/** A renewal's invoice is a draft for an hour, and open while the card is declined. */
const isPeriodPaid = ({ latest_invoice: invoice }: Stripe.Subscription): boolean =>
  typeof invoice === 'object' && invoice?.status === 'paid';

function awaitsPayment({ status, latest_invoice: invoice }: Stripe.Subscription): boolean {
  const isOpen = typeof invoice === 'object' && UNPAID.has(invoice?.status ?? null);
  // guard: unsubscribing before a due renewal is paid ends the subscription at once
  return isOpen || status === 'past_due' || status === 'unpaid';
}

const UNPAID: ReadonlySet<Stripe.Invoice.Status | null> = new Set(['draft', 'open']);

function lacksCard({
  status,
  default_payment_method: card,
  latest_invoice: invoice,
}: Stripe.Subscription) {
  if (status !== 'active' || card !== null) return false;
  return typeof invoice === 'object' && invoice?.payments?.data.length === 0;
}

const STATUSES = [
  'incomplete',
  'incomplete_expired',
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const satisfies readonly SubscriptionStatus[];

// A status unknown to this API version grants no access.
const statusOf = ({ status }: Stripe.Subscription): SubscriptionStatus =>
  STATUSES.find((candidate) => candidate === status) ?? 'unpaid';

const planOf = ({ config }: AccountClient, priceId: string | undefined): Plan | null =>
  PLANS.find((plan) => config.prices[plan] === priceId) ?? null;
