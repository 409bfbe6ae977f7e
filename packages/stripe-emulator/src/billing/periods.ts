import type { Stripe } from 'stripe';

/** What a price is charged by. */
export type Interval = 'month' | 'year';

/** Periods of one interval each, counted from an anchor (whole seconds). */
export type Cycle = { anchor: number; interval: Interval };

/**
 * A number of intervals after a moment (whole seconds). Months end where the anchor's day does not
 * exist: 31 January and one month is 28 or 29 February, and two months 31 March.
 */
export function addIntervals(anchor: number, interval: Interval, count: number): number {
  const start = new Date(anchor * 1000);
  const months = interval === 'year' ? count * 12 : count;
  const end = new Date(anchor * 1000);
  end.setUTCDate(1);
  end.setUTCMonth(start.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return Math.floor(end.getTime() / 1000);
}

/** The first period's end after a moment, counted from the anchor. */
export function periodEndAfter(moment: number, { anchor, interval }: Cycle): number {
  let periods = 1;
  while (addIntervals(anchor, interval, periods) <= moment) periods += 1;
  return addIntervals(anchor, interval, periods);
}

/** What a price is charged by: the emulator has monthly and yearly ones. */
export function intervalOf(price: Stripe.Price): Interval {
  return price.recurring?.interval === 'year' ? 'year' : 'month';
}
