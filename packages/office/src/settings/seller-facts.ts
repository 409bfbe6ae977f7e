import { renewContractTexts } from '@agres/core/contract-texts';
import { changesBetween } from '@agres/core/operations/journal';
import { defineChange, defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { readShopFacts, readSetting, writeSetting } from '@agres/core/settings';
import type { ShopFacts } from '@agres/domain/brand';
import { FACT_LENGTH } from '@agres/domain/owner-settings';
import { lineSchema } from '@agres/domain/text.schema';
import { z } from 'zod';

const factSchema = lineSchema(FACT_LENGTH);
/**
 * A telephone number as printed: with a country code, in French national format, or a French short number.
 */
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
  /** Either all three facts of the mediator are given, or none. */
  mediatorName: factSchema.nullable(),
  mediatorAddress: factSchema.nullable(),
  mediatorUrl: z.url({ protocol: /^https$/ }).nullable(),
  /** Null means the seller's address. */
  returnAddress: factSchema.nullable(),
  returnPaidBy: z.enum(['buyer', 'seller']),
  /** Registration numbers, separated by commas. */
  producerIds: factSchema.nullable(),
});
type Facts = z.output<typeof factsSchema>;

/** These facts name a person, so the journal omits their values. */
const PERSONS: ReadonlySet<string> = new Set(['publicationDirector']);

/** The version that the page displayed, for optimistic locking; null if never set. */
export const seenSchema = z.object({ updatedAt: z.iso.datetime().nullable() });

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

/** Sets the facts about the seller. Terms, legal notices, emails and invoices show them from then on. */
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
