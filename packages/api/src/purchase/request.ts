import { createHash, randomUUID } from 'node:crypto';

import { DomainError } from '@shop/domain/errors';
import type { Locale } from '@shop/domain/locale';
import type { PaymentAccount } from '@shop/domain/shapes';
import type { Buy } from '@shop/domain/shop.schema';

import type { Context } from '../context.ts';
import { paymentAccountOf } from '../payments/account.ts';
import type { Session } from '../users/session.ts';

/** One call of `shop.buy`: who wants what, and what makes it the same purchase as another call. */
export type PurchaseRequest = {
  userId: number;
  /** The language that the buyer is written to in. */
  locale: Locale;
  /** The account that charges, if this call begins the attempt. */
  account: PaymentAccount;
  input: Buy;
  /** Names the click. */
  key: string;
  /** SHA-256 of everything in the call but the card. */
  requestHash: Uint8Array<ArrayBuffer>;
  /** Names this call as the owner of leases. */
  owner: string;
};

/** Reads a call of `shop.buy`. Refuses an `Idempotency-Key` that is none with 400 `invalid_fields`. */
export async function readPurchaseRequest(
  { deps, session, locale, idempotencyKey }: Context & { session: Session },
  input: Buy,
): Promise<PurchaseRequest> {
  const account = await paymentAccountOf(deps, session.userId);
  const isLive = deps.payments.isLive(account);
  return {
    userId: session.userId,
    locale,
    account,
    input,
    key: keyOf({ header: idempotencyKey, token: input.stripeToken, isLive }),
    requestHash: requestHashOf(input),
    owner: randomUUID(),
  };
}

type Click = { header: string | undefined; token: string; isLive: boolean };

const NO_KEY = new DomainError('invalid_fields', {
  issues: [{ path: 'Idempotency-Key', message: 'invalid_fields' }],
});

/**
 * The key of a click: its header, else its card token, which the provider accepts only once. The
 * provider's test tokens are accepted for ever, so with them every call is a click of its own.
 */
export function keyOf({ header, token, isLive }: Click): string {
  if (header !== undefined) {
    if (!/^[\x21-\x7e]{1,255}$/.test(header)) throw NO_KEY;
    return `h:${header}`;
  }
  if (!isLive && isReusableTestToken(token)) return `r:${randomUUID()}`;
  return `t:${createHash('sha256').update(token).digest('hex')}`;
}

/** `tok_visa`, `tok_threeDSecure2Required`, `pm_card_chargeDeclined`…: names in place of a random part. */
function isReusableTestToken(token: string): boolean {
  return /^(?:tok_|pm_card_)[a-zA-Z_]+(?:[23][a-zA-Z_]*)?$/.test(token);
}

/** What is bought and for whom, without the card: the same for two calls that mean the same purchase. */
export function requestHashOf(input: Buy): Uint8Array<ArrayBuffer> {
  const { id, optionIndex, area, firstName, lastName, shippingAddress, cgv } = input;
  const canonical = JSON.stringify([
    id,
    optionIndex,
    area,
    firstName,
    lastName,
    shippingAddress,
    cgv,
  ]);
  return new Uint8Array(createHash('sha256').update(canonical).digest());
}

/** Whether two hashes of requests are the same. */
export function isSameRequest(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(Buffer.from(other));
}
