import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { localeOf, LOCALES, negotiateLocale, otherLocale } from './locale.ts';

test.each([
  ['en', 'fr', 'en'],
  ['fr', 'en', 'fr'],
  ['de', 'en', 'en'],
  [undefined, 'en-GB,en;q=0.9,fr;q=0.8', 'en'],
  [undefined, 'de-DE,de;q=0.9,en;q=0.8,fr;q=0.7', 'en'],
  [undefined, 'en;q=0.5, fr;q=0.9', 'fr'],
  [undefined, 'en;q=0, fr;q=0.1', 'fr'],
  [undefined, 'en;q=0', 'fr'],
  [undefined, 'EN-US', 'en'],
  [undefined, 'de, *', 'fr'],
  [undefined, '', 'fr'],
  [undefined, undefined, 'fr'],
] as const)('cookie %j and Accept-Language %j ask for %s', (cookie, header, expected) => {
  expect(negotiateLocale(cookie, header)).toBe(expected);
});

test.each([
  ['fr', 'fr'],
  ['en', 'en'],
  ['EN', 'fr'],
  ['de', 'fr'],
  ['', 'fr'],
] as const)('the text %j names %s', (text, expected) => {
  expect(localeOf(text)).toBe(expected);
});

test('whatever is sent, a display language comes out', () => {
  fc.assert(
    fc.property(fc.option(fc.string(), { nil: undefined }), fc.string(), (cookie, header) => {
      expect(LOCALES).toContain(negotiateLocale(cookie, header));
    }),
  );
});

test('the other language of the other language is the first', () => {
  for (const locale of LOCALES) {
    expect(otherLocale(locale)).not.toBe(locale);
    expect(otherLocale(otherLocale(locale))).toBe(locale);
  }
});
