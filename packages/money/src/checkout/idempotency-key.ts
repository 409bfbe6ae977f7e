import { createHash, randomUUID } from 'node:crypto';

import { DomainError } from '@agres/domain/errors';

type KeySource = { header: string | undefined; token: string; isLive: boolean };

const NO_KEY = new DomainError('invalid_fields', {
  issues: [{ path: 'Idempotency-Key', message: 'invalid_fields' }],
});

/**
 * The key of an attempt: its header, else its card token, which the provider accepts only once. The
 * provider's test tokens are accepted for ever, so with them every call is an attempt of its own.
 */
export function idempotencyKeyOf({ header, token, isLive }: KeySource): string {
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

/** Whether two hashes of requests are the same. */
export function isSameRequest(one: Uint8Array, other: Uint8Array): boolean {
  // guard: a key belongs to one content
  return Buffer.from(one).equals(Buffer.from(other));
}

/**
 * Whether an attempt was begun with this card and still has its hash: the bank has neither asked for 3-D
 * Secure nor taken money that went back.
 */
export function isSameCard(known: Uint8Array | null, cardHash: Uint8Array): boolean {
  return known !== null && Buffer.from(known).equals(Buffer.from(cardHash));
}

/** SHA-256 of parts of a call, such as all but its card: the same for two calls that mean the same. */
export function hashOfParts(parts: readonly unknown[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(JSON.stringify(parts)).digest());
}
