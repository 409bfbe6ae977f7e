import type { PayingCard } from '@agres/domain/shapes';
import type { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import { answerAbout, andThen, ask, isMissing, known, type Answer } from './answer.ts';
import { idOf } from './id-of.ts';

/** The subscription's own card takes precedence over the customer's default for invoices. */
const EXPAND = ['default_payment_method', 'customer.invoice_settings.default_payment_method'];

/**
 * Returns the card that a subscription's next invoice is debited from; null if there is none, if the
 * payment method is not a card, or if this account or customer does not have the subscription.
 */
export async function readPayingCard(
  client: AccountClient,
  { subscriptionId, customerId }: { subscriptionId: string; customerId: string },
): Promise<Answer<PayingCard | null>> {
  const read = await ask<Stripe.Subscription | null>(
    client,
    async (options) =>
      await client.stripe.subscriptions.retrieve(subscriptionId, { expand: EXPAND }, options),
    (error) => (isMissing(error) ? known(null) : undefined),
  );
  const own = await answerAbout(subscriptionId, read);
  return andThen(own, (subscription) =>
    known(
      subscription === null || idOf(subscription.customer) !== customerId
        ? null
        : cardOf(methodOf(subscription)),
    ),
  );
}

function methodOf({ default_payment_method: own, customer }: Stripe.Subscription) {
  if (own !== null) return own;
  if (typeof customer === 'string' || customer.deleted) return null;
  return customer.invoice_settings.default_payment_method;
}

function cardOf(method: string | Stripe.PaymentMethod | null): PayingCard | null {
  if (method === null || typeof method === 'string' || method.card === undefined) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  return { brand, last4, expMonth, expYear };
}
