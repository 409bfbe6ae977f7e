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

/** A payment method made of a token, or why none could be. */
export type MadeMethod = { state: 'made'; methodId: string } | RefusedCard;
export type RefusedCard = { state: 'refused'; failure: CardFailure };

/** Makes a payment method of the token of the card form; `pm_…` is one already. */
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
 * The fingerprint of the card behind a token of the card form (`tok_…` or `pm_…`), as
 * `Intent.cardFingerprint` names it, also once the token is used; null for one that this account does
 * not have.
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

/** The answer to a declined card, or undefined for any other error. */
export function refusedCard(error: ProviderError): Answer<RefusedCard> | undefined {
  if (!isCardError(error) && !isUnusableCard(error)) return undefined;
  return known({ state: 'refused', failure: failureOf(error) });
}

/** Why a card was declined; everything but missing money is a card that does not work. */
export function failureOf(error: {
  code?: string | undefined;
  decline_code?: string | undefined;
}): CardFailure {
  const isShortOfMoney =
    error.decline_code === 'insufficient_funds' || error.code === 'insufficient_funds';
  return isShortOfMoney ? 'insufficient_funds' : 'invalid_card';
}

/** Whether an error is about the card's token: used, unknown, spent, of another customer. */
export function isUnusableCard(error: ProviderError): boolean {
  if (!isInvalidRequest(error)) return false;
  const isAboutCard = /^(payment_method|default_payment_method|card|source)/.test(
    error.param ?? '',
  );
  return error.code === 'token_already_used' || isAboutCard;
}
