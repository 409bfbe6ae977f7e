import { describe, expect, test } from 'vitest';

import { COUNTRIES } from './countries.ts';
import { countryCodeOf, countryNameOf } from './country-names.ts';
import { LOCALES } from './locale.ts';

const ALL = Object.values(COUNTRIES).flat();

describe('the name of a country', () => {
  test.each(LOCALES)(
    'in %s leads back to the country, and no two countries share one',
    (locale) => {
      for (const code of ALL) expect(countryCodeOf(countryNameOf(code, locale))).toBe(code);
    },
  );

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
  ])('is found in %j', (text, code) => {
    expect(countryCodeOf(text)).toBe(code);
  });

  test.each(['', ' ', 'Sydney', 'Europe', 'Bel'])('is not found in %j', (text) => {
    expect(countryCodeOf(text)).toBeUndefined();
  });
});
