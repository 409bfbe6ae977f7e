import type { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import { andThen, ask, isInvalidRequest, isMissing, known, type Answer } from './answer.ts';
import { makeDefault } from './card-update.ts';
import type { CardSettlement } from './shapes.ts';

const LISTED = 100;

export type SettleCardInput = {
  customerId: string;
  subscriptionId: string;
  /** The key of the `updateCard` that was left. */
  idempotencyKey: string;
  /** `keep`: the card becomes the default; `drop`: it is taken away. */
  wish: 'keep' | 'drop';
};

/**
 * Ends a change of card that nobody goes on with, so that no card stays with a customer without being
 * used: one that was set up becomes the default after all, or goes; a challenge that nobody answered
 * is over.
 */
export async function settleCard(
  client: AccountClient,
  input: SettleCardInput,
): Promise<Answer<CardSettlement>> {
  const found = await findSetups(client, input);
  return andThen(found, async (setups) => {
    const succeeded = setups.find(({ status }) => status === 'succeeded');
    const methodId = succeeded === undefined ? null : idOf(succeeded.payment_method);
    if (methodId !== null) {
      return input.wish === 'keep'
        ? andThen(await makeDefault(client, input, methodId), () => known<CardSettlement>('kept'))
        : andThen(await drop(client, input, methodId), () => known<CardSettlement>('dropped'));
    }
    let canceled: Answer<unknown> = known(undefined);
    for (const { id } of setups) canceled = await andThen(canceled, () => cancelSetup(client, id));
    return andThen(canceled, () => known<CardSettlement>('dropped'));
  });
}

async function findSetups(
  { stripe, timeoutMs }: AccountClient,
  { customerId, idempotencyKey }: SettleCardInput,
): Promise<Answer<Stripe.SetupIntent[]>> {
  return ask(
    async () => {
      const setups: Stripe.SetupIntent[] = [];
      const listed = stripe.setupIntents.list(
        { customer: customerId, limit: LISTED },
        { timeout: timeoutMs },
      );
      for await (const setup of listed) {
        if (setup.metadata?.['reference'] === idempotencyKey) setups.push(setup);
      }
      return setups;
    },
    timeoutMs,
    (refusal) => (isMissing(refusal) ? known([]) : undefined),
  );
}

/**
 * Takes a card away. A call for it that was late may have put it over the card that was wanted: then
 * the subscription goes back to the customer's own default.
 */
async function drop(
  client: AccountClient,
  { customerId, subscriptionId }: SettleCardInput,
  methodId: string,
): Promise<Answer<unknown>> {
  const { stripe, timeoutMs } = client;
  const timeout = { timeout: timeoutMs };
  const restored = await ask<unknown>(
    async () => {
      const subscription = await stripe.subscriptions.retrieve(subscriptionId, {}, timeout);
      if (idOf(subscription.default_payment_method) !== methodId) return;
      const customer = await stripe.customers.retrieve(customerId, {}, timeout);
      const own = customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method);
      if (own === null || own === methodId) return;
      await stripe.subscriptions.update(subscriptionId, { default_payment_method: own }, timeout);
    },
    timeoutMs,
    (refusal) => (isInvalidRequest(refusal) ? known(undefined) : undefined),
  );
  return andThen(restored, () => detach(client, methodId));
}

/** One that is no longer there is gone already. */
async function detach(
  { stripe, timeoutMs }: AccountClient,
  methodId: string,
): Promise<Answer<unknown>> {
  return ask<unknown>(
    async () => await stripe.paymentMethods.detach(methodId, {}, { timeout: timeoutMs }),
    timeoutMs,
    (refusal) => (isInvalidRequest(refusal) ? known(undefined) : undefined),
  );
}

/** One that can no longer be cancelled is over already. */
async function cancelSetup(
  { stripe, timeoutMs }: AccountClient,
  setupId: string,
): Promise<Answer<unknown>> {
  return ask<unknown>(
    async () => await stripe.setupIntents.cancel(setupId, {}, { timeout: timeoutMs }),
    timeoutMs,
    (refusal) => (isInvalidRequest(refusal) ? known(undefined) : undefined),
  );
}

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : reference;
