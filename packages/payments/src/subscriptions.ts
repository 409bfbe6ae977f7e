import { PLANS, type Plan } from '@shop/domain/shapes';
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
} from './answer.ts';
import { createMethod, refusedCard, type MadeMethod } from './cards.ts';
import { readIntent } from './intents.ts';
import type { Intent, ProviderSubscription, Subscribing, SubscriptionStatus } from './shapes.ts';

const EXPAND = ['latest_invoice.payments'];
const LISTED = 100;

export type SubscribeInput = {
  customerId: string;
  plan: Plan;
  token: string;
  metadata: Record<string, string>;
  idempotencyKey: string;
};

/**
 * Saves the card for the customer, begins the subscription and charges its first invoice. Every
 * step has its own key, so that the whole may be repeated; the answer is read, never replayed.
 */
export async function subscribe(
  client: AccountClient,
  input: SubscribeInput,
): Promise<Answer<Subscribing>> {
  const { token, idempotencyKey } = input;
  const made = await createMethod(client, { token, idempotencyKey: `${idempotencyKey}_pm` });
  const attached = await andThen(made, (method) => attach(client, input, method));
  return andThen(attached, (method) =>
    method.state === 'refused' ? known<Subscribing>(method) : begin(client, input, method.methodId),
  );
}

/** A subscription as it is; null for one that this account does not have. */
export async function readSubscription(
  client: AccountClient,
  subscriptionId: string,
): Promise<Answer<ProviderSubscription | null>> {
  const { stripe, timeoutMs } = client;
  const read = await ask<Stripe.Subscription | null>(
    async () =>
      await stripe.subscriptions.retrieve(
        subscriptionId,
        { expand: EXPAND },
        { timeout: timeoutMs },
      ),
    timeoutMs,
    (refusal) => (isMissing(refusal) ? known(null) : undefined),
  );
  return andThen(read, (subscription) =>
    subscription === null ? known(null) : toSubscription(client, subscription),
  );
}

/** All subscriptions of a customer, ended ones included, newest first. */
export async function findSubscriptions(
  client: AccountClient,
  customerId: string,
): Promise<Answer<ProviderSubscription[]>> {
  const { stripe, timeoutMs } = client;
  const listed = await ask(
    async () =>
      await stripe.subscriptions.list(
        {
          customer: customerId,
          status: 'all',
          limit: LISTED,
          expand: ['data.latest_invoice.payments'],
        },
        { timeout: timeoutMs },
      ),
    timeoutMs,
  );
  return andThen(listed, async (page) => {
    const found: ProviderSubscription[] = [];
    for (const subscription of page.data) {
      const answer = await toSubscription(client, subscription);
      if (answer.outcome !== 'known') return answer;
      found.push(answer.value);
    }
    return known(found);
  });
}

/** Lets a subscription end with its paid period, or takes that back. */
export async function setRenewal(
  client: AccountClient,
  subscriptionId: string,
  renewal: 'stops' | 'goes_on',
): Promise<Answer<ProviderSubscription | null>> {
  return change(client, subscriptionId, (stripe, options) =>
    stripe.subscriptions.update(
      subscriptionId,
      { cancel_at_period_end: renewal === 'stops' },
      options,
    ),
  );
}

/** Ends a subscription at once; one that has ended already stays as it is. */
export async function cancelNow(
  client: AccountClient,
  subscriptionId: string,
): Promise<Answer<ProviderSubscription | null>> {
  return change(client, subscriptionId, (stripe, options) =>
    stripe.subscriptions.cancel(subscriptionId, {}, options),
  );
}

async function attach(
  { stripe, timeoutMs }: AccountClient,
  { customerId, idempotencyKey }: SubscribeInput,
  method: MadeMethod,
): Promise<Answer<MadeMethod>> {
  if (method.state === 'refused') return known(method);
  return ask<MadeMethod>(
    async () => {
      const attached = await stripe.paymentMethods.attach(
        method.methodId,
        { customer: customerId },
        { idempotencyKey: `${idempotencyKey}_attach`, timeout: timeoutMs },
      );
      return { state: 'made', methodId: attached.id };
    },
    timeoutMs,
    (refusal) => (refusal.param === 'customer' ? undefined : refusedCard(refusal)),
  );
}

async function begin(
  client: AccountClient,
  { customerId, plan, metadata, idempotencyKey }: SubscribeInput,
  methodId: string,
): Promise<Answer<Subscribing>> {
  const { stripe, config, timeoutMs } = client;
  const created = await ask(
    async () =>
      await stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price: config.prices[plan] }],
          default_payment_method: methodId,
          payment_behavior: 'allow_incomplete',
          metadata,
        },
        { idempotencyKey: `${idempotencyKey}_sub`, timeout: timeoutMs },
      ),
    timeoutMs,
  );
  const read = await andThen(created, ({ id }) => readSubscription(client, id));
  return andThen(read, (subscription) =>
    subscription === null
      ? known<Subscribing>({ state: 'refused', failure: 'invalid_card' })
      : known<Subscribing>({ state: 'begun', subscription }),
  );
}

/** Where the provider refuses a change, what the subscription is by now decides. */
async function change(
  client: AccountClient,
  subscriptionId: string,
  call: (stripe: Stripe, options: Stripe.RequestOptions) => Promise<Stripe.Subscription>,
): Promise<Answer<ProviderSubscription | null>> {
  const { stripe, timeoutMs } = client;
  const changed = await ask<unknown>(
    () => call(stripe, { timeout: timeoutMs }),
    timeoutMs,
    (refusal) =>
      isInvalidRequest(refusal)
        ? readSubscription(client, subscriptionId).then((now) =>
            andThen(now, (subscription) =>
              hasEnded(subscription) ? known(null) : generalAnswer(refusal),
            ),
          )
        : undefined,
  );
  return andThen(changed, () => readSubscription(client, subscriptionId));
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
      endsAt: endsAt === null ? null : new Date(endsAt * 1000),
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

// A status that this API version does not know gives no access.
const statusOf = ({ status }: Stripe.Subscription): SubscriptionStatus =>
  STATUSES.find((candidate) => candidate === status) ?? 'unpaid';

const planOf = ({ config }: AccountClient, priceId: string | undefined): Plan | null =>
  PLANS.find((plan) => config.prices[plan] === priceId) ?? null;

const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id;
