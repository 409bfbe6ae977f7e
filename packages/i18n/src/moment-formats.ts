import type { Locale } from '@agres/domain/locale';

import { NON_BREAKING, TAGS, TIME_ZONE, formatDate } from './formats.ts';

// Separate from the other formats, because few pages show a time.

const timeOf = (tag: string) =>
  new Intl.DateTimeFormat(tag, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: TIME_ZONE,
  });
const TIMES = { fr: timeOf(TAGS.fr), en: timeOf(TAGS.en) };

const AT = { fr: 'à', en: 'at' } as const satisfies Record<Locale, string>;

/** Formats day, hour and minute in Paris: `1er mars 2026 à 09:05`, or `1 March 2026 at 09:05`. */
export function formatMoment(locale: Locale, moment: Date | string): string {
  const time = TIMES[locale].format(new Date(moment));
  return `${formatDate(locale, moment)} ${AT[locale]}${NON_BREAKING}${time}`;
}

const ZONES = {
  fr: new Intl.DateTimeFormat(TAGS.fr, { timeZone: TIME_ZONE, timeZoneName: 'short' }),
  en: new Intl.DateTimeFormat(TAGS.en, { timeZone: TIME_ZONE, timeZoneName: 'short' }),
};

/**
 * Adds the zone to `formatMoment`, for proofs of time: `1er mars 2026 à 14:05 (UTC+1)`, or `… at 14:05 (CET)`.
 */
export function formatZonedMoment(locale: Locale, moment: Date | string): string {
  const parts = ZONES[locale].formatToParts(new Date(moment));
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${formatMoment(locale, moment)}${NON_BREAKING}(${zone})`;
}
