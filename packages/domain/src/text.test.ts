import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { lengthOf, normalizeText } from './text.ts';

test.each([
  ['Zoe\u0301', 'Zo\u00E9'],
  ['\uFEFFAB\u200BCD\u2060', 'ABCD'],
  ['ex\u00ADtrême', 'extrême'],
  ['AB\u200DCD\u200C', 'ABCD'],
  ['é\u200Dè', 'éè'],
  ['e\u0301\u200D👩', 'é👩'],
  ['\u200B \u200D', ' '],
  // Persian, Hindi and emoji are written with joiners.
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ['क्\u200Dष', 'क्\u200Dष'],
  ['👩\u200D👧', '👩\u200D👧'],
  ['❤️\u200D🔥', '❤️\u200D🔥'],
])('normalizeText(%j) is %j', (typed, read) => {
  expect(normalizeText(typed)).toBe(read);
});

test('normalizeText is idempotent', () => {
  const unit = fc.constantFrom(
    'e',
    '\u0301',
    '\u200B',
    '\u200D',
    '\u200C',
    '\uFEFF',
    ' ',
    'م',
    '👩',
    'é',
  );
  fc.assert(
    fc.property(fc.string({ unit }), (typed) => {
      const read = normalizeText(typed);
      expect(normalizeText(read)).toBe(read);
    }),
  );
});

test('a composed letter counts as one character', () => {
  expect(lengthOf(normalizeText('e\u0301'.repeat(12)))).toBe(12);
});
