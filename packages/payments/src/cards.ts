import type { AccountClient } from './account-client.ts';
import {
  ask,
  isCardError,
  isInvalidRequest,
  known,
  type Answer,
  type ProviderError,
} from './answer.ts';
import type { CardFailure } from './shapes.ts';

/** A payment method made of a token, or why none could be. */
export type MadeMethod = { state: 'made'; methodId: string } | RefusedCard;
export type RefusedCard = { state: 'refused'; failure: CardFailure };

/** Turns the token of the card form into a payment method; `pm_…` is one already. */
export async function createMethod(
  { stripe, timeoutMs }: AccountClient,
  { token, idempotencyKey }: { token: string; idempotencyKey: string },
): Promise<Answer<MadeMethod>> {
  if (token.startsWith('pm_')) return known({ state: 'made', methodId: token });
  return ask<MadeMethod>(
    async () => {
      const method = await stripe.paymentMethods.create(
        { type: 'card', card: { token } },
        { idempotencyKey, timeout: timeoutMs },
      );
      return { state: 'made', methodId: method.id };
    },
    timeoutMs,
    (refusal) => refusedCard(refusal),
  );
}

/** The answer to a card that the provider refuses, or undefined for any other refusal. */
export function refusedCard(refusal: ProviderError): Answer<RefusedCard> | undefined {
  if (!isCardError(refusal) && !isUnusableCard(refusal)) return undefined;
  return known({ state: 'refused', failure: failureOf(refusal) });
}

/** Why a card was refused; everything but missing money is a card that does not work. */
export function failureOf(refusal: {
  code?: string | undefined;
  decline_code?: string | undefined;
}): CardFailure {
  const isShortOfMoney =
    refusal.decline_code === 'insufficient_funds' || refusal.code === 'insufficient_funds';
  return isShortOfMoney ? 'insufficient_funds' : 'invalid_card';
}

/** Whether a refusal is about the card's token: used, unknown, spent, of another customer. */
export function isUnusableCard(refusal: ProviderError): boolean {
  if (!isInvalidRequest(refusal)) return false;
  const isAboutCard = /^(payment_method|default_payment_method|card|source)/.test(
    refusal.param ?? '',
  );
  return refusal.code === 'token_already_used' || isAboutCard;
}
