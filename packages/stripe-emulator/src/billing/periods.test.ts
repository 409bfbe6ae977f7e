import fc from 'fast-check';
import { expect, test } from 'vitest';

import { addIntervals, periodEndAfter } from './periods.ts';

const seconds = (date: string) => Date.parse(date) / 1000;

test.each([
  ['2027-01-31T10:00:00Z', 'month', [1, '2027-02-28T10:00:00Z']],
  ['2027-01-31T10:00:00Z', 'month', [2, '2027-03-31T10:00:00Z']],
  ['2027-01-31T10:00:00Z', 'month', [3, '2027-04-30T10:00:00Z']],
  ['2028-02-29T10:00:00Z', 'year', [1, '2029-02-28T10:00:00Z']],
  ['2028-02-29T10:00:00Z', 'year', [4, '2032-02-29T10:00:00Z']],
  ['2027-12-15T10:00:00Z', 'month', [1, '2028-01-15T10:00:00Z']],
] as const)('from %s by the %s: %j', (anchor, interval, [count, end]) => {
  expect(addIntervals(seconds(anchor), interval, count)).toBe(seconds(end));
});

test('periods follow each other without a gap', () => {
  const anchors = fc.integer({ min: seconds('2000-01-01'), max: seconds('2080-01-01') });
  fc.assert(
    fc.property(anchors, fc.constantFrom('month' as const, 'year' as const), (anchor, interval) => {
      let end = anchor;
      for (let period = 1; period <= 14; period += 1) {
        const next = periodEndAfter(end, { anchor, interval });
        expect(next).toBe(addIntervals(anchor, interval, period));
        expect(next).toBeGreaterThan(end);
        end = next;
      }
    }),
  );
});
