/**
 * Delivery areas by index (S3.07). Type area-dependent values as `Record<DeliveryArea, …>`: a new area is
 * then a compile error wherever it is missing. A test compares the database's constraints.
 */
export const DELIVERY_AREAS = [0, 1, 2] as const;

export type DeliveryArea = (typeof DELIVERY_AREAS)[number];

/** The English names of the areas, for the owner and for other programs. */
export const AREA_NAMES = {
  0: 'France',
  1: 'Europe',
  2: 'rest of the world',
} as const satisfies Record<DeliveryArea, string>;

/** The initial relay country of an order, and the only one of area 0. */
const DEFAULT_RELAY_COUNTRY = 'France';

/** Returns the area of a stored number; null for a row without one. */
export function deliveryAreaOf(stored: number | null): DeliveryArea | null {
  return DELIVERY_AREAS.find((area) => area === stored) ?? null;
}

export type FeeLabel = { kind: 'free' } | { kind: 'amount'; cents: number };

/** Returns the label of a delivery fee; zero is labelled free (S9.02). */
export function feeLabelOf(cents: number): FeeLabel {
  return cents === 0 ? { kind: 'free' } : { kind: 'amount', cents };
}

/** Returns the relay's country after a change of the area: France for area 0, otherwise empty (S4.20). */
export function relayCountryOf(area: DeliveryArea): string {
  return area === 0 ? DEFAULT_RELAY_COUNTRY : '';
}

/** The delivery fields of the purchase form: the relay, then the recipient. */
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

/** The length limits of a shipping address, in characters. */
export const SHIPPING_ADDRESS_LENGTH = { min: 10, max: 600 } as const;

/**
 * Returns the order's `shippingAddress`: the relay's address, an empty line, the recipient's. It has no
 * labels, so that it has no language.
 */
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

export type ComposedAddresses = { pickupPoint: string; recipient: string };

/** Parses the result of `shippingAddressOf`; null for any other text. */
export function addressesOf(shippingAddress: string): ComposedAddresses | null {
  const lines = shippingAddress.split('\n');
  const isComposed =
    lines.length === 8 && lines.every((line, index) => (line === '') === (index === 4));
  if (!isComposed) return null;
  return { pickupPoint: lines.slice(0, 4).join('\n'), recipient: lines.slice(5).join('\n') };
}
