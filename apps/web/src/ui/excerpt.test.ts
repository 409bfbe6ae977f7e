import fc from 'fast-check';
import { expect, test } from 'vitest';

import { excerptOf } from './excerpt.ts';

test('leaves a short text as it is', () => {
  expect(excerptOf('Un bel équilibre.', 40)).toBe('Un bel équilibre.');
});

test('cuts at a word and drops the punctuation before the ellipsis', () => {
  expect(excerptOf('Respirer, pousser, tenir.', 18)).toBe('Respirer…');
  expect(excerptOf('Respirer, pousser, tenir.', 20)).toBe('Respirer, pousser…');
});

test('is never longer than asked', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 2, max: 50 }), (text, length) => {
      expect(excerptOf(text, length).length).toBeLessThanOrEqual(length);
    }),
  );
});
