/** A calendar day in Paris: `2026-11-21`. Days compare as strings. */
export type Day = string;

const PARIS = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Paris',
  dateStyle: 'short',
  timeStyle: 'short',
});

export function parisDayOf(moment: Date): Day {
  return PARIS.format(moment).slice(0, 10);
}

/** Returns the day and minute of a time in Paris, `2026-11-21 14:05`; they compare as strings. */
export function parisMinuteOf(moment: Date): string {
  return PARIS.format(moment);
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const noonOf = (day: Day) => Date.parse(`${day}T12:00:00Z`);

/** Returns when a day starts in Paris; undefined for a malformed day. */
export function startOfDay(day: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  // Clocks change at two in the morning, so one of the two offsets is that of midnight.
  return ['+02:00', '+01:00']
    .map((offset) => new Date(`${day}T00:00:00${offset}`))
    .find((moment) => !Number.isNaN(moment.getTime()) && parisMinuteOf(moment) === `${day} 00:00`);
}

/** Returns when the following day starts in Paris. */
export function endOfDay(start: Date): Date {
  const noonAfter = new Date(start.getTime() + 36 * HOUR_MS);
  return startOfDay(parisDayOf(noonAfter)) ?? noonAfter;
}

/**
 * Returns a moment in the minute after noon of `day` in Paris, or `now` if `day` is null, invalid or today. The
 * second of `now` distinguishes two moments of the same day.
 */
export function momentOfDay(day: string | null, now: Date): Date {
  const start = day === null ? undefined : startOfDay(day);
  if (start === undefined || day === parisDayOf(now)) return now;
  return new Date(start.getTime() + 12 * HOUR_MS + (now.getTime() % 60_000));
}

export function addDays(day: Day, days: number): Day {
  return new Date(noonOf(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the same day this many months later; the last of the month if that day does not exist. */
export function addMonths(day: Day, months: number): Day {
  const moment = new Date(noonOf(day));
  const dayOfMonth = moment.getUTCDate();
  moment.setUTCDate(1);
  moment.setUTCMonth(moment.getUTCMonth() + months);
  const last = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0));
  moment.setUTCDate(Math.min(dayOfMonth, last.getUTCDate()));
  return moment.toISOString().slice(0, 10);
}

/** Returns the number of days from one day to another; negative if the second is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((noonOf(to) - noonOf(from)) / DAY_MS);
}

/** Returns 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: Day): number {
  return new Date(noonOf(day)).getUTCDay();
}

export function laterOf(one: Day, other: Day): Day {
  return one > other ? one : other;
}

export function earlierOf(one: Day, other: Day): Day {
  return one < other ? one : other;
}
