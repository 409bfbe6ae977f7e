import { expect, test } from 'vitest';

import { areaOfCountry, COUNTRIES } from './countries.ts';
import { LOCALES } from './locale.ts';

const codes = Object.values(COUNTRIES).flat();

test('every country of ISO 3166-1, and Kosovo, belongs to one delivery area', () => {
  expect(codes).toHaveLength(250);
  expect(new Set(codes).size).toBe(250);
  expect((['FR', 'MC', 'RE'] as const).map(areaOfCountry)).toEqual([0, 1, 2]);
});

test('every country has a name in both languages', () => {
  for (const locale of LOCALES) {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
    expect(codes.filter((code) => names.of(code) === undefined)).toEqual([]);
  }
});
