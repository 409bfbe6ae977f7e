import { parisDayOf } from '@agres/domain/days';
import { localeOf } from '@agres/domain/locale';
import { VAT_PERCENT_MAX } from '@agres/domain/owner-settings';
import { TAGS, TIME_ZONE } from '@agres/i18n/formats';

/** English has the day before the month, as on the site. */
const tagOf = (locale: string) => TAGS[localeOf(locale)];

/** Formats an amount in cents, such as `19,99 €`, with a minus sign before a negative one. */
export function formatEuros(locale: string, cents: number): string {
  return new Intl.NumberFormat(tagOf(locale), { style: 'currency', currency: 'EUR' })
    .format(cents / 100)
    .replace('-', '−');
}

/** Formats a day in Paris, with the time if the text has one. Returns other texts unchanged. */
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

/** No line breaks within a day. */
const unbroken = (day: string) => day.replaceAll(' ', '\u00A0');

/** Formats the day of a moment in Paris, such as `28 nov. 2026`. */
export const formatDay = (locale: string, moment: string): string =>
  unbroken(formatMoment(locale, parisDayOf(new Date(moment))));

/** Formats the day of a moment in Paris without its year, such as `28 nov.`. */
export function formatShortDay(locale: string, moment: string): string {
  const shown = new Intl.DateTimeFormat(tagOf(locale), {
    day: 'numeric',
    month: 'short',
    timeZone: TIME_ZONE,
  }).format(new Date(moment));
  return unbroken(shown);
}

/** Formats the day of a moment in Paris for a list: with its year unless it is this year. */
export const formatListDay = (locale: string, moment: string): string =>
  parisDayOf(new Date(moment)).slice(0, 4) === parisDayOf(new Date()).slice(0, 4)
    ? formatShortDay(locale, moment)
    : formatDay(locale, moment);

/** Formats the day of a moment in Paris in full, such as `samedi 28 novembre 2026`. */
export function formatLongDay(locale: string, moment: string): string {
  return new Intl.DateTimeFormat(tagOf(locale), { dateStyle: 'full', timeZone: TIME_ZONE }).format(
    new Date(moment),
  );
}

/** Formats the time of a moment in Paris, such as `14:05`. */
export function formatTime(locale: string, moment: string): string {
  return new Intl.DateTimeFormat(tagOf(locale), { timeStyle: 'short', timeZone: TIME_ZONE }).format(
    new Date(moment),
  );
}

/** Formats a month such as `2026-11` in words. */
export function formatMonth(locale: string, month: string): string {
  return new Intl.DateTimeFormat(tagOf(locale), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-15T12:00:00Z`));
}

/** Formats an amount in cents for a text field, such as `19,99`. */
export function typedEuros(locale: string, cents: number): string {
  const euros = (cents / 100).toFixed(2);
  return locale === 'fr' ? euros.replace('.', ',') : euros;
}

export function formatPercent(locale: string, percent: number): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
    percent / 100,
  );
}

/** Formats a VAT rate for a text field, such as `5,5`; empty for null. */
export const typedPercent = (locale: string, percent: number | null): string =>
  percent === null ? '' : new Intl.NumberFormat(locale).format(percent);

/** Accepts a decimal comma or point. Returns undefined for an invalid rate. */
export function percentIn(text: string): number | undefined {
  const digits = text.trim().replace(/\s*%$/, '').replace(',', '.');
  if (!/^\d{1,2}(?:\.\d{1,2})?$/.test(digits)) return undefined;
  const percent = Number(digits);
  return percent > 0 && percent <= VAT_PERCENT_MAX ? percent : undefined;
}

export const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text);

export const isMonth = (text: unknown): text is string =>
  typeof text === 'string' && /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(text);

type Bought = { title: string; option: string | null; titleEn: string; optionEn: string | null };

/** In the language of the page. */
export function purchasedItemName(locale: string, item: Bought): string {
  const [title, option] =
    locale === 'en' ? [item.titleEn, item.optionEn] : [item.title, item.option];
  // No line begins with the dot.
  return option === null ? title : `${title}\u00A0· ${option}`;
}
