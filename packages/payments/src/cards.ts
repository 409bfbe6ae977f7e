import type { AccountClient } from './account-client.ts';
import {
  andThen,
  answerAbout,
  ask,
  isCardError,
  isInvalidRequest,
  isMissing,
  known,
  type Answer,
  type ProviderError,
} from './answer.ts';
import type { CardFailure } from './shapes.ts';

export type MadeMethod = { state: 'made'; methodId: string } | RefusedCard;
export type RefusedCard = { state: 'refused'; failure: CardFailure };

/** Creates a payment method from the card form's token; `pm_…` is one already. */
export async function createMethod(
  client: AccountClient,
  { token, idempotencyKey }: { token: string; idempotencyKey: string },
): Promise<Answer<MadeMethod>> {
  if (token.startsWith('pm_')) return known({ state: 'made', methodId: token });
  return ask<MadeMethod>(
    client,
    async (options) => {
      const method = await client.stripe.paymentMethods.create(
        { type: 'card', card: { token } },
        { ...options, idempotencyKey },
      );
      return { state: 'made', methodId: method.id };
    },
    (error) => refusedCard(error),
  );
}

/**
 * Returns the fingerprint of the card behind a token of the card form (`tok_…` or `pm_…`), the same as
 * `Intent.cardFingerprint`, even after the token was used; null if this account does not have the token.
 */
export async function readCardFingerprint(
  client: AccountClient,
  token: string,
): Promise<Answer<string | null>> {
  const { tokens, paymentMethods } = client.stripe;
  const read = await ask<{ id: string; fingerprint: string | null } | null>(
    client,
    async (options) => {
      const { id, card } = token.startsWith('pm_')
        ? await paymentMethods.retrieve(token, {}, options)
        : await tokens.retrieve(token, {}, options);
      return { id, fingerprint: card?.fingerprint ?? null };
    },
    (error) => (isMissing(error) ? known(null) : undefined),
  );
  const own = await answerAbout(token, read);
  return andThen(own, (card) => known(card?.fingerprint ?? null));
}

/** Returns the answer for a declined card; undefined for any other error. */
export function refusedCard(error: ProviderError): Answer<RefusedCard> | undefined {
  if (!isCardError(error) && !isUnusableCard(error)) return undefined;
  return known({ state: 'refused', failure: failureOf(error) });
}

/** Returns why a card was declined; everything but insufficient funds counts as an invalid card. */
export function failureOf(error: {
  code?: string | undefined;
  decline_code?: string | undefined;
}): CardFailure {
  const isShortOfMoney =
    error.decline_code === 'insufficient_funds' || error.code === 'insufficient_funds';
  return isShortOfMoney ? 'insufficient_funds' : 'invalid_card';
}

/** Whether an error is about the card's token: already used, unknown, or of another customer. */
export function isUnusableCard(error: ProviderError): boolean {
  if (!isInvalidRequest(error)) return false;
  const isAboutCard = /^(payment_method|default_payment_method|card|source)/.test(
    error.param ?? '',
  );
  return error.code === 'token_already_used' || isAboutCard;
}
