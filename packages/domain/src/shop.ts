/**
 * Delivery areas by index (specification, section 3). Whatever depends on the area is a `Record` of
 * them, so that a new one does not compile until every place handles it; a test checks the
 * database's constraints.
 */
export const DELIVERY_AREAS = [0, 1, 2] as const;
export type DeliveryArea = (typeof DELIVERY_AREAS)[number];

/** The areas in English, for the owner and for other programs. */
export const AREA_NAMES = {
  0: 'France',
  1: 'Europe',
  2: 'rest of the world',
} as const satisfies Record<DeliveryArea, string>;

/** Delivery fee of each area, in cents (specification, section 9). */
export const DELIVERY_FEES_CENTS = { 0: 0, 1: 1000, 2: 2000 } as const satisfies Record<
  DeliveryArea,
  number
>;

/** Subtracted from the sum that is shown and charged, in cents (specification, section 9). */
export const CENTS_OFF = 1;

/** The relay country an order starts with, and the only one of area 0. */
const DEFAULT_RELAY_COUNTRY = 'France';

/**
 * Converts a price of the calls, in euros, to cents. Parses its decimal digits: a floating-point
 * product would lose a cent now and then.
 * @throws RangeError unless it is an amount of whole cents.
 */
export function priceCentsOf(euros: number): number {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(euros)) ?? [];
  if (whole === '') throw new RangeError(`no price in euros: ${euros}`);
  return Number(whole + fraction.padEnd(2, '0'));
}

/**
 * Parses euros as people type them, to cents: `19,99`, `19.99`, `1 200`, `19,9 €`; undefined for
 * anything else, `1,200` included, which is ambiguous between the languages.
 */
export function typedCents(text: string): number | undefined {
  const digits = text
    .trim()
    .replace(/\s*€$/, '')
    .replaceAll(/(?<=\d)[\s\u202F](?=\d{3})/g, '');
  const [, whole, fraction = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(digits) ?? [];
  return whole === undefined ? undefined : Number(whole + fraction.padEnd(2, '0'));
}

/** Converts cents to a price of the calls, in euros. */
export function eurosOf(priceCents: number): number {
  return priceCents / 100;
}

/** The displayed price of an item, in cents: one less than stored (specification, section 9). */
export function displayedCents(priceCents: number): number {
  return priceCents - CENTS_OFF;
}

/** The stored price for a displayed one, in cents: the inverse of `displayedCents`. */
export function storedCentsOf(displayed: number): number {
  return displayed + CENTS_OFF;
}

/** What the card is charged, in cents: price plus delivery, minus one cent (specification, section 9). */
export function chargedCents(priceCents: number, area: DeliveryArea): number {
  return priceCents + DELIVERY_FEES_CENTS[area] - CENTS_OFF;
}

/** What an order shows as its amount, in cents; an order without area had no delivery fee. */
export function orderCents(priceCents: number, area: DeliveryArea | null): number {
  return chargedCents(priceCents, area ?? 0);
}

/** The area of a stored number; null for a row without one. */
export function deliveryAreaOf(stored: number | null): DeliveryArea | null {
  return DELIVERY_AREAS.find((area) => area === stored) ?? null;
}

/** How a delivery fee is labelled: free, or an amount. */
export type FeeLabel = { kind: 'free' } | { kind: 'amount'; cents: number };

/** The label of an area's delivery fee; a fee of zero reads as free (specification, section 9). */
export function feeLabelOf(area: DeliveryArea): FeeLabel {
  const cents = DELIVERY_FEES_CENTS[area];
  return cents === 0 ? { kind: 'free' } : { kind: 'amount', cents };
}

/** The relay's country after the area was changed: France for area 0, else empty (specification, section 4). */
export function relayCountryOf(area: DeliveryArea): string {
  return area === 0 ? DEFAULT_RELAY_COUNTRY : '';
}

/** Where a parcel goes, as the purchase form asks for it: the relay, then the recipient. */
export type DeliveryDetails = {
  relayName: string;
  /** The relay's street number, then its street. */
  number: string;
  name: string;
  zipCode: string;
  city: string;
  relayCountry: string;
  /** The recipient's street number, then the street. */
  clientNumber: string;
  clientName: string;
  clientZipCode: string;
  clientCity: string;
  clientCountry: string;
};

/** How long a `shippingAddress` may be, in characters (contract, section 4). */
export const SHIPPING_ADDRESS_LENGTH = { min: 10, max: 600 } as const;

/** The order's `shippingAddress`: the relay's address, an empty line, the recipient's. No words: it has no language. */
export function shippingAddressOf(details: DeliveryDetails): string {
  const relay = [
    details.relayName,
    `${details.number} ${details.name}`,
    `${details.zipCode} ${details.city}`,
    details.relayCountry,
  ];
  const recipient = [
    `${details.clientNumber} ${details.clientName}`,
    `${details.clientZipCode} ${details.clientCity}`,
    details.clientCountry,
  ];
  return [...relay, '', ...recipient].join('\n');
}

/** The pickup point's address and the recipient's, with line breaks. */
export type ComposedAddresses = { pickupPoint: string; recipient: string };

/** The inverse of `shippingAddressOf`; null for a text that it did not compose. */
export function addressesOf(shippingAddress: string): ComposedAddresses | null {
  const lines = shippingAddress.split('\n');
  const isComposed =
    lines.length === 8 && lines.every((line, index) => (line === '') === (index === 4));
  if (!isComposed) return null;
  return { pickupPoint: lines.slice(0, 4).join('\n'), recipient: lines.slice(5).join('\n') };
}
