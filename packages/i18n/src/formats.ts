import type { Locale } from '@agres/domain/locale';

/** English follows the euro area's conventions: `€29.99`, `21 November 2026`. */
export const TAGS = { fr: 'fr-FR', en: 'en-IE' } as const satisfies Record<Locale, string>;

/** The shop's time zone, so that a server elsewhere and a travelling reader see the same date. */
export const TIME_ZONE = 'Europe/Paris';

export const NON_BREAKING = '\u00A0';

// Created once, because creation costs a hundred times more than a use.
const formattersOf = (tag: string) => ({
  price: new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR' }),
  number: new Intl.NumberFormat(tag),
  date: new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: TIME_ZONE,
  }),
});
const FORMATTERS = { fr: formattersOf(TAGS.fr), en: formattersOf(TAGS.en) };

/** Formats cents: `29,99 €` with a non-breaking space, or `€29.99`. */
export function formatPrice(locale: Locale, cents: number): string {
  return FORMATTERS[locale].price.format(cents / 100);
}

/** Formats a number with grouped thousands: `10 000` with a narrow non-breaking space, or `10,000`. */
export function formatNumber(locale: Locale, value: number): string {
  return FORMATTERS[locale].number.format(value);
}

/** Formats the day of a moment in Paris: `1er mars 2026`, or `1 March 2026`. The text never wraps. */
export function formatDate(locale: Locale, moment: Date | string): string {
  const text = FORMATTERS[locale].date.format(new Date(moment)).replaceAll(' ', NON_BREAKING);
  return locale === 'fr' ? text.replace(/^1(?!\d)/, '1er') : text;
}
