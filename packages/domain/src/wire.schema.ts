import { z } from 'zod';

import type { ErrorCode } from './errors.ts';

/** Ids and counts are 32-bit integers in the database. */
export const MAX_INTEGER = 2_147_483_647;

type Invalid = { input?: unknown };

/**
 * Returns the errors of a field with a code of its own: that code if it is missing, `invalid_fields` if its
 * type is wrong (docs/api/errors.md).
 */
export function codeWhenMissing(code: ErrorCode) {
  return {
    error: ({ input }: Invalid): ErrorCode => (input === undefined ? code : 'invalid_fields'),
  };
}

type Range = { min: number; max?: number };

function integerIn({ min, max = MAX_INTEGER }: Range, code: ErrorCode) {
  return z.int(code).min(min, code).max(max, code);
}

/** Accepts an integer in a URL, where it is text: as a number or digits. */
function orDigits(integer: ReturnType<typeof integerIn>, code: ErrorCode) {
  const digits = z
    .string()
    .regex(/^\d{1,10}$/, code)
    .transform(Number)
    .pipe(integer);
  const error = ({ input }: Invalid): ErrorCode =>
    ['undefined', 'number', 'string'].includes(typeof input) ? code : 'invalid_fields';
  // The pipe lets the document generator accept it in a URL.
  return z.union([integer, digits], { error }).pipe(z.int());
}

/** An integer sent as a JSON number. */
export function wireInteger(range: Range) {
  // The pipe keeps the document's bytes: descriptions before bounds.
  return integerIn(range, 'invalid_fields').pipe(z.int());
}

/** An id from a link, as a number or digits; `code` is the error for a malformed one. */
export function linkedId(code: ErrorCode) {
  return orDigits(integerIn({ min: 1 }, code), code);
}

/** A count in a query, as a number or digits. */
export function queryInteger(range: Range) {
  return orDigits(integerIn(range, 'invalid_fields'), 'invalid_fields');
}

/** The link token of an email; `code` is the error for a malformed one. */
export function linkSecret(code: ErrorCode) {
  return z
    .string(codeWhenMissing(code))
    .regex(/^[A-Za-z0-9_-]{1,128}$/, code)
    .meta({ description: 'The last part of the link in the email' });
}

/** A card token of the payment provider, or a payment method created from one. */
export const stripeTokenSchema = z
  .string('invalid_fields')
  .regex(/^(?:tok|pm)_[A-Za-z0-9_]{1,250}$/, 'invalid_fields')
  .meta({
    description: 'A card token created with the key of GET /payment/config',
    examples: ['tok_visa'],
  });
