import { z } from 'zod';

import { LOCALES } from './locale.ts';

/** The hash of the terms shown to the buyer, in the calls that make a contract. */
export const shownTextSchema = z
  .string('invalid_fields')
  .regex(/^[0-9a-f]{64}$/, 'invalid_fields')
  .meta({
    description:
      '`hash` of GET /contract-texts/current as the buyer was shown it; left out: the present one is accepted',
  });

/** GET /api/contract-texts/current. */
export const contractTextQuerySchema = z.object({
  locale: z
    .enum(LOCALES, 'invalid_fields')
    .optional()
    .meta({ description: 'The language; left out: that of the caller' }),
});

/** GET /api/contract-texts/{hash}; URLs contain the first twelve digits. */
export const contractTextByHashSchema = z.object({
  hash: z
    .string('not_found')
    .regex(/^[0-9a-f]{12,64}$/, 'not_found')
    .meta({ description: 'The hash, or its first twelve digits or more' }),
});
