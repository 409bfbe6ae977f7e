import { parisDayOf as dayOf, parisMinuteOf as minuteOf, startOfDay } from '@agres/domain/days';

// The shop's days are those of Paris, like the dates on its pages.

export { dayOf, minuteOf, startOfDay };

/** Returns noon of `day` in Paris. Returns `now` if `day` is null, invalid or today. */
export function momentOfDay(day: string | null, now: Date): Date {
  const start = day === null ? undefined : startOfDay(day);
  if (start === undefined || day === dayOf(now)) return now;
  return new Date(start.getTime() + NOON_MS);
}

const NOON_MS = 12 * 3_600_000;

/** Returns when the following day starts in Paris. */
export function endOfDay(start: Date): Date {
  const noonAfter = new Date(start.getTime() + 36 * 3_600_000);
  return startOfDay(dayOf(noonAfter)) ?? noonAfter;
}
