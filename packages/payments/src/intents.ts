import { Stripe } from 'stripe';

import type { AccountClient } from './account-client.ts';
import {
  answerAbout,
  requireMatch,
  ask,
  isCardError,
  isInvalidRequest,
  isKeyMismatch,
  known,
  andThen,
  ownerMetadata,
  type Answer,
  type CallOptions,
  type ProviderError,
} from './answer.ts';
import { createMethod, failureOf, isUnusableCard } from './cards.ts';
import { listAll, PAGE } from './list-all.ts';
import type { Intent, IntentState, Shipping } from './shapes.ts';

const EXPAND = ['latest_charge'];

export type CreateIntentInput = {
  amountCents: number;
  metadata: Record<string, string>;
  /** Omitted from the request if it is too long for the provider. */
  description?: string;
  shipping?: Shipping;
  idempotencyKey: string;
};

// The provider's limits, from its guide "Metadata" and the API reference of payment intents.
const METADATA_LENGTH = 500;
const DESCRIPTION_LENGTH = 1000;

/**
 * Creates an unconfirmed card payment in EUR, which cannot take money without a card. Omits texts that are
 * too long for the provider, and description and shipping address if the provider still rejects them. An
 * answer with another amount, attempt or installation is `misconfigured`, kind `foreign`: no caller may touch
 * it.
 */
export async function createIntent(
  client: AccountClient,
  input: CreateIntentInput,
): Promise<Answer<Intent>> {
  const { amountCents, description = '', shipping, idempotencyKey } = input;
  const metadata = Object.fromEntries(
    Object.entries(input.metadata).filter(([, value]) => value.length <= METADATA_LENGTH),
  );
  const bare: Stripe.PaymentIntentCreateParams = {
    amount: amountCents,
    currency: 'eur',
    allowed_payment_method_types: ['card'],
    capture_method: 'automatic',
    metadata,
    expand: EXPAND,
  };
  const words: Pick<Stripe.PaymentIntentCreateParams, 'description' | 'shipping'> = {
    ...(description === '' || description.length > DESCRIPTION_LENGTH ? {} : { description }),
    ...(shipping === undefined
      ? {}
      : { shipping: { name: shipping.name, address: { line1: shipping.address } } }),
  };
  const create =
    (params: Stripe.PaymentIntentCreateParams, key: string) => async (options: CallOptions) =>
      toIntent(
        await client.stripe.paymentIntents.create(params, { ...options, idempotencyKey: key }),
      );
  const made = await ask(client, create({ ...bare, ...words }, idempotencyKey), (error) => {
    const isAboutWords =
      isInvalidRequest(error) && /^(description|shipping)\b/.test(error.param ?? '');
    return isAboutWords ? ask(client, create(bare, `${idempotencyKey}_bare`)) : undefined;
  });
  return andThen(made, (intent) =>
    requireMatch(
      intent,
      { ...intent.metadata, amount: intent.amountCents, currency: intent.currency },
      { ...ownerMetadata(metadata), amount: amountCents, currency: 'eur' },
    ),
  );
}

export type ConfirmIntentInput = {
  intentId: string;
  token: string;
  idempotencyKey: string;
};

/**
 * Charges the card behind `token` (`tok_…` or `pm_…`); a used or unknown token is `declined`. Reads the
 * intent if the error does not contain its state. Creates a payment method first for an account that does not
 * accept tokens in this call.
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
  const readBack = () => readIntent(client, input.intentId);
  const confirmed = await ask(
    client,
    async (options) =>
      toIntent(
        await client.stripe.paymentIntents.confirm(
          input.intentId,
          { ...card, expand: EXPAND },
          { ...options, idempotencyKey: input.idempotencyKey },
        ),
      ),
    (error) => {
      if (isCardError(error)) return intentIn(error) ?? readBack();
      if (card.payment_method_data && error.code === 'parameter_unknown') {
        return confirmByMethod(client, input);
      }
      if (isUnusableCard(error)) return readBack().then(asDeclined);
      const isStateError = error.code === 'payment_intent_unexpected_state';
      // Another card was tried under this key before: only the intent itself has the outcome.
      return isStateError || isKeyMismatch(error) ? readBack() : undefined;
    },
  );
  return answerAbout(input.intentId, confirmed);
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

/** Returns an intent; `misconfigured`, code `resource_missing`, if the account does not have it. */
export async function readIntent(client: AccountClient, intentId: string): Promise<Answer<Intent>> {
  const read = await ask(client, async (options) =>
    toIntent(await client.stripe.paymentIntents.retrieve(intentId, { expand: EXPAND }, options)),
  );
  return answerAbout(intentId, read);
}

