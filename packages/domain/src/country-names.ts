import { COUNTRIES, type CountryCode } from './countries.ts';
import type { DeliveryArea } from './delivery.ts';
import { LOCALES, type Locale } from './locale.ts';
import { searchKeyOf } from './search-key.ts';

const NAMES = {
  fr: new Intl.DisplayNames('fr', { type: 'region' }),
  en: new Intl.DisplayNames('en', { type: 'region' }),
} as const satisfies Record<Locale, Intl.DisplayNames>;

const OTHER_NAMES = {
  AT: ['Österreich'],
  BE: ['België'],
  BA: ['Bosnia'],
  CH: ['Schweiz', 'Svizzera'],
  CZ: ['Czech Republic', 'République tchèque'],
  DE: ['Deutschland'],
  ES: ['España'],
  GB: [
    'UK',
    'Great Britain',
    'Grande-Bretagne',
    'England',
    'Angleterre',
    'Scotland',
    'Écosse',
    'Wales',
    'Pays de Galles',
    'Northern Ireland',
    'Irlande du Nord',
  ],
  IT: ['Italia'],
  NL: ['Holland', 'Hollande', 'Nederland', 'The Netherlands'],
  RE: ['Réunion', 'Reunion Island'],
  US: ['USA', 'United States of America', 'États-Unis d’Amérique'],
} as const satisfies Partial<Record<CountryCode, readonly string[]>>;

/** Returns a country's name in a language, or its code if the runtime knows no name. */
export function countryNameOf(country: CountryCode, locale: Locale): string {
  return NAMES[locale].of(country) ?? country;
}

/** Returns the names of an area's countries in a language, in its alphabetical order. */
export function countryNamesOf(area: DeliveryArea, locale: Locale): string[] {
  return COUNTRIES[area]
    .map((code) => countryNameOf(code, locale))
    .toSorted(new Intl.Collator(locale).compare);
}

/** Returns the country that a text names in either language, or by its code, ignoring case and accents. */
export function countryCodeOf(text: string): CountryCode | undefined {
  return byName().get(searchKeyOf(text));
}

/** Returns the name in a language of the country that a text names; a text that names none is unchanged. */
export function countryNameIn(locale: Locale, text: string): string {
  const code = countryCodeOf(text);
  return code === undefined ? text : countryNameOf(code, locale);
}

let known: ReadonlyMap<string, CountryCode> | undefined;

// Built at the first use, because it has the names of 250 countries in two languages.
function byName(): ReadonlyMap<string, CountryCode> {
  known ??= new Map(
    Object.values(COUNTRIES)
      .flat()
      .flatMap((code) => namesOf(code).map((name) => [searchKeyOf(name), code] as const)),
  );
  return known;
}

function namesOf(code: CountryCode): string[] {
  const others: Partial<Record<CountryCode, readonly string[]>> = OTHER_NAMES;
  return [code, ...LOCALES.map((locale) => countryNameOf(code, locale)), ...(others[code] ?? [])];
}
