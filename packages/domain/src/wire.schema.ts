import { z } from 'zod';

import type { ErrorCode } from './errors.ts';

/** Ids and counts are 32-bit integers in the database; a larger one can name nothing. */
const MAX_INTEGER = 2_147_483_647;

type Refused = { input?: unknown };

/**
 * How a field with a code of its own refuses: with that code where it is missing, and with
 * `invalid_fields` where its type is wrong (contract, section 3).
 */
export function missingIs(code: ErrorCode) {
  return {
    error: ({ input }: Refused): ErrorCode => (input === undefined ? code : 'invalid_fields'),
  };
}

/**
 * An integer that is a number on the wire. The REST bridge switches coercion on in every plain
 * number schema it meets, for good, so that "7", null and true would pass; it leaves a pipe alone.
 */
export function wireInteger({ min, max = MAX_INTEGER }: { min: number; max?: number }) {
  return z
    .int('invalid_fields')
    .min(min, 'invalid_fields')
    .max(max, 'invalid_fields')
    .pipe(z.int());
}

/** An id as a number or as digits, for calls that take theirs from a link; `code` answers any other. */
export function linkedId(code: ErrorCode) {
  const inRange = z.int(code).min(1, code).max(MAX_INTEGER, code);
  const digits = z
    .string()
    .regex(/^\d{1,10}$/, code)
    .transform(Number)
    .pipe(inRange);
  const error = ({ input }: Refused): ErrorCode =>
    ['undefined', 'number', 'string'].includes(typeof input) ? code : 'invalid_fields';
  // The pipe also lets the REST bridge take it from a path.
  return z.union([inRange, digits], { error }).pipe(z.int());
}

/** The secret of a link in a letter; `code` answers what can be none. */
export function linkSecret(code: ErrorCode) {
  return z
    .string(missingIs(code))
    .regex(/^[A-Za-z0-9_-]{1,128}$/, code)
    .meta({ description: 'The last part of the link in the letter' });
}

/** A card token of the payment provider, or a payment method made from one. */
export const stripeTokenSchema = z
  .string('invalid_fields')
  .regex(/^(?:tok|pm)_[A-Za-z0-9_]{1,250}$/, 'invalid_fields')
  .meta({
    description: 'A card token made with the key of GET /payment/config',
    examples: ['tok_visa'],
  });
