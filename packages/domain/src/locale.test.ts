import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { localeOf, LOCALES, negotiateLocale, otherLocale } from './locale.ts';

test.each([
  [['en'], 'fr', 'en'],
  [['fr'], 'en', 'fr'],
  [['de'], 'en', 'en'],
  [['de', 'en'], 'fr', 'en'],
  [['en', 'de'], 'fr', 'en'],
  [[], 'en-GB,en;q=0.9,fr;q=0.8', 'en'],
  [[], 'de-DE,de;q=0.9,en;q=0.8,fr;q=0.7', 'en'],
  [[], 'en;q=0.5, fr;q=0.9', 'fr'],
  [[], 'en;q=0, fr;q=0.1', 'fr'],
  [[], 'en;q=0', 'fr'],
  [[], 'EN-US', 'en'],
  [[], 'de, *', 'fr'],
  [[], '', 'fr'],
  [[], undefined, 'fr'],
] as const)('cookies %j and Accept-Language %j give %s', (cookies, header, expected) => {
  expect(negotiateLocale(cookies, header)).toBe(expected);
});

test.each([
  ['fr', 'fr'],
  ['en', 'en'],
  ['EN', 'fr'],
  ['de', 'fr'],
  ['', 'fr'],
] as const)('localeOf(%j) is %s', (text, expected) => {
  expect(localeOf(text)).toBe(expected);
});

test('negotiateLocale returns a supported locale for any input', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.string(), (cookies, header) => {
      expect(LOCALES).toContain(negotiateLocale(cookies, header));
    }),
  );
});

test('otherLocale is its own inverse', () => {
  for (const locale of LOCALES) {
    expect(otherLocale(locale)).not.toBe(locale);
    expect(otherLocale(otherLocale(locale))).toBe(locale);
  }
});
