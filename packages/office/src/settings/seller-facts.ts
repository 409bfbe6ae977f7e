import { renewContractTexts } from '@agres/core/contract-texts';
import { changesBetween } from '@agres/core/operations/journal';
import { defineChange, defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { readShopFacts, readSetting, writeSetting } from '@agres/core/settings';
import type { DeliveryDays, ShopFacts } from '@agres/domain/brand';
import { DELIVERY_AREAS, type DeliveryArea } from '@agres/domain/delivery';
import { DELIVERY_MOST, FACT_LENGTH } from '@agres/domain/owner-settings';
import { lineSchema } from '@agres/domain/text.schema';
import { z } from 'zod';

const factSchema = lineSchema(FACT_LENGTH);
/** A telephone number as printed: with its country code, in French national format, or a French short number. */
const telephoneSchema = factSchema.regex(
  /^(?:\+?\d[\d .-]{7,}|[13]\d ?\d\d|11[68] ?\d{3})$/,
  'telephone',
);

const factsSchema = z.object({
  legalName: factSchema,
  form: factSchema,
  capitalEuros: z.int().min(0).max(1_000_000_000),
  registration: factSchema,
  vatNumber: factSchema,
  address: factSchema,
  publicationDirector: factSchema,
  telephone: telephoneSchema.nullable(),
  host: factSchema,
  hostTelephone: telephoneSchema.nullable(),
  /** All three of them or none. */
  mediatorName: factSchema.nullable(),
  mediatorAddress: factSchema.nullable(),
  mediatorUrl: z.url({ protocol: /^https$/ }).nullable(),
  /** Null means the seller's address. */
  returnAddress: factSchema.nullable(),
  returnPaidBy: z.enum(['buyer', 'seller']),
  /** Producer registration numbers, separated by commas. */
  producerIds: factSchema.nullable(),
});
type Facts = z.output<typeof factsSchema>;

/** Facts that name a person, whose values the journal omits. */
const PERSONS: ReadonlySet<string> = new Set(['publicationDirector']);

/** Null if never set. */
const seenSchema = z.object({ updatedAt: z.iso.datetime().nullable() });

function shownFacts({ seller, host, mediator, ...facts }: ShopFacts): Facts {
  return {
    ...seller,
    host: host.identity,
    hostTelephone: host.telephone,
    mediatorName: mediator?.name ?? null,
    mediatorAddress: mediator?.address ?? null,
    mediatorUrl: mediator?.url ?? null,
    returnAddress: facts.returnAddress,
    returnPaidBy: facts.returnPaidBy,
    producerIds: facts.producerIds.length === 0 ? null : facts.producerIds.join(', '),
  };
}

function storedFacts(given: Facts): Omit<ShopFacts, 'delivery'> {
  const { host, hostTelephone, mediatorName, mediatorAddress, mediatorUrl, ...facts } = given;
  const { returnAddress, returnPaidBy, producerIds, ...seller } = facts;
  const mediator = [mediatorName, mediatorAddress, mediatorUrl] as const;
  const [name, address, url] = mediator;
  const isWhole = name !== null && address !== null && url !== null;
  if (!isWhole && mediator.some((part) => part !== null)) refuse({ code: 'mediator_incomplete' });
  return {
    seller,
    host: { identity: host, telephone: hostTelephone },
    mediator: isWhole ? { name, address, url } : null,
    returnAddress,
    returnPaidBy,
    producerIds: (producerIds ?? '')
      .split(',')
      .flatMap((id) => (id.trim() === '' ? [] : id.trim())),
  };
}

/** Reads the facts about the seller that the law requires the shop to publish. */
export const readFacts = defineRead({
  name: 'shop.readFacts',
  permission: 'settings.read',
  input: z.object({}),
  output: z
    .object({ ...factsSchema.shape, mediatorUrl: z.string().nullable() })
    .extend(seenSchema.shape),
  run: async ({ db }) => {
    const { updatedAt } = await readSetting(db, 'seller');
    return { ...shownFacts(await readShopFacts(db)), updatedAt };
  },
});

/** Sets the facts about the seller, which terms, legal notices, e-mails and invoices show from then on. */
export const setFacts = defineChange({
  name: 'shop.setFacts',
  permission: 'settings.write',
  kind: 'change',
  input: factsSchema.extend(seenSchema.shape),
  output: seenSchema,
  run: async ({ tx, clock, journal }, { updatedAt, ...given }) => {
    const before = shownFacts(await readShopFacts(tx));
    const value = storedFacts(given);
    const now = clock();
    await writeSetting(tx, 'seller', {
      value,
      updatedAt,
      now,
    });
    await renewContractTexts(tx);
    await journal({
      subject: { kind: 'setting', id: 'seller' },
      changes: changesBetween<Facts>(before, given, PERSONS),
    });
    return { updatedAt: now.toISOString() };
  },
});

const daysSchema = z.int().min(0).max(DELIVERY_MOST.days).nullable();

const deliverySchema = z.object({
  feeCents: z.int().min(0).max(DELIVERY_MOST.feeCents),
  /** The promised time; null means the statutory 30 days. */
  fromDays: daysSchema,
  toDays: daysSchema,
  /** The usual time, which is not promised; null if not stated. */
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

/** Returns the range; refuses only one of the two days, or a reversed range. */
function daysOf(from: number | null, to: number | null): DeliveryDays | null {
  if (from === null && to === null) return null;
  if (from === null || to === null || to < Math.max(from, 1)) refuse({ code: 'delivery_days' });
  return [from, to];
}

/** Reads the price and time of delivery, by area. */
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
 * Sets the price and time of delivery to an area. Existing orders keep their fee and date; a buyer who was
 * shown another sum is asked to confirm again (decision 123).
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
    if (usual !== null && usual[1] > (days?.[1] ?? DELIVERY_MOST.days)) {
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
