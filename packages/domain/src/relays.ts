import type { CountryCode } from './countries.ts';
import type { Locale } from './locale.ts';
import { searchKeyOf } from './search-key.ts';

/** A place where a parcel waits to be fetched. */
export type RelayPoint = {
  /** As its network names it. */
  id: string;
  country: CountryCode;
  name: string;
  /** Its street number, then its street. */
  number: string;
  street: string;
  postcode: string;
  town: string;
  /** When it is open, in its keeper’s words. */
  hours: string;
};

/** How many points a search answers at most. */
export const RELAYS_FOUND = 10;

/** How long a point’s id and hours may be. */
export const RELAY_ID_LENGTH = 32;
export const RELAY_HOURS_LENGTH = 200;

/** What a search is for: the beginning of a postcode, or of a town’s name, as `relayKeyOf` writes them. */
export type RelaySearch = { by: 'postcode' | 'town'; key: string };

/** The search key of a postcode or town without spaces: `St-Étienne` as `saintetienne`. */
export function relayKeyOf(text: string): string {
  return searchKeyOf(text).replaceAll(' ', '');
}

/**
 * Parses a search for a point: a postcode, with a town behind it or without, or a town,
 * with a postcode behind it or without; null where it is too short to find anything by.
 */
export function relaySearchOf(text: string): RelaySearch | null {
  const words = text.trim().split(/\s+/);
  const hasDigit = (word: string) => /\p{N}/u.test(word);
  const by = hasDigit(words[0] ?? '') ? 'postcode' : 'town';
  const key = relayKeyOf(words.filter((word) => hasDigit(word) === (by === 'postcode')).join(' '));
  return key.length < 2 ? null : { by, key };
}

/** Words of opening hours, with the French of them as a pattern. */
const ENGLISH_OF_HOURS: readonly [RegExp, string][] = [
  [/\btous les jours\b/gi, 'Every day'],
  [/\blundi\b/gi, 'Monday'],
  [/\bmardi\b/gi, 'Tuesday'],
  [/\bmercredi\b/gi, 'Wednesday'],
  [/\bjeudi\b/gi, 'Thursday'],
  [/\bvendredi\b/gi, 'Friday'],
  [/\bsamedi\b/gi, 'Saturday'],
  [/\bdimanche\b/gi, 'Sunday'],
  [/fermé/gi, 'closed'],
  [/\bet\b/gi, 'and'],
  [/\b(\d{1,2}) ?h ?(\d{2})\b/gi, '$1:$2'],
  // `24h/24` and `24 h sur 24` are no hours of the clock.
  [/\b(\d{1,2}) ?h\b(?! ?(?:\/|sur) ?24)/gi, '$1:00'],
];

/** Opening hours in a language: French days and hours are known, all other words stay as they are. */
export function hoursIn(locale: Locale, hours: string): string {
  if (locale === 'fr') return hours;
  return ENGLISH_OF_HOURS.reduce(
    (told, [french, english]) => told.replaceAll(french, english),
    hours,
  );
}
