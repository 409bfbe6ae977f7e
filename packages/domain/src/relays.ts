import type { CountryCode } from './countries.ts';
import type { Locale } from './locale.ts';
import { searchKeyOf } from './search-key.ts';

export type RelayPoint = {
  /** The id that the point's network gave it. */
  id: string;
  country: CountryCode;
  name: string;
  /** The street number, such as `9 bis`, or `s/n`; `street` does not repeat it. */
  number: string;
  street: string;
  postcode: string;
  town: string;
  /** The opening hours as free text from the network. */
  hours: string;
};

export const MAX_RELAY_RESULTS = 10;

export const RELAY_ID_LENGTH = 32;
export const RELAY_HOURS_LENGTH = 200;

/** A parsed search: the beginning of a postcode or a town's name, as `relayKeyOf` writes them. */
export type RelaySearch = { by: 'postcode' | 'town'; key: string };

/** Returns the search key of a postcode or town, without spaces: `St-Étienne` as `saintetienne`. */
export function relayKeyOf(text: string): string {
  return searchKeyOf(text).replaceAll(' ', '');
}

/**
 * Parses a search for a point: a postcode, optionally followed by a town, or a town, optionally followed by
 * a postcode; null if it is too short to search.
 */
export function relaySearchOf(text: string): RelaySearch | null {
  const words = text.trim().split(/\s+/);
  const hasDigit = (word: string) => /\p{N}/u.test(word);
  const by = hasDigit(words[0] ?? '') ? 'postcode' : 'town';
  const key = relayKeyOf(words.filter((word) => hasDigit(word) === (by === 'postcode')).join(' '));
  return key.length < 2 ? null : { by, key };
}

/** The English words of opening hours, with a pattern for the French. */
const ENGLISH_OF_HOURS: readonly [RegExp, string][] = [
  [/\bdu (\w+di|dimanche) au (\w+di|dimanche)\b/gi, '$1–$2'],
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
  // `24h/24` and `24 h sur 24` are not times of day.
  [/\b(\d{1,2}) ?h\b(?! ?(?:\/|sur) ?24)/gi, '$1:00'],
];

/** Translates opening hours: French days and times are known, other words stay unchanged. */
export function hoursIn(locale: Locale, hours: string): string {
  if (locale === 'fr') return hours;
  return ENGLISH_OF_HOURS.reduce(
    (told, [french, english]) => told.replaceAll(french, english),
    hours,
  );
}
