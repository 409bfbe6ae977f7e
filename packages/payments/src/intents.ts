import type { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import {
  ask,
  isCardError,
  isKeyMismatch,
  known,
  andThen,
  type Answer,
  type ProviderError,
} from './answer.ts';
import { createMethod, failureOf, isUnusableCard } from './cards.ts';
import { everyOne, PAGE } from './every-one.ts';
import type { Intent, IntentState } from './shapes.ts';

const EXPAND = ['latest_charge'];

export type CreateIntentInput = {
  amountCents: number;
  metadata: Record<string, string>;
  idempotencyKey: string;
  timeoutMs?: number;
};

/** An unconfirmed card payment in EUR: without a card it cannot take money. */
export async function createIntent(
  { stripe, timeoutMs }: AccountClient,
  input: CreateIntentInput,
): Promise<Answer<Intent>> {
  const timeout = input.timeoutMs ?? timeoutMs;
  return ask(
    async () =>
      toIntent(
        await stripe.paymentIntents.create(
          {
            amount: input.amountCents,
            currency: 'eur',
            allowed_payment_method_types: ['card'],
            capture_method: 'automatic',
            metadata: input.metadata,
            expand: EXPAND,
          },
          { idempotencyKey: input.idempotencyKey, timeout },
        ),
      ),
    timeout,
  );
}

export type ConfirmIntentInput = {
  intentId: string;
  token: string;
  idempotencyKey: string;
  timeoutMs?: number;
};

/**
 * Charges a card; where the refusal does not say how the intent stands, the intent is read. An
 * account that takes no token inside this call gets a payment method made of it first.
 */
export async function confirmIntent(
  client: AccountClient,
  input: ConfirmIntentInput,
): Promise<Answer<Intent>> {
  if (input.token.startsWith('pm_')) {
    return confirmWith(client, input, { payment_method: input.token });
  }
  const data: CardTokenData = { type: 'card', card: { token: input.token } };
  return confirmWith(client, input, { payment_method_data: data });
}

async function confirmWith(
  client: AccountClient,
  input: ConfirmIntentInput,
  card: CardParams,
): Promise<Answer<Intent>> {
  const timeout = input.timeoutMs ?? client.timeoutMs;
  const readBack = () => readIntent(client, input.intentId, { timeoutMs: timeout });
  return ask(
    async () =>
      toIntent(
        await client.stripe.paymentIntents.confirm(
          input.intentId,
          { ...card, expand: EXPAND },
          { idempotencyKey: input.idempotencyKey, timeout },
        ),
      ),
    timeout,
    (refusal) => {
      if (isCardError(refusal)) return intentIn(refusal) ?? readBack();
      if (card.payment_method_data && refusal.code === 'parameter_unknown') {
        return confirmByMethod(client, input);
      }
      if (isUnusableCard(refusal)) return readBack().then(asDeclined);
      const isStateRefusal = refusal.code === 'payment_intent_unexpected_state';
      // Under this key another card was tried before: only the intent can say what came of it.
      return isStateRefusal || isKeyMismatch(refusal) ? readBack() : undefined;
    },
  );
}

async function confirmByMethod(
  client: AccountClient,
  input: ConfirmIntentInput,
): Promise<Answer<Intent>> {
  const { intentId, token, idempotencyKey } = input;
  const method = await createMethod(client, { token, idempotencyKey: `${idempotencyKey}_pm` });
  return andThen(method, async (made) => {
    if (made.state === 'refused') return readIntent(client, intentId).then(asDeclined);
    const confirmation = { ...input, idempotencyKey: `${idempotencyKey}_by_pm` };
    return confirmWith(client, confirmation, { payment_method: made.methodId });
  });
}

export async function readIntent(
  { stripe, timeoutMs }: AccountClient,
  intentId: string,
  options: { timeoutMs?: number } = {},
): Promise<Answer<Intent>> {
  const timeout = options.timeoutMs ?? timeoutMs;
  return ask(
    async () =>
      toIntent(await stripe.paymentIntents.retrieve(intentId, { expand: EXPAND }, { timeout })),
    timeout,
  );
}

/** Ends an intent for good; one that can no longer be ended is answered as it is. */
export async function cancelIntent(
  client: AccountClient,
  intentId: string,
  options: { timeoutMs?: number } = {},
): Promise<Answer<Intent>> {
  const timeout = options.timeoutMs ?? client.timeoutMs;
  return ask(
    async () =>
      toIntent(
        await client.stripe.paymentIntents.cancel(intentId, { expand: EXPAND }, { timeout }),
      ),
    timeout,
    (refusal) =>
      refusal.code === 'payment_intent_unexpected_state'
        ? readIntent(client, intentId, { timeoutMs: timeout })
        : undefined,
  );
}

/** Every intent made at or after a moment, page by page, newest first. */
export async function* listIntents(
  { stripe, timeoutMs }: AccountClient,
  createdAfter: Date,
): AsyncGenerator<Answer<Intent>> {
  const gte = Math.floor(createdAfter.getTime() / 1000);
  const intents = everyOne(
    timeoutMs,
    async (from) =>
      await stripe.paymentIntents.list(
        { created: { gte }, limit: PAGE, expand: ['data.latest_charge'], ...from },
        { timeout: timeoutMs },
      ),
  );
  for await (const answer of intents) yield andThen(answer, (intent) => known(toIntent(intent)));
}

/** Gives back all that is left of a payment; one already given back is a success. */
export async function refundIntent(
  client: AccountClient,
  { intentId, idempotencyKey }: { intentId: string; idempotencyKey: string },
): Promise<Answer<Intent>> {
  const { stripe, timeoutMs } = client;
  const refund = await ask<unknown>(
    async () =>
      await stripe.refunds.create(
        { payment_intent: intentId },
        { idempotencyKey, timeout: timeoutMs },
      ),
    timeoutMs,
    (refusal) => (refusal.code === 'charge_already_refunded' ? known(undefined) : undefined),
  );
  return andThen(refund, () => readIntent(client, intentId));
}

/** The provider's intent in the shop's words. */
function toIntent(intent: Stripe.PaymentIntent): Intent {
  const state = stateOf(intent);
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    id: intent.id,
    state,
    amountCents: intent.amount,
    refundedCents: charge?.amount_refunded ?? 0,
    currency: intent.currency,
    clientSecret: intent.client_secret ?? '',
    attemptId: intent.metadata['attempt_id'] ?? null,
    metadata: { ...intent.metadata },
    failure: state === 'declined' ? failureOf(intent.last_payment_error ?? {}) : null,
    createdAt: new Date(intent.created * 1000),
  };
}

