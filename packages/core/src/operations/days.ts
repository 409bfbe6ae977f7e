import { parisDayOf as dayOf, parisMinuteOf as minuteOf, startOfDay } from '@agres/domain/days';

// The days of the shop are those of Paris, like the dates on its pages.

export { dayOf, minuteOf, startOfDay };

/** The moment that stands for a day that is over: its noon; of today, or where none is named, now. */
export function momentOfDay(day: string | null, now: Date): Date {
  const start = day === null ? undefined : startOfDay(day);
  if (start === undefined || day === dayOf(now)) return now;
  return new Date(start.getTime() + NOON_MS);
}

const NOON_MS = 12 * 3_600_000;

/** When the day after begins in Paris. */
export function endOfDay(start: Date): Date {
  const noonAfter = new Date(start.getTime() + 36 * 3_600_000);
  return startOfDay(dayOf(noonAfter)) ?? noonAfter;
}
