import { expect, test } from 'vitest';

import type { CountryCode } from './countries.ts';
import { countriesOfFrenchPostcode, postcodeExampleAgainst } from './postcode.ts';

test.each<[CountryCode, string]>([
  ['FR', '01000'],
  ['FR', '75 011'],
  ['NL', '1011ab'],
  ['GB', 'sw1a1aa'],
  ['PL', '00001'],
  ['US', '10001-1234'],
  ['IE', 'D02 X285'],
  ['AE', 'none'],
])('in %s, %j is a usual postcode', (country, postcode) => {
  expect(postcodeExampleAgainst(country, postcode)).toBeNull();
});

test.each<[CountryCode, string, string]>([
  ['FR', '1000', '75011'],
  ['FR', 'A1000', '75011'],
  ['BE', '75011', '1000'],
  ['NL', '1011', '1011 AB'],
])('in %s, %j is unusual, with an example', (country, postcode, example) => {
  expect(postcodeExampleAgainst(country, postcode)).toBe(example);
});

test.each([
  ['75011', ['FR']],
  [' 20 000 ', ['FR']],
  ['97133', ['GP', 'BL', 'MF']],
  ['97400', ['RE']],
  ['98000', ['MC']],
  ['98800', ['NC']],
  ['98900', []],
  ['1000', null],
  ['SW1A 1AA', null],
  ['974001', null],
])('as a French postcode, %j is in %j', (postcode, countries) => {
  expect(countriesOfFrenchPostcode(postcode)).toEqual(countries);
});
