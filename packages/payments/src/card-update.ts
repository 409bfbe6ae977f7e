import type { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import { ask, known, andThen, type Answer } from './answer.ts';
import { createMethod, failureOf, refusedCard } from './cards.ts';
import type { CardUpdate } from './shapes.ts';

export type UpdateCardInput = {
  customerId: string;
  subscriptionId: string;
  token: string;
  idempotencyKey: string;
};

/**
 * Puts a new card on a subscription: it is set up for later payments while its owner is there, with
 * 3-D Secure where the bank asks, and only then becomes the default of subscription and customer.
 * A card that fails is never saved. Repeating the call under its key goes on where it stood.
 */
export async function updateCard(
  client: AccountClient,
  input: UpdateCardInput,
): Promise<Answer<CardUpdate>> {
  const { token, idempotencyKey } = input;
  const made = await createMethod(client, { token, idempotencyKey: `${idempotencyKey}_pm` });
  return andThen(made, async (method) => {
    if (method.state === 'refused') return known(declined(method.failure));
    const setUp = await setUpCard(client, input, method.methodId);
    return andThen(setUp, (intent) => finish(client, input, intent));
  });
}

type SetUp = Stripe.SetupIntent | CardUpdate;

async function setUpCard(
  client: AccountClient,
  { customerId, idempotencyKey }: UpdateCardInput,
  methodId: string,
): Promise<Answer<SetUp>> {
  const { stripe, timeoutMs } = client;
  const created = await ask<SetUp>(
    async () =>
      await stripe.setupIntents.create(
        {
          customer: customerId,
          payment_method: methodId,
          allowed_payment_method_types: ['card'],
          usage: 'off_session',
          confirm: true,
        },
        { idempotencyKey: `${idempotencyKey}_setup`, timeout: timeoutMs },
      ),
    timeoutMs,
    (refusal) => {
      const refused = refusedCard(refusal);
      return refused && andThen(refused, ({ failure }) => known(declined(failure)));
    },
  );
  // Under its key the first answer comes back for ever: what happened since has to be read.
  return andThen(created, (intent) =>
    'id' in intent && intent.status !== 'succeeded' ? readSetup(client, intent.id) : known(intent),
  );
}

async function readSetup(
  { stripe, timeoutMs }: AccountClient,
  intentId: string,
): Promise<Answer<SetUp>> {
  return ask<SetUp>(
    async () => await stripe.setupIntents.retrieve(intentId, {}, { timeout: timeoutMs }),
    timeoutMs,
  );
}

async function finish(
  client: AccountClient,
  input: UpdateCardInput,
  setUp: SetUp,
): Promise<Answer<CardUpdate>> {
  if ('state' in setUp) return known(setUp);
  if (setUp.status === 'requires_action') {
    return known({ state: 'requires_action', clientSecret: setUp.client_secret ?? '' });
  }
  const methodId = setUp.payment_method && idOf(setUp.payment_method);
  if (setUp.status !== 'succeeded' || methodId === null) {
    return known(declined(failureOf(setUp.last_setup_error ?? {})));
  }
  return makeDefault(client, input, methodId);
}

async function makeDefault(
  { stripe, timeoutMs }: AccountClient,
  { customerId, subscriptionId }: UpdateCardInput,
  methodId: string,
): Promise<Answer<CardUpdate>> {
  const timeout = { timeout: timeoutMs };
  const forSubscription = await ask<unknown>(
    async () =>
      await stripe.subscriptions.update(
        subscriptionId,
        { default_payment_method: methodId },
        timeout,
      ),
    timeoutMs,
  );
  const forCustomer = await andThen(forSubscription, () =>
    ask<unknown>(
      async () =>
        await stripe.customers.update(
          customerId,
          { invoice_settings: { default_payment_method: methodId } },
          timeout,
        ),
      timeoutMs,
    ),
  );
  return andThen(forCustomer, () => known<CardUpdate>({ state: 'updated' }));
}

const declined = (failure: ReturnType<typeof failureOf>): CardUpdate => ({
  state: 'declined',
  failure,
});

const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id;
