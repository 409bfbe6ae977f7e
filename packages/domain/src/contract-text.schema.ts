import { z } from 'zod';

import { LOCALES } from './locale.ts';

/** The hash of the terms shown to the buyer, in the calls that make a contract. */
export const shownTextSchema = z
  .string('invalid_fields')
  .regex(/^[0-9a-f]{64}$/, 'invalid_fields')
  .meta({
    description:
      'The `hash` of GET /contract-texts/current that the buyer saw. If omitted, the current text is accepted.',
  });

/** GET /api/contract-texts/current. */
export const contractTextQuerySchema = z.object({
  locale: z
    .enum(LOCALES, 'invalid_fields')
    .optional()
    .meta({ description: 'The language; defaults to that of the caller' }),
});

/** GET /api/contract-texts/{hash}; URLs contain the first twelve digits. */
export const contractTextByHashSchema = z.object({
  hash: z
    .string('not_found')
    .regex(/^[0-9a-f]{12,64}$/, 'not_found')
    .meta({ description: 'The hash, or at least its first twelve digits' }),
});
