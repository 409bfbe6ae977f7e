/** Delivery areas by index: 0 France, 1 Europe, 2 rest of the world (specification, section 3). */
export const DELIVERY_AREAS = [0, 1, 2] as const;
export type DeliveryArea = (typeof DELIVERY_AREAS)[number];

/** Delivery fee of each area, in cents (specification, section 9). */
export const DELIVERY_FEES_CENTS = { 0: 0, 1: 1000, 2: 2000 } as const satisfies Record<
  DeliveryArea,
  number
>;

/** At this stock and below, above 0, the shop warns (specification, section 9). */
export const LOW_STOCK = 3;

/** The relay country an order starts with, and the only one of area 0. */
const DEFAULT_RELAY_COUNTRY = 'France';

/**
 * A price in cents out of one in euros, as the calls carry it. Read from its decimal digits: a
 * product of fractions would lose a cent now and then.
 * @throws RangeError for what is no amount of whole cents.
 */
export function priceCentsOf(euros: number): number {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(euros)) ?? [];
  if (whole === '') throw new RangeError(`no price in euros: ${euros}`);
  return Number(whole + fraction.padEnd(2, '0'));
}

/**
 * An amount in cents out of euros as people type them: `19,99`, `19.99`, `1 200`, `19,9 €`;
 * undefined for anything else, `1,200` included, which is two things in two languages.
 */
export function typedCents(text: string): number | undefined {
  const digits = text
    .trim()
    .replace(/\s*€$/, '')
    .replaceAll(/(?<=\d)[\s\u202F](?=\d{3})/g, '');
  const [, whole, fraction = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(digits) ?? [];
  return whole === undefined ? undefined : Number(whole + fraction.padEnd(2, '0'));
}

/** A price in euros, as the calls carry it, out of one in cents. */
export function eurosOf(priceCents: number): number {
  return priceCents / 100;
}

/** What an item's price is shown as, in cents: one less than stored (specification, section 9). */
export function displayedCents(priceCents: number): number {
  return priceCents - 1;
}

/** What the card is charged, in cents: price plus delivery, minus one cent (specification, section 9). */
export function chargedCents(priceCents: number, area: DeliveryArea): number {
  return priceCents + DELIVERY_FEES_CENTS[area] - 1;
}

/** What an order shows as its amount, in cents; an order without area had no delivery fee. */
export function orderCents(priceCents: number, area: DeliveryArea | null): number {
  return chargedCents(priceCents, area ?? 0);
}

/** How a delivery fee is labelled: free, or an amount. */
export type FeeLabel = { kind: 'free' } | { kind: 'amount'; cents: number };

/** The label of an area's delivery fee; a fee of zero reads as free (specification, section 9). */
export function feeLabelOf(area: DeliveryArea): FeeLabel {
  const cents = DELIVERY_FEES_CENTS[area];
  return cents === 0 ? { kind: 'free' } : { kind: 'amount', cents };
}

/** What the shop says about a stock. */
export type StockLabel = { kind: 'sold_out' } | { kind: 'low'; count: number } | { kind: 'none' };

/** The label of a stock: sold out at 0, a warning at 3 and below, else nothing (specification, section 4). */
export function stockLabelOf(remainingStock: number): StockLabel {
  if (remainingStock <= 0) return { kind: 'sold_out' };
  if (remainingStock <= LOW_STOCK) return { kind: 'low', count: remainingStock };
  return { kind: 'none' };
}

type Stocked = { remainingStock: number };

/** An item's stock: the sum of its options' (contract, section 3). */
export function overallStockOf(options: readonly Stocked[]): number {
  return options.reduce((sum, option) => sum + option.remainingStock, 0);
}

/** The index of the option that is chosen at first: the first in stock, else the first of all. */
export function firstOptionIndex(options: readonly Stocked[]): number {
  return Math.max(
    0,
    options.findIndex((option) => option.remainingStock > 0),
  );
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
