import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { formatDate, formatNumber, formatPrice } from './formats.ts';
import { formatMoment } from './moment-formats.ts';

test.each([
  [2999, '29,99\u00A0€', '€29.99'],
  [3000, '30,00\u00A0€', '€30.00'],
  [1, '0,01\u00A0€', '€0.01'],
  [0, '0,00\u00A0€', '€0.00'],
  [19_999, '199,99\u00A0€', '€199.99'],
  [123_456_789, '1\u202F234\u202F567,89\u00A0€', '€1,234,567.89'],
  [-1000, '-10,00\u00A0€', '-€10.00'],
])('%i cents read %s and %s', (cents, french, english) => {
  expect(formatPrice('fr', cents)).toBe(french);
  expect(formatPrice('en', cents)).toBe(english);
});

test('a price keeps every cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_147_483_647 }), (cents) => {
      expect(Number(formatPrice('fr', cents).replaceAll(/\D/g, ''))).toBe(cents);
      expect(Number(formatPrice('en', cents).replaceAll(/\D/g, ''))).toBe(cents);
    }),
  );
});

test('thousands are grouped', () => {
  expect(formatNumber('fr', 10_000)).toBe('10\u202F000');
  expect(formatNumber('en', 10_000)).toBe('10,000');
});

test.each([
  ['2026-11-21T08:00:00.000Z', '21\u00A0novembre\u00A02026', '21\u00A0November\u00A02026'],
  ['2026-03-01T12:00:00.000Z', '1er\u00A0mars\u00A02026', '1\u00A0March\u00A02026'],
  ['2026-03-11T12:00:00.000Z', '11\u00A0mars\u00A02026', '11\u00A0March\u00A02026'],
  // Already the next day in Paris, in every time zone of the machine.
  ['2026-12-31T23:30:00.000Z', '1er\u00A0janvier\u00A02027', '1\u00A0January\u00A02027'],
])('%s is %s and %s', (moment, french, english) => {
  expect(formatDate('fr', moment)).toBe(french);
  expect(formatDate('en', new Date(moment))).toBe(english);
});

test.each([
  [
    '2026-11-22T18:05:59.000Z',
    '22\u00A0novembre\u00A02026 à\u00A019:05',
    '22\u00A0November\u00A02026 at\u00A019:05',
  ],
  [
    '2026-03-28T23:00:00.000Z',
    '29\u00A0mars\u00A02026 à\u00A000:00',
    '29\u00A0March\u00A02026 at\u00A000:00',
  ],
  [
    '2026-03-29T01:00:00.000Z',
    '29\u00A0mars\u00A02026 à\u00A003:00',
    '29\u00A0March\u00A02026 at\u00A003:00',
  ],
])('%s is shown with its time in Paris', (moment, french, english) => {
  expect(formatMoment('fr', moment)).toBe(french);
  expect(formatMoment('en', new Date(moment))).toBe(english);
});
