import { describe, expect, test } from 'vitest';

import { COUNTRIES } from './countries.ts';
import { countryCodeOf, countryNameOf } from './country-names.ts';
import { LOCALES } from './locale.ts';

const ALL = Object.values(COUNTRIES).flat();

describe('countryCodeOf', () => {
  test.each(LOCALES)('finds every country by its unique name in %s', (locale) => {
    for (const code of ALL) expect(countryCodeOf(countryNameOf(code, locale))).toBe(code);
  });

  test.each([
    ['belgique', 'BE'],
    [' BELGIUM ', 'BE'],
    ['Etats Unis', 'US'],
    ['cote d’ivoire', 'CI'],
    ["Côte d'Ivoire", 'CI'],
    ['England', 'GB'],
    ['Hollande', 'NL'],
    ['pays bas', 'NL'],
    ['fr', 'FR'],
    ['Saint Lucia', 'LC'],
    ['ste lucie', 'LC'],
  ])('finds the country of %j', (text, code) => {
    expect(countryCodeOf(text)).toBe(code);
  });

  test.each(['', ' ', 'Sydney', 'Europe', 'Bel'])('finds no country in %j', (text) => {
    expect(countryCodeOf(text)).toBeUndefined();
  });
});
