import { shopFacts, type ShopFacts } from './brand.ts';
import {
  addDays,
  addMonths,
  daysBetween,
  earlierOf,
  laterOf,
  parisDayOf,
  parisMinuteOf,
  weekdayOf,
  type Day,
} from './days.ts';
import type { DeliveryArea } from './delivery.ts';

// Periods of consumer law, in calendar days of Europe/Paris. Each rule is one function or constant, so that a
// legal correction is made in one place (docs/LAW.md).

/** Days to withdraw; the day of receipt, or of the contract, does not count (L221-18, L221-19). */
export const WITHDRAWAL_DAYS = 14;
/** How much longer the period is if the buyer was not informed of the right (L221-20). */
const UNINFORMED_MONTHS = 12;
/** Days to return goods, from the declaration (L221-23). */
const RETURN_DAYS = 14;
/** Days to refund, from the declaration (L221-24). */
const REFUND_DAYS = 14;
/** The longest delivery unless another is promised (L216-1). */
const MAX_DELIVERY_DAYS = 30;
/** Additional days for a parcel that the buyer requested after the promised day (L216-6). */
const DEMANDED_DELIVERY_DAYS = 14;
/** Months after the promised day before the buyer may cancel without first demanding delivery (S9.23). */
const LATE_CANCELLATION_MONTHS = 1;

