import type { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import {
  andThen,
  ask,
  isInvalidRequest,
  isMissing,
  known,
  type Answer,
  type ReadError,
} from './answer.ts';
import { makeDefault } from './card-update.ts';
import { idOf } from './id-of.ts';
import { listAll, PAGE } from './list-all.ts';
import type { FinishedCardUpdate } from './shapes.ts';

export type FinishCardUpdateInput = {
  customerId: string;
  subscriptionId: string;
  /** The idempotency key of the abandoned `updateCard`. */
  idempotencyKey: string;
  /** A set-up of another installation is left alone. */
  installation?: string;
  /** `set_default` makes the card the default. */
  ending: 'set_default' | 'remove';
};

/**
 * Completes an abandoned `updateCard`, so that no unused card stays with a customer. A card that was set up
 * becomes the default or is removed, as `ending` says; otherwise its open challenge is cancelled (`dropped`).
 */
export async function finishCardUpdate(
  client: AccountClient,
  input: FinishCardUpdateInput,
): Promise<Answer<FinishedCardUpdate>> {
  const found = await findSetups(client, input);
  return andThen(found, async (setups) => {
    const succeeded = setups.find(({ status }) => status === 'succeeded');
    const methodId = succeeded === undefined ? null : idOf(succeeded.payment_method);
    if (methodId !== null) {
      return input.ending === 'set_default'
        ? andThen(await makeDefault(client, input, methodId), () =>
            known<FinishedCardUpdate>('kept'),
          )
        : andThen(await removeCard(client, input, methodId), () =>
            known<FinishedCardUpdate>('dropped'),
          );
    }
    let canceled: Answer<unknown> = known(undefined);
    for (const { id } of setups) canceled = await andThen(canceled, () => cancelSetup(client, id));
    return andThen(canceled, () => known<FinishedCardUpdate>('dropped'));
  });
}

async function findSetups(
  client: AccountClient,
  { customerId, idempotencyKey, installation }: FinishCardUpdateInput,
): Promise<Answer<Stripe.SetupIntent[]>> {
  const listed = await listAll(
    client,
    async (from, options) =>
      await client.stripe.setupIntents.list(
        { customer: customerId, limit: PAGE, ...from },
        options,
      ),
    isMissing,
  );
  const isOwn = ({ metadata }: Stripe.SetupIntent) => {
    const { reference, installation: mark = installation } = metadata ?? {};
    return reference === idempotencyKey && mark === installation;
  };
  return andThen(listed, (setups) => known(setups.filter(isOwn)));
}

/**
 * Removes a card from its customer. A delayed call may have made it the default over the intended one: the
 * subscription then returns to the customer's own default.
 */
async function removeCard(
  client: AccountClient,
  { customerId, subscriptionId }: FinishCardUpdateInput,
  methodId: string,
): Promise<Answer<unknown>> {
  const restored = await restoreDefault(client, { customerId, subscriptionId }, methodId);
  return andThen(restored, () => detach(client, methodId));
}

async function restoreDefault(
  client: AccountClient,
  { customerId, subscriptionId }: Pick<FinishCardUpdateInput, 'customerId' | 'subscriptionId'>,
  methodId: string,
): Promise<Answer<unknown>> {
  const { stripe } = client;
  const subscribed = await ask<{ cardId: string | null }>(
    client,
    async (options) => {
      const subscription = await stripe.subscriptions.retrieve(subscriptionId, {}, options);
      return { cardId: idOf(subscription.default_payment_method) };
    },
    asNone,
  );
  if (subscribed.outcome !== 'known' || subscribed.value.cardId !== methodId) return subscribed;
  const own = await ask<{ cardId: string | null }>(
    client,
    async (options) => {
      const customer = await stripe.customers.retrieve(customerId, {}, options);
      const settings = customer.deleted ? null : customer.invoice_settings;
      return { cardId: idOf(settings?.default_payment_method ?? null) };
    },
    asNone,
  );
  if (own.outcome !== 'known') return own;
  const { cardId } = own.value;
  if (cardId === null || cardId === methodId) return own;
  return ask<unknown>(
    client,
    async (options) =>
      await stripe.subscriptions.update(
        subscriptionId,
        { default_payment_method: cardId },
        options,
      ),
    asNone,
  );
}

/** A deleted object has no card to restore. */
const asNone: ReadError<{ cardId: string | null }> = (error) =>
  isInvalidRequest(error) ? known({ cardId: null }) : undefined;

/** Treats a missing payment method as already detached. */
async function detach(client: AccountClient, methodId: string): Promise<Answer<unknown>> {
  return ask<unknown>(
    client,
    async (options) => await client.stripe.paymentMethods.detach(methodId, {}, options),
    (error) => (isInvalidRequest(error) ? known(undefined) : undefined),
  );
}

/** Treats a set-up that can no longer be cancelled as finished. */
async function cancelSetup(client: AccountClient, setupId: string): Promise<Answer<unknown>> {
  return ask<unknown>(
    client,
    async (options) => await client.stripe.setupIntents.cancel(setupId, {}, options),
    (error) => (isInvalidRequest(error) ? known(undefined) : undefined),
  );
}
