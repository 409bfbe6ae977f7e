import { z } from 'zod';

import { shownTextSchema } from './contract-text.schema.ts';
import { isCountryOfArea } from './countries.ts';
import { countryCodeOf } from './country-names.ts';
import { areaFaultOf, checkAddressArea } from './delivery-area.ts';
import {
  AREA_NAMES,
  DELIVERY_AREAS,
  SHIPPING_ADDRESS_LENGTH,
  shippingAddressOf,
  type DeliveryArea,
  type DeliveryDetails,
} from './delivery.ts';
import { PURCHASE_FIELD_MAX, type PurchaseFault, type PurchaseField } from './purchase-fields.ts';
import { countrySchema, relayIdSchema } from './relays.schema.ts';
import { isBlank, lineSchema, nameSchema, paragraphSchema } from './text.schema.ts';
import { lengthOf, normalizeText } from './text.ts';
import { emailSchema } from './users.schema.ts';
import {
  MAX_INTEGER,
  linkedId,
  linkSecret,
  queryInteger,
  stripeTokenSchema,
  wireInteger,
} from './wire.schema.ts';

/** The fields that the call and the form share. */
const purchaseFields = {
  optionIndex: wireInteger({ min: 0 }).meta({
    description: 'Index of the option, from 0',
  }),
  area: z
    .literal(DELIVERY_AREAS, 'invalid_fields')
    .meta({ description: DELIVERY_AREAS.map((area) => `${area} ${AREA_NAMES[area]}`).join(', ') }),
  firstName: nameSchema,
  lastName: nameSchema,
  cgv: z
    .literal(true, 'invalid_fields')
    .meta({ description: 'Whether the buyer accepts the terms' }),
};

const NEGATIVE = /^[-\u2010-\u2015\u2212]\s*[\d.,]/;

const textField = (field: PurchaseField) => lineSchema({ min: 1, max: PURCHASE_FIELD_MAX[field] });

/** A street number or postal code: text, for "01000" and "12 bis", but never a negative number (S5.16). */
const codeField = (field: PurchaseField) =>
  textField(field).refine((value) => !NEGATIVE.test(value), 'invalid_fields');

const deliveryFields = {
  relayName: textField('relayName'),
  number: codeField('number'),
  name: textField('name'),
  zipCode: codeField('zipCode'),
  city: textField('city'),
  relayCountry: textField('relayCountry'),
  clientNumber: codeField('clientNumber'),
  clientName: textField('clientName'),
  clientZipCode: codeField('clientZipCode'),
  clientCity: textField('clientCity'),
  clientCountry: textField('clientCountry'),
} satisfies Record<keyof DeliveryDetails, z.ZodType<string>>;

const deliverySchema = z.object(deliveryFields).meta({ id: 'DeliveryFields' });

const faultOf = ({
  area,
  delivery,
}: {
  area: DeliveryArea;
  delivery?: DeliveryDetails | undefined;
}) => (delivery === undefined ? null : areaFaultOf(area, delivery));

/** POST /api/items/buy. */
export const buySchema = z
  .object({
    ...purchaseFields,
    stripeToken: stripeTokenSchema,
    id: wireInteger({ min: 1 }).meta({ description: 'The id of the item' }),
    shippingAddress: paragraphSchema(SHIPPING_ADDRESS_LENGTH).meta({
      description:
        'The pickup point and the recipient’s address, with line breaks. Without `delivery`, its last five digits are the postcode, which must be in `area`.',
    }),
    countryCode: countrySchema.optional().meta({
      description: 'The country of the pickup point, which must be in `area`',
    }),
    contractText: shownTextSchema.optional(),
    shownAmountCents: wireInteger({ min: 0 }).optional().meta({
      description:
        'The total that the buyer saw, delivery included, in cents. The call is refused if another amount would be charged. If omitted, the current amount is accepted.',
    }),
    relayId: relayIdSchema.nullish().meta({
      description: 'The `id` of GET /relays. The point must be in the list and in `area`.',
    }),
    delivery: deliverySchema.optional().meta({
      description:
        'The parts of `shippingAddress`, to store for the next purchase. Refused if they do not match it.',
    }),
  })
  .refine(
    ({ delivery, shippingAddress }) =>
      delivery === undefined || shippingAddressOf(delivery) === shippingAddress,
    { path: ['delivery'], error: 'invalid_fields' },
  )
  .refine(
    ({ countryCode, area }) => countryCode === undefined || isCountryOfArea(countryCode, area),
    { path: ['countryCode'], error: 'invalid_fields' },
  )
  .refine(
    ({ delivery, area, shippingAddress, countryCode }) =>
      delivery !== undefined ||
      // guard: an address text that contradicts the paid delivery area is refused
      checkAddressArea(area, shippingAddress, countryCode) !== 'contradicts',
    { path: ['shippingAddress'], error: 'invalid_fields' },
  )
  .refine((call) => faultOf(call) !== 'relayCountry', {
    path: ['delivery', 'relayCountry'],
    error: 'invalid_fields',
  })
  .refine((call) => faultOf(call) !== 'zipCode', {
    path: ['delivery', 'zipCode'],
    error: 'invalid_fields',
  });
