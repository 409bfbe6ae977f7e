import type { Db, Tx } from '@agres/db/db';
import { SOURCE_FACTS, type ShopFacts } from '@agres/domain/brand';
import {
  FAQ_ENTRIES_MAX,
  FAQ_LENGTH,
  PAUSE_SENTENCE_LENGTH,
  SITE_QUESTIONS,
  VAT_PERCENT_MAX,
} from '@agres/domain/owner-settings';
import { z } from 'zod';

import { refuse } from './operations/refuse.ts';

const localizedText = (max: number) =>
  z.object({ fr: z.string().max(max), en: z.string().max(max) });

const byArea = <Value extends z.ZodType>(value: Value) =>
  z.object({ 0: value, 1: value, 2: value });
const daysSchema = z
  .tuple([z.int().min(0), z.int().min(1)])
  .readonly()
  .nullable();

/** `initial` applies until a setting is set. */
export const SETTINGS = {
  /** The invoice numbers that a lost database may have assigned. They are skipped after a restore. */
  invoiceNumbersLeftOut: {
    shape: z.object({ year: z.int(), upTo: z.int() }),
    initial: { year: 0, upTo: 0 },
  },
  /** The time until which each account's payments of subscriptions were copied; null if they never were. */
  subscriptionPaymentsRead: {
    shape: z.object({ main: z.iso.datetime().nullable(), bis: z.iso.datetime().nullable() }),
    initial: { main: null, bis: null },
  },
  /**
   * The time since when an invariant is violated: rows changed since then are checked. Null if none is
   * violated.
   */
  invariantsViolated: {
    shape: z.object({ since: z.iso.datetime().nullable() }),
    initial: { since: null },
  },
  salesPause: {
    shape: z.object({
      isPaused: z.boolean(),
      /** The owner's sentence. If it is empty, the site shows its own. */
      sentence: localizedText(PAUSE_SENTENCE_LENGTH),
      /** When the pause started; null if sales are not paused. */
      since: z.iso.datetime().nullable(),
    }),
    initial: { isPaused: false, sentence: { fr: '', en: '' }, since: null },
  },
  /**
   * The owner's own questions and answers on the FAQ page, in order, then their words for the site's
   * questions. All of them are plain text.
   */
  faqEntries: {
    shape: z
      .array(
        z.object({
          id: z.int().positive(),
          question: localizedText(FAQ_LENGTH.question),
          answer: localizedText(FAQ_LENGTH.answer),
        }),
      )
      .max(FAQ_ENTRIES_MAX + Object.keys(SITE_QUESTIONS).length),
    initial: [],
  },
  /** The facts that the law requires of a seller. Null means the defaults in `brand.ts`. */
  seller: {
    shape: z
      .object({
        seller: z.object({
          legalName: z.string(),
          form: z.string(),
          capitalEuros: z.number(),
          registration: z.string(),
          vatNumber: z.string(),
          address: z.string(),
          publicationDirector: z.string(),
          telephone: z.string().nullable(),
        }),
        host: z.object({ identity: z.string(), telephone: z.string().nullable() }),
        mediator: z.object({ name: z.string(), address: z.string(), url: z.string() }).nullable(),
        returnAddress: z.string().nullable(),
        returnPaidBy: z.enum(['buyer', 'seller']),
        producerIds: z.array(z.string()).readonly(),
      })
      .nullable(),
    initial: null,
  },
  /** Fees and delivery times by area. Null means the defaults in `brand.ts`. */
  delivery: {
    shape: z
      .object({
        feesCents: byArea(z.int().min(0)),
        days: byArea(daysSchema),
        usualDays: byArea(daysSchema),
      })
      .nullable(),
    initial: null,
  },
  /** Whether prices include VAT. Null means that the owner has not answered; no invoice is issued then. */
  vat: {
    shape: z
      .discriminatedUnion('regime', [
        z.object({ regime: z.literal('franchise') }),
        z.object({
          regime: z.literal('charged'),
          ratePercent: z.number().positive().max(VAT_PERCENT_MAX),
          /** The rate of subscriptions. Null means the rate above. */
          subscriptionPercent: z.number().positive().max(VAT_PERCENT_MAX).nullable().default(null),
        }),
      ])
      .nullable(),
    initial: null,
  },
} as const satisfies Record<string, { shape: z.ZodType; initial: unknown }>;

