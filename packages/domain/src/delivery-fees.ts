import { setShopFacts, shopFacts, type DeliveryDays } from './brand.ts';
import type { DeliveryArea } from './delivery.ts';

/**
 * Returns the delivery fee in force for an area, in cents (S9.01), as pages show it. A purchase charges the fee that
 * `readSalesRules` (packages/core/src/settings.ts) reads in its transaction.
 */
export const deliveryFeeCents = (area: DeliveryArea): number =>
  shopFacts().delivery.feesCents[area];

type DeliveryTerms = {
  area: DeliveryArea;
  feeCents: number;
  days: DeliveryDays | null;
  usualDays: DeliveryDays | null;
};

/** Puts the fees and days of an API response in force. */
export function putDeliveryInForce(areas: readonly DeliveryTerms[]): void {
  const { delivery, ...facts } = shopFacts();
  const next = {
    feesCents: { ...delivery.feesCents },
    days: { ...delivery.days },
    usualDays: { ...delivery.usualDays },
  };
  for (const { area, feeCents, days, usualDays } of areas) {
    next.feesCents[area] = feeCents;
    next.days[area] = days;
    next.usualDays[area] = usualDays;
  }
  setShopFacts({ ...facts, delivery: next });
}