export type Buy = z.output<typeof buySchema>;

/** PUT /api/users/delivery. */
export const setDeliverySavingSchema = z.object({
  isKept: z
    .boolean('invalid_fields')
    .meta({ description: 'Whether purchases store their delivery details' }),
});

/** PUT /api/stock-requests. */
export const setStockRequestSchema = z.object({
  itemId: wireInteger({ min: 1 }).meta({ description: 'The item' }),
  optionIndex: purchaseFields.optionIndex,
  isAsked: z.boolean('invalid_fields').meta({ description: 'False deletes the alert' }),
});
export type SetStockRequest = z.output<typeof setStockRequestSchema>;

/** POST /api/stock-requests: requests an alert without an account. */
export const askForStockSchema = z.object({
  itemId: setStockRequestSchema.shape.itemId,
  optionIndex: purchaseFields.optionIndex,
  email: emailSchema,
});
export type AskForStock = z.output<typeof askForStockSchema>;

/** POST /api/stock-requests/confirm and /end: both parts of the link in the email. */
export const stockLinkSchema = z.object({
  id: linkedId('incorrect_activation_code'),
  nonce: linkSecret('incorrect_activation_code'),
});
export type StockLink = z.output<typeof stockLinkSchema>;

/** The position of a row in a list sorted by time: its time and its id. */
export const cursorSchema = z
  .string('invalid_fields')
  .regex(/^\d{13}-\d{1,10}$/, { error: 'invalid_fields', abort: true })
  .refine((cursor) => Number(cursor.split('-')[1]) <= MAX_INTEGER, 'invalid_fields')
  .optional()
  .meta({ description: 'The `nextCursor` of the previous page' });

const ORDERS_LIMIT = { max: 100, default: 20 } as const;

/** GET /api/orders. */
export const ordersQuerySchema = z.object({
  limit: queryInteger({ min: 1, max: ORDERS_LIMIT.max })
    .default(ORDERS_LIMIT.default)
    .meta({ description: `How many orders to answer: 1 to ${ORDERS_LIMIT.max}` }),
  cursor: cursorSchema,
});
export type OrdersQuery = z.output<typeof ordersQuerySchema>;

/** GET /api/items/{id}, /api/blog/{id} and /api/orders/{id}. */
export const readByIdSchema = z.object({ id: linkedId('not_found') });

const relayCountrySchema = z.object({
  area: purchaseFields.area,
  relayCountry: textField('relayCountry'),
});

const relayPlaceSchema = relayCountrySchema.extend({ zipCode: codeField('zipCode') });

function isRelayInArea({ area, relayCountry }: z.output<typeof relayCountrySchema>): boolean {
  const country = countryCodeOf(relayCountry);
  return country !== undefined && isCountryOfArea(country, area);
}

/** The purchase form. The relay's country and postcode must belong to the area. */
export const purchaseFormSchema = z
  .object({
    ...purchaseFields,
    ...deliveryFields,
    /** The id of the point that filled in the pickup point's fields; null once one was edited. */
    relayId: z.string().nullish(),
  })
  .refine(isRelayInArea, {
    path: ['relayCountry'],
    error: 'invalid_fields',
    // The check runs even if other fields are missing, so that its error is reported at once.
    when: ({ value }) => relayCountrySchema.safeParse(value).success,
  })
  .refine((form) => !isRelayInArea(form) || areaFaultOf(form.area, form) !== 'zipCode', {
    path: ['zipCode'],
    error: 'invalid_fields',
    when: ({ value }) => relayPlaceSchema.safeParse(value).success,
  });
export type PurchaseForm = z.output<typeof purchaseFormSchema>;

/** Returns why the form rejects a field's value; the form contains the values as typed. */
export function purchaseFaultOf(field: PurchaseField, form: PurchaseForm): PurchaseFault {
  const value = normalizeText(form[field]);
  if (isBlank(value)) return 'blank';
  if (lengthOf(value.trim()) > PURCHASE_FIELD_MAX[field]) return 'too_long';
  if (NEGATIVE.test(value.trim())) return 'negative';
  if (field === 'zipCode' && areaFaultOf(form.area, form) === 'zipCode') return 'other_area';
  if (field !== 'relayCountry') return 'unfit';
  return countryCodeOf(value) === undefined ? 'no_country' : 'other_area';
}