export type SettingName = keyof typeof SETTINGS;
export type SettingValue<Name extends SettingName> = z.output<(typeof SETTINGS)[Name]['shape']>;

/**
 * Returns the fields of the VAT setting; null where it is not answered, or for sales without VAT
 * ("franchise").
 */
export const vatFieldsOf = (vat: SettingValue<'vat'>) => ({
  regime: vat?.regime ?? null,
  ratePercent: vat?.regime === 'charged' ? vat.ratePercent : null,
  subscriptionPercent: vat?.regime === 'charged' ? vat.subscriptionPercent : null,
});

type StoredSetting<Name extends SettingName> = {
  value: SettingValue<Name>;
  /**
   * When the setting was last changed; null if never. A form sends it back, so that the second of two
   * concurrent saves is refused.
   */
  updatedAt: string | null;
};

/** Returns a setting, or its initial value if it was never set. */
export async function readSetting<Name extends SettingName>(
  db: Db | Tx,
  name: Name,
): Promise<StoredSetting<Name>> {
  const row = await db.setting.findUnique({ where: { name } });
  const { shape, initial } = SETTINGS[name];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape of this very name
  const value = shape.parse(row?.value ?? initial) as SettingValue<Name>;
  return { value, updatedAt: row?.updatedAt.toISOString() ?? null };
}

/** Reads the stored settings of these names in one statement. Settings that were never set are missing. */
async function readStored(
  db: Db | Tx,
  names: readonly SettingName[],
): Promise<ReadonlyMap<string, unknown>> {
  const rows = await db.setting.findMany({ where: { name: { in: [...names] } } });
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Returns the facts in force: the owner's, otherwise those in the source. */
export async function readShopFacts(db: Db | Tx): Promise<ShopFacts> {
  const stored = await readStored(db, ['seller', 'delivery']);
  const seller = SETTINGS.seller.shape.parse(stored.get('seller') ?? null);
  const delivery = SETTINGS.delivery.shape.parse(stored.get('delivery') ?? null);
  // Returns the same object each time, so that a page recognizes facts that it already has.
  if (seller === null && delivery === null) return SOURCE_FACTS;
  return { ...SOURCE_FACTS, ...seller, delivery: delivery ?? SOURCE_FACTS.delivery };
}

export type SalesRules = {
  pause: SettingValue<'salesPause'>;
  deliveryFeesCents: ShopFacts['delivery']['feesCents'];
};

/**
 * Reads the rules of a sale: whether sales are paused, and the delivery fee of each area. One statement reads
 * both, because this process's own copy may be out of date.
 */
export async function readSalesRules(db: Db | Tx): Promise<SalesRules> {
  const stored = await readStored(db, ['salesPause', 'delivery']);
  const delivery =
    SETTINGS.delivery.shape.parse(stored.get('delivery') ?? null) ?? SOURCE_FACTS.delivery;
  const { shape, initial } = SETTINGS.salesPause;
  return {
    pause: shape.parse(stored.get('salesPause') ?? initial),
    deliveryFeesCents: delivery.feesCents,
  };
}

/**
 * Stores a setting in the transaction of an operation, which writes the journal.
 * @throws the refusal `setting_changed` if it has changed since `updatedAt`
 */
export async function writeSetting<Name extends SettingName>(
  tx: Tx,
  name: Name,
  {
    value,
    updatedAt,
    now,
  }: { value: NonNullable<SettingValue<Name>>; updatedAt: string | null; now: Date },
): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`setting ${name}`}))`;
  const before = await tx.setting.findUnique({ where: { name }, select: { updatedAt: true } });
  if ((before?.updatedAt.toISOString() ?? null) !== updatedAt) refuse({ code: 'setting_changed' });
  await storeSetting(tx, name, { value, updatedAt: now });
}

/** Stores a setting that no form edits: what a job or an adoption remembers. */
export async function storeSetting<Name extends SettingName>(
  db: Db | Tx,
  name: Name,
  stored: { value: NonNullable<SettingValue<Name>>; updatedAt?: Date },
): Promise<void> {
  await db.setting.upsert({ where: { name }, create: { name, ...stored }, update: stored });
}
