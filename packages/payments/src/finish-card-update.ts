import type { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import { andThen, ask, isInvalidRequest, isMissing, known, type Answer } from './answer.ts';
import { makeDefault } from './card-update.ts';
import { everyOne, PAGE } from './every-one.ts';
import type { FinishedCardUpdate } from './shapes.ts';

export type FinishCardUpdateInput = {
  customerId: string;
  subscriptionId: string;
  /** The key of the `updateCard` that was left. */
  idempotencyKey: string;
  /** Whose it was: a set-up that bears another one is left alone. */
  installation?: string;
  /** `keep`: the card becomes the default; `drop`: it is taken away. */
  wish: 'keep' | 'drop';
};

/**
 * Ends an abandoned `updateCard`, so that no unused card stays with a customer: one that was set up
 * becomes the default after all, or is removed; any other is `dropped`, and its open challenge canceled.
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
      return input.wish === 'keep'
        ? andThen(await makeDefault(client, input, methodId), () =>
            known<FinishedCardUpdate>('kept'),
          )
        : andThen(await drop(client, input, methodId), () => known<FinishedCardUpdate>('dropped'));
    }
    let canceled: Answer<unknown> = known(undefined);
    for (const { id } of setups) canceled = await andThen(canceled, () => cancelSetup(client, id));
    return andThen(canceled, () => known<FinishedCardUpdate>('dropped'));
  });
}

async function findSetups(
  { stripe, timeoutMs }: AccountClient,
  { customerId, idempotencyKey, installation }: FinishCardUpdateInput,
): Promise<Answer<Stripe.SetupIntent[]>> {
  const setups: Stripe.SetupIntent[] = [];
  const listed = everyOne(
    timeoutMs,
    async (from) =>
      await stripe.setupIntents.list(
        { customer: customerId, limit: PAGE, ...from },
        { timeout: timeoutMs },
      ),
    isMissing,
  );
  for await (const answer of listed) {
    if (answer.outcome !== 'known') return answer;
    const { reference, installation: mark = installation } = answer.value.metadata ?? {};
    if (reference === idempotencyKey && mark === installation) setups.push(answer.value);
  }
  return known(setups);
}

/**
 * Takes a card away. A call for it that was late may have put it over the card that was wanted: then
 * the subscription goes back to the customer's own default.
 */
async function drop(
  client: AccountClient,
  { customerId, subscriptionId }: FinishCardUpdateInput,
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
    (error) => (isInvalidRequest(error) ? known(undefined) : undefined),
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
    (error) => (isInvalidRequest(error) ? known(undefined) : undefined),
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
    (error) => (isInvalidRequest(error) ? known(undefined) : undefined),
  );
}

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : reference;
