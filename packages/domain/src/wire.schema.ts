import { z } from 'zod';

import type { ErrorCode } from './errors.ts';

/** Ids and counts are 32-bit integers in the database. */
const MAX_INTEGER = 2_147_483_647;

type Invalid = { input?: unknown };

/**
 * The errors of a field with a code of its own: that code if it is missing, `invalid_fields` if its
 * type is wrong (contract, section 3).
 */
export function missingIs(code: ErrorCode) {
  return {
    error: ({ input }: Invalid): ErrorCode => (input === undefined ? code : 'invalid_fields'),
  };
}

/** An integer that is a number on the wire. */
export function wireInteger({ min, max = MAX_INTEGER }: { min: number; max?: number }) {
  const inRange = z.int('invalid_fields').min(min, 'invalid_fields').max(max, 'invalid_fields');
  // The pipe keeps the document's bytes: descriptions before bounds.
  return inRange.pipe(z.int());
}

/** An id from a link, as a number or digits; `code` is the error for a malformed one. */
export function linkedId(code: ErrorCode) {
  const inRange = z.int(code).min(1, code).max(MAX_INTEGER, code);
  const digits = z
    .string()
    .regex(/^\d{1,10}$/, code)
    .transform(Number)
    .pipe(inRange);
  const error = ({ input }: Invalid): ErrorCode =>
    ['undefined', 'number', 'string'].includes(typeof input) ? code : 'invalid_fields';
  // The pipe lets the document generator accept it in a path.
  return z.union([inRange, digits], { error }).pipe(z.int());
}

/** A count in a query, as a number or digits. */
export function queryInteger({ min, max }: { min: number; max: number }) {
  const inRange = z.int('invalid_fields').min(min, 'invalid_fields').max(max, 'invalid_fields');
  const digits = z
    .string()
    .regex(/^\d{1,10}$/, 'invalid_fields')
    .transform(Number)
    .pipe(inRange);
  // The pipe lets the document generator accept it in a query.
  return z.union([inRange, digits], 'invalid_fields').pipe(z.int());
}

/** The link token of an email; `code` is the error for a malformed one. */
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
