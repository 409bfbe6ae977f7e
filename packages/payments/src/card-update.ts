import type { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import { ask, isKeptFailure, known, andThen, type Answer } from './answer.ts';
import { createMethod, failureOf, refusedCard, type MadeMethod } from './cards.ts';
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
  const made = await makeMethod(client, input);
  return andThen(made, async (method) => {
    if (method.state === 'refused') return known(declined(method.failure));
    const setUp = await setUpCard(client, input, method.methodId);
    return andThen(setUp, (intent) => finish(client, input, intent));
  });
}

async function makeMethod(
  client: AccountClient,
  { token, idempotencyKey }: UpdateCardInput,
): Promise<Answer<MadeMethod>> {
  const first = await createMethod(client, { token, idempotencyKey: `${idempotencyKey}_pm` });
  if (!isKeptFailure(first)) return first;
  const again = await createMethod(client, { token, idempotencyKey: `${idempotencyKey}_pm_2` });
  // The failed call may have used the token up: that says nothing about the card.
  return again.outcome === 'known' && again.value.state === 'refused' ? first : again;
}

type SetUp = Stripe.SetupIntent | CardUpdate;

async function setUpCard(
  client: AccountClient,
  input: UpdateCardInput,
  methodId: string,
): Promise<Answer<SetUp>> {
  const { idempotencyKey } = input;
  const first = await createSetup(client, input, { methodId, key: `${idempotencyKey}_setup` });
  // No money moves: a second one does no harm.
  const created = isKeptFailure(first)
    ? await createSetup(client, input, { methodId, key: `${idempotencyKey}_setup_2` })
    : first;
  // Under its key the first answer comes back for ever: what happened since has to be read.
  return andThen(created, (intent) =>
    'id' in intent && intent.status !== 'succeeded' ? readSetup(client, intent.id) : known(intent),
  );
}

async function createSetup(
  { stripe, timeoutMs }: AccountClient,
  { customerId, idempotencyKey }: UpdateCardInput,
  { methodId, key }: { methodId: string; key: string },
): Promise<Answer<SetUp>> {
  return ask<SetUp>(
    async () =>
      await stripe.setupIntents.create(
        {
          customer: customerId,
          payment_method: methodId,
          allowed_payment_method_types: ['card'],
          usage: 'off_session',
          confirm: true,
          metadata: { reference: idempotencyKey },
        },
        { idempotencyKey: key, timeout: timeoutMs },
      ),
    timeoutMs,
    (refusal) => {
      const refused = refusedCard(refusal);
      return refused && andThen(refused, ({ failure }) => known(declined(failure)));
    },
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

/** Has a card that was set up pay from now on: for the subscription first, then for the customer. */
export async function makeDefault(
  { stripe, timeoutMs }: AccountClient,
  { customerId, subscriptionId }: Pick<UpdateCardInput, 'customerId' | 'subscriptionId'>,
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
