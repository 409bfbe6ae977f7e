import { z } from 'zod';

import { COUNTRIES } from './countries.ts';
import { RELAY_ID_LENGTH, relaySearchOf, type RelayPoint } from './relays.ts';
import { lineSchema, typedText } from './text.schema.ts';

export const countrySchema = z
  .enum(Object.values(COUNTRIES).flat(), 'invalid_fields')
  .meta({ id: 'CountryCode', description: 'ISO 3166-1 alpha-2' });

/** The id of a pickup point, as its network writes it. */
export const relayIdSchema = typedText()
  .regex(new RegExp(`^[A-Za-z0-9-]{1,${RELAY_ID_LENGTH}}$`), 'invalid_fields')
  .meta({ description: 'The `id` of GET /relays' });

/** GET /api/relays. */
export const findRelaysSchema = z.object({
  country: countrySchema,
  near: lineSchema({ min: 2, max: 60 })
    .refine((text) => relaySearchOf(text) !== null, 'invalid_fields')
    .meta({ description: 'A postcode or town, or the start of one', examples: ['69001'] }),
});
export type FindRelays = z.output<typeof findRelaysSchema>;

export const relayPointSchema = z
  .object({
    id: z.string(),
    country: countrySchema,
    name: z.string(),
    number: z.string().meta({ description: 'Its street number' }),
    street: z.string(),
    postcode: z.string(),
    town: z.string(),
    hours: z.string().meta({ description: 'Opening hours' }),
  })
  .meta({ id: 'RelayPoint' }) satisfies z.ZodType<RelayPoint>;
