import type { Stripe } from 'stripe';

export type Interval = 'month' | 'year';

/** A billing cycle: periods of one interval each, counted from an anchor (whole seconds). */
export type Cycle = { anchor: number; interval: Interval };

/**
 * Adds a number of intervals to an anchor (whole seconds). Where the anchor's day does not exist in a month,
 * the month's last day is used: 31 January plus one month is 28 or 29 February, plus two months 31 March.
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

export function periodEndAfter(moment: number, { anchor, interval }: Cycle): number {
  let periods = 1;
  while (addIntervals(anchor, interval, periods) <= moment) periods += 1;
  return addIntervals(anchor, interval, periods);
}

/** Returns the billing interval of a price; the emulator has monthly and yearly prices. */
export function intervalOf(price: Stripe.Price): Interval {
  return price.recurring?.interval === 'year' ? 'year' : 'month';
}
