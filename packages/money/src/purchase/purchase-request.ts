import { createHmac } from 'node:crypto';

import type { MemberContext } from '@agres/core/context';
import { DomainError } from '@agres/domain/errors';
import type { Locale } from '@agres/domain/locale';
import type { PaymentAccount } from '@agres/domain/shapes';
import type { Buy } from '@agres/domain/shop.schema';

import { hashOfParts, idempotencyKeyOf } from '../checkout/idempotency-key.ts';
import { newLeaseHolder } from '../checkout/lease.ts';
import { findPayer } from '../subscription/payment-account.ts';

/** One call of `shop.buy`: who wants what, and what makes it the same purchase as another call. */
export type PurchaseRequest = {
  userId: number;
  /** The language that the buyer is written to in. */
  locale: Locale;
  /** The account that charges, if this call begins the attempt. */
  account: PaymentAccount;
  input: Buy;
  /** Names the attempt. */
  key: string;
  /** SHA-256 of everything in the call but the card. */
  requestHash: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the card's token. */
  cardHash: Uint8Array<ArrayBuffer>;
  /** A keyed hash of the buyer's address, for the payment to carry. */
  buyerHash: string;
  /** Names this call as the holder of leases. */
  leaseHolder: string;
};

/** Reads a call of `shop.buy`. A malformed `Idempotency-Key` is 400 `invalid_fields`. */
export async function readPurchaseRequest(
  { deps, session, locale, idempotencyKey }: MemberContext,
  input: Buy,
): Promise<PurchaseRequest> {
  const payer = await findPayer(deps, session.userId);
  // Deleted between the session and here.
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

/** What is bought and for whom, without the card: the same for two calls that mean the same purchase. */
export function requestHashOf(input: Buy): Uint8Array<ArrayBuffer> {
  const { id, optionIndex, area, firstName, lastName, shippingAddress, cgv } = input;
  return hashOfParts([id, optionIndex, area, firstName, lastName, shippingAddress, cgv]);
}

/**
 * A keyed hash of an address, in 64 hex digits: with the secret it tells whether a payment is of
 * the current account, and reveals no person. With another secret nothing agrees.
 */
export function buyerHashOf(appSecret: string, emailKey: string): string {
  const key = createHmac('sha256', appSecret).update('buyer of a payment').digest();
  return createHmac('sha256', key).update(emailKey).digest('hex');
}
