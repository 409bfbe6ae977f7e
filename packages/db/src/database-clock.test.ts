import { afterEach, expect, test, vi } from 'vitest';

import { createDatabaseClock, secondsFromNow } from './database-clock.ts';
import { openTestDatabase } from './testing.ts';

afterEach(() => {
  vi.useRealTimers();
});

const HOUR_MS = 3_600_000;
const AT = new Date('2026-01-01T00:00:00.000Z');
const readingOf = (aheadMs: number, { askedMs = 0, tookMs = 2 } = {}) => ({
  at: new Date(AT.getTime() + aheadMs),
  askedMs,
  answeredMs: askedMs + tookMs,
});
/** Creates a clock frozen at the zero of `performance.now()`. */
const startClock = (first: { tookMs?: number } = {}) =>
  createDatabaseClock(readingOf(0, first), () => 0);

test('starts from the database’s time at the midpoint of the round trip', () => {
  expect(startClock().now().getTime()).toBe(AT.getTime() - 1);
});

test('keeps its time while the database agrees, even after a slow response', () => {
  const clock = startClock();
  clock.follow(readingOf(1002, { askedMs: 1000, tookMs: 2 }));
  clock.follow(readingOf(5100, { askedMs: 5000, tookMs: 400 }));
  expect(clock.now().getTime()).toBe(AT.getTime() - 1);
});

test('follows a database whose clock was set, or a different database', () => {
  const clock = startClock();
  clock.follow(readingOf(HOUR_MS, { askedMs: 1000 }));
  expect(clock.now().getTime()).toBe(AT.getTime() + HOUR_MS - 1001);
  clock.follow(readingOf(-HOUR_MS, { askedMs: 2000 }));
  expect(clock.now().getTime()).toBe(AT.getTime() - HOUR_MS - 2001);
});

test('corrects a slow first reading with the next one', () => {
  const clock = startClock({ tookMs: 4000 });
  clock.follow(readingOf(5000, { askedMs: 5000 }));
  expect(clock.now().getTime()).toBe(AT.getTime() - 1);
});

// `timestamptz(3)` rounds to the nearest millisecond: without truncation, half of all due times would lie ahead.
test('a job scheduled for now is due at once', async () => {
  const { db, close } = await openTestDatabase();
  const [row] = await db.$queryRaw<{ late: bigint }[]>`
    SELECT count(*) FILTER (WHERE (${secondsFromNow(0)})::timestamptz(3) > clock_timestamp()) AS late
    FROM generate_series(1, 100000)`;
  await close();
  expect(Number(row?.late)).toBe(0);
});
