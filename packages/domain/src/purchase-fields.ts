/** The pickup point's fields of the purchase form, in visual order. */
export const RELAY_FIELDS = [
  'relayCountry',
  'relayName',
  'number',
  'name',
  'zipCode',
  'city',
] as const;

export const RECIPIENT_FIELDS = [
  'firstName',
  'lastName',
  'clientNumber',
  'clientName',
  'clientZipCode',
  'clientCity',
  'clientCountry',
] as const;

/** The text fields of the purchase form, in visual order. */
export const PURCHASE_FIELDS = [...RELAY_FIELDS, ...RECIPIENT_FIELDS] as const;
export type PurchaseField = (typeof PURCHASE_FIELDS)[number];

/** The maximum length of each field, in characters; the composed address fits the call's limit. */
export const PURCHASE_FIELD_MAX = {
  relayName: 56,
  number: 12,
  name: 80,
  zipCode: 12,
  city: 56,
  relayCountry: 56,
  clientNumber: 12,
  clientName: 80,
  clientZipCode: 12,
  clientCity: 56,
  clientCountry: 56,
  firstName: 80,
  lastName: 80,
} as const satisfies Record<PurchaseField, number>;

export const PURCHASE_FAULTS = [
  'blank',
  'too_long',
  'negative',
  'no_country',
  'other_area',
  'unfit',
] as const;
export type PurchaseFault = (typeof PURCHASE_FAULTS)[number];
