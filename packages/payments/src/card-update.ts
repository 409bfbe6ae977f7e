import type { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import {
  andThen,
  answerAbout,
  requireMatch,
  ask,
  isCachedFailure,
  known,
  type Answer,
} from './answer.ts';
import { createMethod, failureOf, refusedCard, type MadeMethod } from './cards.ts';
import { idOf } from './id-of.ts';
import type { CardUpdate } from './shapes.ts';

export type UpdateCardInput = {
  customerId: string;
  subscriptionId: string;
  token: string;
  installation?: string;
  idempotencyKey: string;
};

/**
 * Replaces the card of a subscription; no money moves. Sets the card up for later payments while the
 * cardholder is present, with 3-D Secure if the bank requires it, and only then makes it the default of
 * subscription and customer. Repeating the call under its key, for example after 3-D Secure, continues where
 * it stopped.
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
  if (!isCachedFailure(first)) return first;
  const again = await createMethod(client, { token, idempotencyKey: `${idempotencyKey}_pm_2` });
  // The failed call may have used up the token, so a refusal says nothing about the card.
  return again.outcome === 'known' && again.value.state === 'refused' ? first : again;
}

type SetUp = Stripe.SetupIntent | CardUpdate;

async function setUpCard(
  client: AccountClient,
  input: UpdateCardInput,
  methodId: string,
): Promise<Answer<SetUp>> {
  const { idempotencyKey } = input;
  // An earlier release used `_setup`, without an installation: a key must not be reused with other
  // parameters.
  const key = `${idempotencyKey}_setup_v2`;
  const first = await createSetup(client, input, { methodId, key });
  // No money moves, so a second set-up does no harm.
  const created = isCachedFailure(first)
    ? await createSetup(client, input, { methodId, key: `${key}_2` })
    : first;
  const ours = await andThen(created, (setUp) => ('id' in setUp ? asOwn(setUp, input) : created));
  // The key always returns the first response, so the current state must be read.
  return andThen(ours, (intent) =>
    'id' in intent && intent.status !== 'succeeded' ? readSetup(client, intent.id) : known(intent),
  );
}

/** A foreign set-up would put a foreign card on this subscription. */
function asOwn(
  setUp: Stripe.SetupIntent,
  { customerId, installation, idempotencyKey }: UpdateCardInput,
): Answer<SetUp> {
  const { customer, metadata } = setUp;
  return requireMatch(
    setUp,
    { ...metadata, customer: customer && idOf(customer) },
    {
      customer: customerId,
      reference: idempotencyKey,
      ...(installation === undefined ? {} : { installation }),
    },
  );
}

async function createSetup(
  client: AccountClient,
  { customerId, installation, idempotencyKey }: UpdateCardInput,
  { methodId, key }: { methodId: string; key: string },
): Promise<Answer<SetUp>> {
  return ask<SetUp>(
    client,
    async (options) =>
      await client.stripe.setupIntents.create(
        {
          customer: customerId,
          payment_method: methodId,
          allowed_payment_method_types: ['card'],
          usage: 'off_session',
          confirm: true,
          metadata: {
            reference: idempotencyKey,
            ...(installation === undefined ? {} : { installation }),
          },
        },
        { ...options, idempotencyKey: key },
      ),
    (error) => {
      const refused = refusedCard(error);
      return refused && andThen(refused, ({ failure }) => known(declined(failure)));
    },
  );
}

async function readSetup(client: AccountClient, intentId: string): Promise<Answer<SetUp>> {
  return ask<SetUp>(
    client,
    async (options) => await client.stripe.setupIntents.retrieve(intentId, {}, options),
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

/** Makes a card that was set up the default: of the subscription first, then of the customer. */
export async function makeDefault(
  client: AccountClient,
  { customerId, subscriptionId }: Pick<UpdateCardInput, 'customerId' | 'subscriptionId'>,
  methodId: string,
): Promise<Answer<CardUpdate>> {
  const { stripe } = client;
  const forSubscription = await ask<{ id: string }>(
    client,
    async (options) =>
      await stripe.subscriptions.update(
        subscriptionId,
        { default_payment_method: methodId },
        options,
      ),
  );
  const ownSubscription = await answerAbout(subscriptionId, forSubscription);
  const forCustomer = await andThen(ownSubscription, async () => {
    const changed = await ask<{ id: string }>(
      client,
      async (options) =>
        await stripe.customers.update(
          customerId,
          { invoice_settings: { default_payment_method: methodId } },
          options,
        ),
    );
    return answerAbout(customerId, changed);
  });
  return andThen(forCustomer, () => known<CardUpdate>({ state: 'updated' }));
}

const declined = (failure: ReturnType<typeof failureOf>): CardUpdate => ({
  state: 'declined',
  failure,
});
