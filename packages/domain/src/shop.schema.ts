import { z } from 'zod';

import { DELIVERY_AREAS, SHIPPING_ADDRESS_LENGTH } from './shop.ts';
import { lineSchema, nameSchema, paragraphSchema } from './text.schema.ts';
import { stripeTokenSchema, wireInteger } from './wire.schema.ts';

/** What the call and the form have in common. */
const purchaseFields = {
  optionIndex: wireInteger({ min: 0 }).meta({
    description: 'Which of the options of the item, counted from 0',
  }),
  area: z
    .literal(DELIVERY_AREAS, 'invalid_fields')
    .meta({ description: '0 France, 1 Europe, 2 rest of the world' }),
  firstName: nameSchema,
  lastName: nameSchema,
  cgv: z
    .literal(true, 'invalid_fields')
    .meta({ description: 'The buyer accepts the terms of sale' }),
};

/** POST /api/items/buy. */
export const buySchema = z.object({
  ...purchaseFields,
  stripeToken: stripeTokenSchema,
  id: wireInteger({ min: 1 }).meta({ description: 'The id of the item' }),
  shippingAddress: paragraphSchema(SHIPPING_ADDRESS_LENGTH).meta({
    description: 'The pickup point and the address of the recipient, with line breaks',
  }),
});
export type Buy = z.output<typeof buySchema>;

const NEGATIVE = /^[-\u2010-\u2015\u2212]\s*[\d.,]/;

/** A street number or postal code: text, for "01000" and "12 bis", but never a negative number. */
const codeSchema = lineSchema({ min: 1, max: 12 }).refine(
  (value) => !NEGATIVE.test(value),
  'invalid_fields',
);
const placeSchema = lineSchema({ min: 1, max: 56 });
const streetSchema = lineSchema({ min: 1, max: 80 });

/** The purchase form; its bounds keep the composed address within that of the call. */
export const purchaseFormSchema = z.object({
  ...purchaseFields,
  relayName: placeSchema,
  number: codeSchema,
  name: streetSchema,
  zipCode: codeSchema,
  city: placeSchema,
  relayCountry: placeSchema,
  clientNumber: codeSchema,
  clientName: streetSchema,
  clientZipCode: codeSchema,
  clientCity: placeSchema,
  clientCountry: placeSchema,
});
export type PurchaseForm = z.output<typeof purchaseFormSchema>;
