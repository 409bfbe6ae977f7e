/** Returns a time the given number of days (of 24 hours) earlier; later for a negative number. */
export function daysBefore(date: Date, days: number): Date {
  return new Date(date.getTime() - days * 86_400_000);
}
