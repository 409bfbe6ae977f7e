import { createHash, randomUUID } from 'node:crypto';

import { DomainError } from '@agres/domain/errors';

type KeySource = { header: string | undefined; token: string; isLive: boolean };

const NO_KEY = new DomainError('invalid_fields', {
  issues: [{ path: 'Idempotency-Key', message: 'invalid_fields' }],
});

/**
 * Returns the key of an attempt: the `Idempotency-Key` header, else the card token, which the provider
 * accepts only once. The provider's test tokens are reusable, so with them each call gets a new key.
 */
export function idempotencyKeyOf({ header, token, isLive }: KeySource): string {
  if (header !== undefined) {
    if (!/^[\x21-\x7e]{1,255}$/.test(header)) throw NO_KEY;
    return `h:${header}`;
  }
  if (!isLive && isReusableTestToken(token)) return `r:${randomUUID()}`;
  return `t:${createHash('sha256').update(token).digest('hex')}`;
}

/**
 * Matches tokens such as `tok_visa`, `tok_threeDSecure2Required` and `pm_card_chargeDeclined`, which have
 * words instead of a random part.
 */
function isReusableTestToken(token: string): boolean {
  return /^(?:tok_|pm_card_)[a-zA-Z_]+(?:[23][a-zA-Z_]*)?$/.test(token);
}

/**
 * Whether two hashes of a request or a card are equal. An attempt loses its card hash once the bank
 * has requested 3-D Secure or has taken money that was refunded.
 */
export function isSameHash(known: Uint8Array | null, other: Uint8Array): boolean {
  // guard: an idempotency key reused for another request is refused
  return known !== null && Buffer.from(known).equals(Buffer.from(other));
}

/** Returns the SHA-256 of the parts of a call, as JSON. */
export function hashOfParts(parts: readonly unknown[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(JSON.stringify(parts)).digest());
}
