import type { DeliveryArea } from './delivery.ts';

/**
 * The delivery fee of each area, in cents, until the owner sets others with `shop.setDelivery` in the office
 * (S9.01). `deliveryFeeCents` (`delivery-in-force.ts`) returns the fee in force; `buyItem` charges it.
 */
export const INITIAL_DELIVERY_FEES_CENTS: Readonly<Record<DeliveryArea, number>> = {
  0: 0,
  1: 1000,
  2: 2000,
};