function stateOf(intent: Stripe.PaymentIntent): IntentState {
  const isWaitingForCard =
    intent.status === 'requires_payment_method' || intent.status === 'requires_confirmation';
  if (isWaitingForCard) return intent.last_payment_error === null ? 'created' : 'declined';
  // Any other status is one that nobody asked for (a capture) or knows yet: wait and ask again.
  return PLAIN_STATES.find((state) => state === intent.status) ?? 'processing';
}

const PLAIN_STATES = ['succeeded', 'canceled', 'requires_action', 'processing'] as const;

function intentIn(refusal: ProviderError): Answer<Intent> | undefined {
  return refusal.payment_intent && known(toIntent(refusal.payment_intent));
}

/** A card that could not even be tried leaves the intent as it was; for the buyer it was refused. */
function asDeclined(answer: Answer<Intent>): Answer<Intent> {
  if (answer.outcome !== 'known') return answer;
  const { state } = answer.value;
  if (state !== 'created' && state !== 'declined') return answer;
  return known({ ...answer.value, state: 'declined', failure: 'invalid_card' });
}

type CardParams = Pick<Stripe.PaymentIntentConfirmParams, 'payment_method' | 'payment_method_data'>;

// The SDK's types leave `card.token` out here; the provider documents it for payment methods.
type CardTokenData = Stripe.PaymentIntentConfirmParams.PaymentMethodData & {
  card: { token: string };
};
