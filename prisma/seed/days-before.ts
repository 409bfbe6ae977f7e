/** The same time of day, so many days earlier; later for a negative number. */
export function daysBefore(date: Date, days: number): Date {
  return new Date(date.getTime() - days * 86_400_000);
}
