import { expect, test } from 'vitest';

import type { CountryCode } from './countries.ts';
import { postcodeExampleAgainst } from './postcode.ts';

test.each<[CountryCode, string]>([
  ['FR', '01000'],
  ['FR', '75 011'],
  ['NL', '1011ab'],
  ['GB', 'sw1a1aa'],
  ['PL', '00001'],
  ['US', '10001-1234'],
  ['IE', 'D02 X285'],
  ['AE', 'none'],
])('in %s, %j raises no doubt', (country, postcode) => {
  expect(postcodeExampleAgainst(country, postcode)).toBeNull();
});

test.each<[CountryCode, string, string]>([
  ['FR', '1000', '75011'],
  ['FR', 'A1000', '75011'],
  ['BE', '75011', '1000'],
  ['NL', '1011', '1011 AB'],
])('in %s, %j is doubted with an example', (country, postcode, example) => {
  expect(postcodeExampleAgainst(country, postcode)).toBe(example);
});
