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
export const DEFAULT_RELAY_COUNTRY = 'France';

/** What the card is charged, in cents: price plus delivery, minus one cent (specification, section 9). */
export function chargedCents(priceCents: number, area: DeliveryArea): number {
  return priceCents + DELIVERY_FEES_CENTS[area] - 1;
}
