import { changesBetween } from '@agres/core/operations/journal';
import { defineChange, defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { readSetting, vatFieldsOf, writeSetting, type SettingValue } from '@agres/core/settings';
import { VAT_PERCENT_MAX } from '@agres/domain/owner-settings';
import { z } from 'zod';

const REGIMES = ['franchise', 'charged'] as const;

const vatSchema = z.object({
  /** Null until the owner answers. */
  regime: z.enum(REGIMES).nullable(),
  ratePercent: z.number().nullable(),
  /** Null means `ratePercent`. */
  subscriptionPercent: z.number().nullable(),
  updatedAt: z.iso.datetime().nullable(),
});

type Vat = SettingValue<'vat'>;

const percentSchema = z.number().positive().max(VAT_PERCENT_MAX).nullable();

export const readVat = defineRead({
  name: 'books.readVat',
  permission: 'books.read',
  input: z.object({}),
  output: vatSchema,
  run: async ({ db }) => {
    const { value, updatedAt } = await readSetting(db, 'vat');
    return { ...vatFieldsOf(value), updatedAt };
  },
});

/** Sets the shop's VAT. Existing invoices and subscription payments keep their rate. */
export const setVat = defineChange({
  name: 'books.setVat',
  permission: 'books.vat',
  kind: 'danger',
  input: z.object({
    regime: z.enum(REGIMES),
    /** The rate, which is ignored without VAT ("franchise"). */
    ratePercent: percentSchema,
    /** Null means `ratePercent`. */
    subscriptionPercent: percentSchema,
    updatedAt: z.iso.datetime().nullable(),
  }),
  output: vatSchema,
  run: async ({ tx, clock, journal }, { regime, updatedAt, ...rates }) => {
    const now = clock();
    const value = valueOf(regime, rates);
    const { value: before } = await readSetting(tx, 'vat');
    await writeSetting(tx, 'vat', { value, updatedAt, now });
    await journal({
      subject: { kind: 'setting', id: 'vat' },
      changes: changesBetween(vatFieldsOf(before), vatFieldsOf(value)),
    });
    return { ...vatFieldsOf(value), updatedAt: now.toISOString() };
  },
});

type Rates = { ratePercent: number | null; subscriptionPercent: number | null };

function valueOf(
  regime: (typeof REGIMES)[number],
  { ratePercent, subscriptionPercent }: Rates,
): NonNullable<Vat> {
  if (regime === 'franchise') return { regime };
  if (ratePercent === null) refuse({ code: 'vat_rate_missing' });
  return { regime, ratePercent, subscriptionPercent };
}
