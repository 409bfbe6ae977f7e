import { localeOf } from '@agres/domain/locale';
import { TAGS, TIME_ZONE } from '@agres/i18n/formats';

/** As the site writes it: English with the day before the month. */
const tagOf = (locale: string) => TAGS[localeOf(locale)];

/** An amount of cents, such as `19,99 €`. */
export function formatEuros(locale: string, cents: number): string {
  return new Intl.NumberFormat(tagOf(locale), { style: 'currency', currency: 'EUR' }).format(
    cents / 100,
  );
}

/** A day of Paris, with the time where the text has one. */
export function formatMoment(locale: string, text: string): string {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) return text;
  const hasTime = text.includes('T');
  return new Intl.DateTimeFormat(tagOf(locale), {
    dateStyle: 'medium',
    ...(hasTime ? { timeStyle: 'short' } : {}),
    timeZone: TIME_ZONE,
  }).format(moment);
}

/** A month such as `2026-11` in words. */
export function formatMonth(locale: string, month: string): string {
  return new Intl.DateTimeFormat(tagOf(locale), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-15T12:00:00Z`));
}

/** An amount of cents as it is typed, such as `19,99`. */
export function typedEuros(locale: string, cents: number): string {
  const euros = (cents / 100).toFixed(2);
  return locale === 'fr' ? euros.replace('.', ',') : euros;
}
