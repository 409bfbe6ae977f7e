import type { Stripe } from 'stripe';

/** What a price may be charged by. */
export const INTERVALS = ['day', 'week', 'month', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];

export type Cycle = { anchor: number; interval: Interval; count: number };

const DAY_SECONDS = 86_400;

/**
 * A number of intervals after a moment (whole seconds). Months end where the anchor's day does not
 * exist: 31 January and one month is 28 or 29 February, and two months 31 March.
 */
export function addIntervals(anchor: number, interval: Interval, count: number): number {
  if (interval === 'day') return anchor + count * DAY_SECONDS;
  if (interval === 'week') return anchor + count * 7 * DAY_SECONDS;
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
export function periodEndAfter(moment: number, { anchor, interval, count }: Cycle): number {
  let periods = 1;
  while (addIntervals(anchor, interval, count * periods) <= moment) periods += 1;
  return addIntervals(anchor, interval, count * periods);
}

/** How a price's periods are counted from an anchor. */
export function cycleOf(price: Stripe.Price, anchor: number): Cycle {
  return {
    anchor,
    interval: intervalOf(price),
    count: price.recurring?.interval_count ?? 1,
  };
}

/** What a price is charged by; a month where it says nothing. */
export function intervalOf(price: Stripe.Price): Interval {
  return INTERVALS.find((interval) => interval === price.recurring?.interval) ?? 'month';
}
