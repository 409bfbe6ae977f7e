import { setShopFacts, shopFacts, type DeliveryDays } from './brand.ts';
import type { DeliveryArea } from './delivery.ts';

/** The delivery fee of an area that is in force, in cents (specification, section 9). */
export const deliveryFeeCents = (area: DeliveryArea): number =>
  shopFacts().delivery.feesCents[area];

/** An area's fee and days, as the calls have them. */
type DeliveryTerms = {
  area: DeliveryArea;
  feeCents: number;
  days: DeliveryDays | null;
  usualDays: DeliveryDays | null;
};

/** Puts the fees and days in force that a call has answered. */
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
