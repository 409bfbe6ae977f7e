import type { Plan } from '@agres/domain/shape-values';

import type { AccountClient } from './account-client.ts';
import {
  andThen,
  requireMatch,
  ask,
  known,
  ownerMetadata,
  unanswered,
  type Answer,
} from './answer.ts';
import { voidInvoice } from './invoices.ts';
import type { ProviderSubscription } from './shapes.ts';
import { cancel, readSubscription } from './subscriptions.ts';

export type BeginSubscriptionInput = {
  customerId: string;
  plan: Plan;
  metadata: Record<string, string>;
  idempotencyKey: string;
};

/**
 * Creates a subscription that has taken no money. `incomplete`: `confirmIntent` must pay its `openPayment`
 * with a card, which is saved. `active`: the customer's credit paid the first invoice, and `updateCard` must
 * still add a card. Repeating the call under its key returns the current state.
 */
export async function beginSubscription(
  client: AccountClient,
  input: BeginSubscriptionInput,
): Promise<Answer<ProviderSubscription>> {
  const { stripe, config } = client;
  const created = await ask(
    client,
    async (options) =>
      await stripe.subscriptions.create(
        {
          customer: input.customerId,
          items: [{ price: config.prices[input.plan] }],
          payment_behavior: 'default_incomplete',
          payment_settings: {
            payment_method_types: ['card'],
            save_default_payment_method: 'on_subscription',
          },
          metadata: input.metadata,
        },
        { ...options, idempotencyKey: input.idempotencyKey },
      ),
  );
  // The key always returns the first response, so the current state must be read.
  const ours = await andThen(created, (subscription) => {
    const { customer, metadata } = subscription;
    const customerId = typeof customer === 'string' ? customer : customer.id;
    return requireMatch(
      subscription,
      { ...metadata, customer: customerId },
      { ...ownerMetadata(input.metadata), customer: input.customerId },
    );
  });
  const read = await andThen(ours, ({ id }) => readSubscription(client, id));
  return andThen(read, (subscription) =>
    subscription === null ? unanswered('what was just made is not there') : known(subscription),
  );
}

/**
 * Abandons a subscription whose first invoice is unpaid. Voids the invoice first, which the provider rejects
 * once it is paid: no card can be charged for an abandoned subscription. Returns a subscription that was paid
 * in the meantime as it is.
 */
export async function abandonSubscription(
  client: AccountClient,
  subscriptionId: string,
): Promise<Answer<ProviderSubscription | null>> {
  const read = await readSubscription(client, subscriptionId);
  return andThen(read, async (subscription) => {
    if (subscription?.status !== 'incomplete') return known(subscription);
    // guard: an abandoned subscription is cancelled only after its invoice is voided
    const voided = await voidInvoice(client, subscription.latestInvoiceId);
    return andThen(voided, (isVoid) =>
      isVoid ? cancel(client, subscriptionId) : readSubscription(client, subscriptionId),
    );
  });
}
