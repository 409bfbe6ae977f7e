import { expect, test } from 'vitest';

import { endOfDay, parisDayOf, startOfDay } from './days.ts';

test.each([
  ['2026-01-15', '2026-01-14T23:00:00.000Z', 24],
  ['2026-07-15', '2026-07-14T22:00:00.000Z', 24],
  ['2026-03-29', '2026-03-28T23:00:00.000Z', 23],
  ['2026-10-25', '2026-10-24T22:00:00.000Z', 25],
])('%s begins in Paris at %s and lasts %i hours', (day, instant, hours) => {
  const start = startOfDay(day) ?? new Date(0);
  expect(start.toISOString()).toBe(instant);
  expect(parisDayOf(start)).toBe(day);
  expect(endOfDay(start).getTime() - start.getTime()).toBe(hours * 3_600_000);
});

test.each(['2026-02-30', '2026-13-01', '21/11/2026', '2026-1-1', ''])('%j is not a day', (text) => {
  expect(startOfDay(text)).toBeUndefined();
});
