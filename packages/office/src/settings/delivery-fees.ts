import { renewContractTexts } from '@agres/core/contract-texts';
import { changesBetween } from '@agres/core/operations/journal';
import { defineChange, defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { readShopFacts, readSetting, writeSetting } from '@agres/core/settings';
import type { DeliveryDays, ShopFacts } from '@agres/domain/brand';
import { DELIVERY_AREAS, type DeliveryArea } from '@agres/domain/delivery';
import { DELIVERY_MAX } from '@agres/domain/owner-settings';
import { z } from 'zod';

import { seenSchema } from './seller-facts.ts';

const daysSchema = z.int().min(0).max(DELIVERY_MAX.days).nullable();

const deliverySchema = z.object({
  feeCents: z.int().min(0).max(DELIVERY_MAX.feeCents),
  /** The promised time; null means the legal 30 days. */
  fromDays: daysSchema,
  toDays: daysSchema,
  /** The usual time, which is not promised; null if the shop states none. */
  usualFromDays: daysSchema,
  usualToDays: daysSchema,
});
type Delivery = z.output<typeof deliverySchema>;

const shownDelivery = ({ delivery }: ShopFacts, area: DeliveryArea): Delivery => ({
  feeCents: delivery.feesCents[area],
  fromDays: delivery.days[area]?.[0] ?? null,
  toDays: delivery.days[area]?.[1] ?? null,
  usualFromDays: delivery.usualDays[area]?.[0] ?? null,
  usualToDays: delivery.usualDays[area]?.[1] ?? null,
});

/** Refuses a reversed range, or one without both days. */
function daysOf(from: number | null, to: number | null): DeliveryDays | null {
  if (from === null && to === null) return null;
  if (from === null || to === null || to < Math.max(from, 1)) refuse({ code: 'delivery_days' });
  return [from, to];
}

export const readDelivery = defineRead({
  name: 'shop.readDelivery',
  permission: 'settings.read',
  input: z.object({}),
  output: z.object({
    areas: z.array(deliverySchema.extend({ area: z.literal(DELIVERY_AREAS) })),
    ...seenSchema.shape,
  }),
  run: async ({ db }) => {
    const { updatedAt } = await readSetting(db, 'delivery');
    const facts = await readShopFacts(db);
    return {
      areas: DELIVERY_AREAS.map((area) => ({ area, ...shownDelivery(facts, area) })),
      updatedAt,
    };
  },
});

/**
 * Sets the price and time of delivery to an area. Existing orders keep theirs; a buyer who saw another sum is
 * asked to confirm again (decision 123).
 */
export const setDelivery = defineChange({
  name: 'shop.setDelivery',
  permission: 'settings.write',
  kind: 'change',
  input: z
    .object({ area: z.literal(DELIVERY_AREAS), ...deliverySchema.shape })
    .extend(seenSchema.shape),
  output: seenSchema,
  run: async ({ tx, clock, journal }, { area, updatedAt, ...given }) => {
    const facts = await readShopFacts(tx);
    const days = daysOf(given.fromDays, given.toDays);
    const usual = daysOf(given.usualFromDays, given.usualToDays);
    // The usual time must not exceed the promised one.
    if (usual !== null && usual[1] > (days?.[1] ?? DELIVERY_MAX.days)) {
      refuse({ code: 'delivery_days' });
    }
    const { feesCents, days: allDays, usualDays } = facts.delivery;
    const now = clock();
    await writeSetting(tx, 'delivery', {
      value: {
        feesCents: { ...feesCents, [area]: given.feeCents },
        days: { ...allDays, [area]: days },
        usualDays: { ...usualDays, [area]: usual },
      },
      updatedAt,
      now,
    });
    await renewContractTexts(tx);
    await journal({
      subject: { kind: 'setting', id: `delivery ${area}` },
      changes: changesBetween<Delivery>(shownDelivery(facts, area), given),
    });
    return { updatedAt: now.toISOString() };
  },
});
