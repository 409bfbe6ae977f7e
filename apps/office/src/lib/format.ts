import { localeOf } from '@agres/domain/locale';
import { VAT_PERCENT_MAX } from '@agres/domain/owner-settings';
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

/** A rate of VAT, such as `5,5 %`. */
export function formatPercent(locale: string, percent: number): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
    percent / 100,
  );
}

/** A rate of VAT as it is typed, such as `5,5`; empty for none. */
export const typedPercent = (locale: string, percent: number | null): string =>
  percent === null ? '' : new Intl.NumberFormat(locale).format(percent);

/** A rate of VAT as it was typed, with a comma or a point; undefined for anything else. */
export function percentIn(text: string): number | undefined {
  const digits = text.trim().replace(/\s*%$/, '').replace(',', '.');
  if (!/^\d{1,2}(?:\.\d{1,2})?$/.test(digits)) return undefined;
  const percent = Number(digits);
  return percent > 0 && percent <= VAT_PERCENT_MAX ? percent : undefined;
}