/** Returns Easter Sunday of a year in the Gregorian calendar (algorithm of Meeus, Jones and Butcher). */
export function easterSundayOf(year: number): Day {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const correction = Math.floor((century + 8) / 25);
  const moon = Math.floor((century - correction + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moon + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  const month = String(Math.floor(days / 31)).padStart(2, '0');
  return `${year}-${month}-${String((days % 31) + 1).padStart(2, '0')}`;
}

/** Public holidays on fixed dates: L3133-1 of the Code du travail. */
const FIXED_HOLIDAYS: ReadonlySet<string> = new Set([
  '01-01',
  '05-01',
  '05-08',
  '07-14',
  '08-15',
  '11-01',
  '11-11',
  '12-25',
]);
/** Easter Monday, Ascension and Whit Monday, as days after Easter Sunday. */
const EASTER_HOLIDAYS: ReadonlySet<number> = new Set([1, 39, 50]);

/** Whether a period that would end on this day is extended to the next (L221-19). */
export function isClosedDay(day: Day): boolean {
  const weekday = weekdayOf(day);
  if (weekday === 0 || weekday === 6 || FIXED_HOLIDAYS.has(day.slice(5))) return true;
  return EASTER_HOLIDAYS.has(daysBetween(easterSundayOf(Number(day.slice(0, 4))), day));
}

/** Returns the day itself, or the next on which a period may end. */
function openDayFrom(day: Day): Day {
  return isClosedDay(day) ? openDayFrom(addDays(day, 1)) : day;
}

/** When the shop starts packing parcels on a working day, in Paris. */
const PACKING_STARTS = '08:00';

/**
 * Whether the shop may have packed an order: the next working morning after it was placed has
 * started. Until then its withdrawal is automatic.
 */
export function mayBePacked(orderedAt: Date, now: Date): boolean {
  const ordered = parisMinuteOf(orderedAt);
  const day = ordered.slice(0, 10);
  const isBeforeMorning = !isClosedDay(day) && ordered.slice(11) < PACKING_STARTS;
  const packingDay = isBeforeMorning ? day : openDayFrom(addDays(day, 1));
  return parisMinuteOf(now) >= `${packingDay} ${PACKING_STARTS}`;
}

export type WithdrawalStart = {
  /** Goods: the day of receipt if known, otherwise null. A subscription: the day of the contract. */
  startsOn: Day | null;
  /** The day on which the buyer was informed of the right; null if that never happened. */
  informedOn: Day | null;
};

/**
 * Returns the last whole day to withdraw; null while the period has not started, because the day of receipt
 * is unknown. Late information ends the period fourteen days later; without information it is twelve months
 * longer (L221-18 to L221-20).
 */
export function withdrawalLastDay({ startsOn, informedOn }: WithdrawalStart): Day | null {
  if (startsOn === null) return null;
  const ordinary = openDayFrom(addDays(startsOn, WITHDRAWAL_DAYS));
  const longest = openDayFrom(addMonths(ordinary, UNINFORMED_MONTHS));
  if (informedOn === null) return longest;
  const informed = openDayFrom(addDays(informedOn, WITHDRAWAL_DAYS));
  return laterOf(ordinary, earlierOf(informed, longest));
}

export type SubscriptionStart = {
  subscriptionDate: Date;
  /** Whether the accepted text is stored: otherwise the shop cannot prove that it informed the subscriber. */
  isInformed: boolean;
};

/**
 * Returns the last day to withdraw from a subscription: the period starts with the contract, and a renewal
 * starts no new one.
 */
export function subscriptionWithdrawalDay({
  subscriptionDate,
  isInformed,
}: SubscriptionStart): Day {
  const startsOn = parisDayOf(subscriptionDate);
  return withdrawalLastDay({ startsOn, informedOn: isInformed ? startsOn : null }) ?? startsOn;
}

/** Returns the last day to return goods; it is shown but never enforced (L221-23). */
export function returnLastDay(declaredOn: Day): Day {
  return openDayFrom(addDays(declaredOn, RETURN_DAYS));
}

export type RefundCourse = {
  declaredOn: Day;
  /**
   * When the goods were returned, and when the buyer proved their dispatch; `nothing` if there is nothing
   * to return: a subscription, or a parcel that was never sent.
   */
  goods: 'nothing' | { backOn: Day | null; provedSentOn: Day | null };
};

/**
 * Returns the last day to refund: fourteen days from the declaration, and for goods not before they are
 * returned or their dispatch is proved, whichever comes first; null while neither has happened (L221-24).
 */
export function refundLastDay({ declaredOn, goods }: RefundCourse): Day | null {
  const ordinary = addDays(declaredOn, REFUND_DAYS);
  if (goods === 'nothing') return ordinary;
  const { backOn, provedSentOn } = goods;
  const first = [backOn, provedSentOn].filter((day) => day !== null).toSorted()[0];
  return first === undefined ? null : laterOf(ordinary, first);
}

/** Returns the last day to refund an order cancelled because it was late (L216-7). */
export function lateRefundDay(cancelledOn: Day): Day {
  return addDays(cancelledOn, REFUND_DAYS);
}

/** The increase of a late refund; the legal rate changes twice a year and is not known here. */
export type RefundIncrease =
  | { kind: 'none' }
  | { kind: 'legal_rate' }
  | { kind: 'percent'; percent: number };

/** The percentage when more than this many days late (L242-4); up to 10 days: the legal rate. */
const REFUND_INCREASES = [
  { daysLate: 60, percent: 50 },
  { daysLate: 30, percent: 20 },
  { daysLate: 20, percent: 10 },
  { daysLate: 10, percent: 5 },
] as const;
const LONGEST_STEP_DAYS = 90;
const MONTH_DAYS = 30;
const PERCENT_A_MONTH = 5;
const MAX_PERCENT = 100;

/**
 * Returns the increase of a withdrawal's refund paid on a day (L242-4): after 90 days, five points for each
 * month started, up to the full price. It is shown to the shop owner, and paid only if the owner decides
 * so.
 */
export function refundIncrease(dueOn: Day, on: Day): RefundIncrease {
  const daysLate = daysBetween(dueOn, on);
  if (daysLate <= 0) return { kind: 'none' };
  if (daysLate > LONGEST_STEP_DAYS) {
    const months = Math.ceil((daysLate - LONGEST_STEP_DAYS) / MONTH_DAYS);
    return { kind: 'percent', percent: Math.min(MAX_PERCENT, 50 + PERCENT_A_MONTH * months) };
  }
  const step = REFUND_INCREASES.find((candidate) => daysLate > candidate.daysLate);
  return step === undefined ? { kind: 'legal_rate' } : { kind: 'percent', percent: step.percent };
}

/**
 * Returns the promised maximum number of days between order and delivery; 30, the legal maximum, for an area
 * without a promise.
 */
export function promisedDeliveryDays(
  area: DeliveryArea | null,
  { days }: Pick<ShopFacts['delivery'], 'days'> = shopFacts().delivery,
): number {
  const promised = area === null ? null : days[area];
  return promised === null ? MAX_DELIVERY_DAYS : promised[1];
}

/** Returns the delivery day that an order placed on `orderedOn` promises for the area. */
export function latestDeliveryDay(
  orderedOn: Day,
  area: DeliveryArea,
  delivery: Pick<ShopFacts['delivery'], 'days'> = shopFacts().delivery,
): Day {
  return promisedDeliveryDay(orderedOn, promisedDeliveryDays(area, delivery));
}

/** Returns the promised delivery day; the legal maximum applies without `days` (L216-1). */
export function promisedDeliveryDay(orderedOn: Day, days?: number): Day {
  return addDays(orderedOn, days ?? MAX_DELIVERY_DAYS);
}

/**
 * Returns the first day on which the buyer of a late, unsent parcel may cancel: after fourteen more days
 * from the request for it, or a month from the promised day, whichever comes first.
 */
export function lateCancellationDay(promisedBy: Day, demandedOn: Day | null): Day {
  const afterMonth = addDays(addMonths(promisedBy, LATE_CANCELLATION_MONTHS), 1);
  if (demandedOn === null) return afterMonth;
  return earlierOf(afterMonth, addDays(demandedOn, DEMANDED_DELIVERY_DAYS + 1));
}

/**
 * What the buyer of an unsent parcel may do: demand delivery, then cancel. Each day is the first possible
 * one.
 */
export type LateDelivery =
  | { kind: 'in_time'; demandableFrom: Day; cancellableFrom: Day }
  | { kind: 'demandable'; cancellableFrom: Day }
  | { kind: 'demanded'; cancellableFrom: Day }
  | { kind: 'cancellable' };

/** Returns the buyer's options for an unsent parcel on `today`. */
export function lateDeliveryOn(
  { promisedBy, demandedOn }: { promisedBy: Day; demandedOn: Day | null },
  today: Day,
): LateDelivery {
  const cancellableFrom = lateCancellationDay(promisedBy, demandedOn);
  const demandableFrom = addDays(promisedBy, 1);
  if (today < demandableFrom) return { kind: 'in_time', demandableFrom, cancellableFrom };
  if (today >= cancellableFrom) return { kind: 'cancellable' };
  return { kind: demandedOn === null ? 'demandable' : 'demanded', cancellableFrom };
}

/** Returns the increase of a late order's refund paid on a day, counted from its cancellation (L241-4). */
export function lateOrderIncrease(cancelledOn: Day, on: Day): RefundIncrease {
  const daysLate = daysBetween(lateRefundDay(cancelledOn), on);
  if (daysLate <= 0) return { kind: 'none' };
  return { kind: 'percent', percent: daysLate <= 14 ? 10 : daysLate <= 30 ? 20 : 50 };
}

export type WithdrawnPeriod = {
  /** The price of the first period, and the part of it paid by card: less if credit paid a part. */
  priceCents: number;
  cardPaidCents: number;
  startedOn: Day;
  /** The day on which the next period would start. */
  endsOn: Day;
  declaredOn: Day;
  /** Whether the subscriber requested an immediate start: only then are the used days owed (L221-25). */
  beganOnRequest: boolean;
};

/**
 * Returns the refund to the card, and the part that the shop keeps: the days from the start to the
 * declaration, both included, rounded down to the cent; nothing without a request for an immediate start
 * (L221-25, L221-26). Both amounts add up to what the card paid.
 */
export function proRataRefund({
  priceCents,
  cardPaidCents,
  startedOn,
  endsOn,
  declaredOn,
  beganOnRequest,
}: WithdrawnPeriod): { usedDays: number; refundCents: number; keptCents: number } {
  const periodDays = Math.max(1, daysBetween(startedOn, endsOn));
  const usedDays = Math.min(periodDays, Math.max(1, daysBetween(startedOn, declaredOn) + 1));
  const owedCents = beganOnRequest ? Math.floor((priceCents * usedDays) / periodDays) : 0;
  const refundCents = Math.max(0, cardPaidCents - owedCents);
  return { usedDays, refundCents, keptCents: cardPaidCents - refundCents };
}

export type Guarantees = { damageBy: Day; defectServiceBy: Day; conformityBy: Day };

/**
 * Returns the periods from delivery: 3 days for damage, 15 days for the shop's own defect service, 2 years
 * for the legal guarantee of conformity (L217-3).
 */
export function guaranteesOf(deliveredOn: Day): Guarantees {
  return {
    damageBy: addDays(deliveredOn, 3),
    defectServiceBy: addDays(deliveredOn, 15),
    conformityBy: addMonths(deliveredOn, 24),
  };
}
