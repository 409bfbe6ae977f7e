import type { Locale } from '@agres/domain/locale';

/** English as the euro area writes it: `€29.99`, `21 November 2026`. */
export const TAGS = { fr: 'fr-FR', en: 'en-IE' } as const satisfies Record<Locale, string>;

/** The shop's time zone: a server elsewhere and a travelling reader see the same date. */
export const TIME_ZONE = 'Europe/Paris';

export const NON_BREAKING = '\u00A0';

// Created once: that costs a hundred times more than a use.
const formattersOf = (tag: string) => ({
  price: new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' }),
  number: new Intl.NumberFormat(tag),
  list: new Intl.ListFormat(tag),
  date: new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: TIME_ZONE,
  }),
});
const FORMATTERS = { fr: formattersOf(TAGS.fr), en: formattersOf(TAGS.en) };

/** An amount of cents: `29,99 €` with a non-breaking space, or `€29.99`. */
export function formatPrice(locale: Locale, cents: number): string {
  return FORMATTERS[locale].price.format(cents / 100);
}

/** A number with its thousands grouped: `10 000` with a narrow non-breaking space, or `10,000`. */
export function formatNumber(locale: Locale, value: number): string {
  return FORMATTERS[locale].number.format(value);
}

/** The words and commas of things in a row, in order: `balles, massues et anneaux`, or `balls, clubs and rings`. */
export function listPartsOf(
  locale: Locale,
  parts: readonly string[],
): { type: 'element' | 'literal'; value: string }[] {
  return FORMATTERS[locale].list.formatToParts(parts);
}

/** The day of a moment, in Paris: `1er mars 2026`, or `1 March 2026`; all of it stays on one line. */
export function formatDate(locale: Locale, moment: Date | string): string {
  const text = FORMATTERS[locale].date.format(new Date(moment)).replaceAll(' ', NON_BREAKING);
  return locale === 'fr' ? text.replace(/^1(?!\d)/, '1er') : text;
}