/** Cancels an intent, or returns it unchanged if it can no longer be cancelled. */
export async function cancelIntent(
  client: AccountClient,
  intentId: string,
): Promise<Answer<Intent>> {
  const canceled = await ask(
    client,
    async (options) =>
      toIntent(await client.stripe.paymentIntents.cancel(intentId, { expand: EXPAND }, options)),
    (error) =>
      error.code === 'payment_intent_unexpected_state' ? readIntent(client, intentId) : undefined,
  );
  return answerAbout(intentId, canceled);
}

/** Lists the intents created at or after a date, newest first. */
export function listIntents(
  client: AccountClient,
  { createdAfter }: { createdAfter: Date },
): Promise<Answer<Intent[]>> {
  const gte = Math.floor(createdAfter.getTime() / 1000);
  return listAll(client, async (from, options) => {
    const params = { created: { gte }, limit: PAGE, expand: ['data.latest_charge'], ...from };
    const page = await client.stripe.paymentIntents.list(params, options);
    return { ...page, data: page.data.map(toIntent) };
  });
}

/** Throws a provider error if the intent is malformed, so that the answer is `unknown`. */
function toIntent(intent: Stripe.PaymentIntent): Intent {
  if (intent.object !== 'payment_intent') {
    throw new Stripe.errors.StripeAPIError({ message: 'the answer is no payment intent' });
  }
  const state = stateOf(intent);
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    id: intent.id,
    state,
    amountCents: intent.amount,
    refundedCents: charge?.amount_refunded ?? 0,
    isDisputed: charge?.disputed ?? false,
    cardFingerprint: charge?.payment_method_details?.card?.fingerprint ?? null,
    currency: intent.currency,
    clientSecret: intent.client_secret ?? '',
    attemptId: intent.metadata['attempt_id'] ?? null,
    metadata: { ...intent.metadata },
    description: intent.description,
    shipping: toShipping(intent.shipping),
    failure: state === 'declined' ? failureOf(intent.last_payment_error ?? {}) : null,
    createdAt: new Date(intent.created * 1000),
  };
}

function toShipping(shipping: Stripe.PaymentIntent.Shipping | null): Shipping | null {
  const address = shipping?.address?.line1 ?? '';
  return shipping === null || address === '' ? null : { name: shipping.name ?? '', address };
}

function stateOf(intent: Stripe.PaymentIntent): IntentState {
  const isWaitingForCard =
    intent.status === 'requires_payment_method' || intent.status === 'requires_confirmation';
  if (isWaitingForCard) return intent.last_payment_error === null ? 'created' : 'declined';
  // Any other status is unexpected (a capture) or new: the caller waits and reads again.
  return PLAIN_STATES.find((state) => state === intent.status) ?? 'processing';
}

const PLAIN_STATES = ['succeeded', 'canceled', 'requires_action', 'processing'] as const;

function intentIn(error: ProviderError): Answer<Intent> | undefined {
  const intent = error.payment_intent;
  return intent?.object === 'payment_intent' ? known(toIntent(intent)) : undefined;
}

/** A card that could not even be tried leaves the intent unchanged; to the buyer it was declined. */
function asDeclined(answer: Answer<Intent>): Answer<Intent> {
  if (answer.outcome !== 'known') return answer;
  const { state } = answer.value;
  if (state !== 'created' && state !== 'declined') return answer;
  return known({ ...answer.value, state: 'declined', failure: 'invalid_card' });
}

type CardParams = Pick<Stripe.PaymentIntentConfirmParams, 'payment_method' | 'payment_method_data'>;

// The SDK's types omit `card.token` here; the provider documents it for payment methods.
type CardTokenData = Stripe.PaymentIntentConfirmParams.PaymentMethodData & {
  card: { token: string };
};
