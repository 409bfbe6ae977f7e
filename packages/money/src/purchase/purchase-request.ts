import { createHmac } from 'node:crypto';

import type { MemberContext } from '@agres/core/context';
import { DomainError } from '@agres/domain/errors';
import type { Locale } from '@agres/domain/locale';
import type { PaymentAccount } from '@agres/domain/shapes';
import type { Buy } from '@agres/domain/shop.schema';

import { hashOfParts, idempotencyKeyOf } from '../checkout/idempotency-key.ts';
import { newLeaseHolder } from '../checkout/lease.ts';
import { findPayer } from '../subscription/find-payer.ts';

/** A call of `shop.buy`, with the values that identify it as a repetition of another call. */
export type PurchaseRequest = {
  userId: number;
  /** The language of emails to the buyer. */
  locale: Locale;
  /** The account that charges the card, if this call starts the attempt. */
  account: PaymentAccount;
  input: Buy;
  key: string;
  /** SHA-256 of the call's content without the card. */
  requestHash: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the card's token. */
  cardHash: Uint8Array<ArrayBuffer>;
  /** A keyed hash of the buyer's email address, stored with the payment. */
  buyerHash: string;
  leaseHolder: string;
};

/** Reads a call of `shop.buy`. Throws 400 `invalid_fields` if `Idempotency-Key` is malformed. */
export async function readPurchaseRequest(
  { deps, session, locale, idempotencyKey }: MemberContext,
  input: Buy,
): Promise<PurchaseRequest> {
  const payer = await findPayer(deps, session.userId);
  // The account was deleted after the session was read.
  if (payer === null) throw new DomainError('not_logged_in');
  const { account, emailKey } = payer;
  const isLive = deps.payments.isLive(account);
  return {
    userId: session.userId,
    locale,
    account,
    input,
    key: idempotencyKeyOf({ header: idempotencyKey, token: input.stripeToken, isLive }),
    requestHash: requestHashOf(input),
    cardHash: hashOfParts([input.stripeToken]),
    buyerHash: buyerHashOf(deps.config.appSecret, emailKey),
    leaseHolder: newLeaseHolder(deps),
  };
}

/**
 * Hashes item, option and recipient, but not the card: two calls for the same purchase have the same hash.
 */
export function requestHashOf(input: Buy): Uint8Array<ArrayBuffer> {
  const { id, optionIndex, area, firstName, lastName, shippingAddress, cgv } = input;
  return hashOfParts([id, optionIndex, area, firstName, lastName, shippingAddress, cgv]);
}

/**
 * Returns a keyed hash of an email address, in 64 hex digits. It shows whether a payment belongs to the
 * account that now has the address, but identifies no one without the secret. After a change of the secret no
 * earlier hash matches.
 */
export function buyerHashOf(appSecret: string, emailKey: string): string {
  const key = createHmac('sha256', appSecret).update('buyer of a payment').digest();
  return createHmac('sha256', key).update(emailKey).digest('hex');
}
