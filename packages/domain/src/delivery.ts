/**
 * Delivery areas by index (specification, section 3). Values that depend on the area are a `Record` of
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

/** The relay country an order starts with, and the only one of area 0. */
const DEFAULT_RELAY_COUNTRY = 'France';

/** The area of a stored number; null for a row without one. */
export function deliveryAreaOf(stored: number | null): DeliveryArea | null {
  return DELIVERY_AREAS.find((area) => area === stored) ?? null;
}

/** How a delivery fee is labelled: free, or an amount. */
export type FeeLabel = { kind: 'free' } | { kind: 'amount'; cents: number };

/** The label of a delivery fee; a fee of zero reads as free (specification, section 9). */
export function feeLabelOf(cents: number): FeeLabel {
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
