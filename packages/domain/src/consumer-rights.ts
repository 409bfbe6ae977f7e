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

// The clocks of the consumer's rights, in days of Paris. Each rule is one function or one figure, so
// that a lawyer's correction is a change of one place (docs/LAW.md).

/** Days to withdraw; the day of receipt, or of the contract, does not count (L221-18, L221-19). */
export const WITHDRAWAL_DAYS = 14;
/** By how much a period is longer whose buyer was not informed of the right (L221-20). */
const UNINFORMED_MONTHS = 12;
/** Days to send goods back, from the declaration on (L221-23). */
const RETURN_DAYS = 14;
/** Days to give the money back, from the declaration on (L221-24). */
const REFUND_DAYS = 14;
/** The longest delivery where nothing else was promised (L216-1). */
const LONGEST_DELIVERY_DAYS = 30;
/** More days for a parcel that the buyer has asked for after the promised day (L216-6). */
const DEMANDED_DELIVERY_DAYS = 14;
/** Months after the promised day from which on it can be cancelled without asking (specification, section 9). */
const LATE_CANCELLATION_MONTHS = 1;

/** Easter Sunday of a year in the Gregorian calendar (the algorithm of Meeus, Jones and Butcher). */
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

/** Public holidays of every year: L3133-1 of the Code du travail. */
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
/** Easter Monday, Ascension, Whit Monday: days after Easter Sunday. */
const EASTER_HOLIDAYS: ReadonlySet<number> = new Set([1, 39, 50]);

/** Whether a period that ends on this day goes on to the next (L221-19). */
export function isClosedDay(day: Day): boolean {
  const weekday = weekdayOf(day);
  if (weekday === 0 || weekday === 6 || FIXED_HOLIDAYS.has(day.slice(5))) return true;
  return EASTER_HOLIDAYS.has(daysBetween(easterSundayOf(Number(day.slice(0, 4))), day));
}

/** The day itself, or the next on which a period may end. */
function openDayFrom(day: Day): Day {
  return isClosedDay(day) ? openDayFrom(addDays(day, 1)) : day;
}

/** When the shop starts to pack parcels on a working day, in Paris. */
const PACKING_STARTS = '08:00';

/**
 * Whether the shop may have packed an order: the next working morning after it was placed has begun. Until
 * then its withdrawal is automatic.
 */
export function mayBePacked(orderedAt: Date, now: Date): boolean {
  const ordered = parisMinuteOf(orderedAt);
  const day = ordered.slice(0, 10);
  const isBeforeMorning = !isClosedDay(day) && ordered.slice(11) < PACKING_STARTS;
  const packingDay = isBeforeMorning ? day : openDayFrom(addDays(day, 1));
  return parisMinuteOf(now) >= `${packingDay} ${PACKING_STARTS}`;
}

/** What a withdrawal period runs from. */
export type WithdrawalStart = {
  /** Goods: the day of receipt, as the shop knows it, else null. A subscription: the day of the contract. */
  startsOn: Day | null;
  /** When the buyer was informed of the right; null: never. */
  informedOn: Day | null;
};

/**
 * The last day to withdraw, whole; null while the period has not begun, because the shop does not know
 * the day of receipt. After late information the period ends fourteen days after it; without information it
 * is twelve months longer (L221-18 to L221-20).
 */
export function withdrawalLastDay({ startsOn, informedOn }: WithdrawalStart): Day | null {
  if (startsOn === null) return null;
  const ordinary = openDayFrom(addDays(startsOn, WITHDRAWAL_DAYS));
  const longest = openDayFrom(addMonths(ordinary, UNINFORMED_MONTHS));
  if (informedOn === null) return longest;
  const informed = openDayFrom(addDays(informedOn, WITHDRAWAL_DAYS));
  return laterOf(ordinary, earlierOf(informed, longest));
}

/** A subscription as its right to withdraw sees it. */
export type SubscriptionStart = {
  subscriptionDate: Date;
  /** Whether the text that the subscriber accepted is kept: else the shop cannot prove that it informed. */
  isInformed: boolean;
};

/** The last day to withdraw from a subscription: it runs from the contract, and a renewal begins no new one. */
export function subscriptionWithdrawalDay({
  subscriptionDate,
  isInformed,
}: SubscriptionStart): Day {
  const startsOn = parisDayOf(subscriptionDate);
  return withdrawalLastDay({ startsOn, informedOn: isInformed ? startsOn : null }) ?? startsOn;
}

/**
 * The last day to send goods back; it is shown, and never enforced (L221-23).
 */
export function returnLastDay(declaredOn: Day): Day {
  return openDayFrom(addDays(declaredOn, RETURN_DAYS));
}

/** What decides when money is due. */
export type RefundCourse = {
  declaredOn: Day;
  /**
   * When the goods were back, and when their buyer proved that they were sent; `nothing` where nothing is
   * to be sent back: a subscription, or a parcel that never left.
   */
  goods: 'nothing' | { backOn: Day | null; provedSentOn: Day | null };
};

/**
 * The last day to give the money back: fourteen days from the declaration, and for goods not before they
 * are back or were proved to be sent, whichever is first; null while neither is (L221-24).
 */
export function refundLastDay({ declaredOn, goods }: RefundCourse): Day | null {
  const ordinary = addDays(declaredOn, REFUND_DAYS);
  if (goods === 'nothing') return ordinary;
  const { backOn, provedSentOn } = goods;
  const first = [backOn, provedSentOn].filter((day) => day !== null).toSorted()[0];
  return first === undefined ? null : laterOf(ordinary, first);
}

/** The last day to give back the money of an order that was cancelled because it was late (L216-7). */
export function lateRefundDay(cancelledOn: Day): Day {
  return addDays(cancelledOn, REFUND_DAYS);
}

/** What lateness adds to a sum; the legal rate changes twice a year and is not known here. */
export type Increase =
  | { kind: 'none' }
  | { kind: 'legal_rate' }
  | { kind: 'percent'; percent: number };

/** From more than so many days late on, so many per cent (L242-4); 10 days and less: the legal rate. */
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
 * By how much a refund of a withdrawal grows that is given on a day (L242-4): after 90 days five points
 * for each month that has begun, up to the price. It is shown to the shop owner, and paid by decision only.
 */
export function refundIncrease(dueOn: Day, on: Day): Increase {
  const daysLate = daysBetween(dueOn, on);
  if (daysLate <= 0) return { kind: 'none' };
  if (daysLate > LONGEST_STEP_DAYS) {
    const months = Math.ceil((daysLate - LONGEST_STEP_DAYS) / MONTH_DAYS);
    return { kind: 'percent', percent: Math.min(MAX_PERCENT, 50 + PERCENT_A_MONTH * months) };
  }
  const step = REFUND_INCREASES.find((candidate) => daysLate > candidate.daysLate);
  return step === undefined ? { kind: 'legal_rate' } : { kind: 'percent', percent: step.percent };
}

/** How many days after the order the shop promises delivery at the latest; an area of none has the law's 30. */
export function promisedDeliveryDays(
  area: DeliveryArea | null,
  { days }: Pick<ShopFacts['delivery'], 'days'> = shopFacts().delivery,
): number {
  const promised = area === null ? null : days[area];
  return promised === null ? LONGEST_DELIVERY_DAYS : promised[1];
}

/** The last day on which something ordered on a day reaches an area, as its order will promise it. */
export function latestDeliveryDay(
  orderedOn: Day,
  area: DeliveryArea,
  delivery: Pick<ShopFacts['delivery'], 'days'> = shopFacts().delivery,
): Day {
  return promisedDeliveryDay(orderedOn, promisedDeliveryDays(area, delivery));
}

/** The last day of the promised delivery (L216-1). `days`: what is promised for the area, if anything. */
export function promisedDeliveryDay(orderedOn: Day, days?: number): Day {
  return addDays(orderedOn, days ?? LONGEST_DELIVERY_DAYS);
}

/**
 * The first day on which the buyer of a late parcel that is still unsent may cancel: when fourteen more days
 * have passed since it was asked for, or a month since the promised day, whichever is first.
 */
export function lateCancellationDay(promisedBy: Day, demandedOn: Day | null): Day {
  const afterMonth = addDays(addMonths(promisedBy, LATE_CANCELLATION_MONTHS), 1);
  if (demandedOn === null) return afterMonth;
  return earlierOf(afterMonth, addDays(demandedOn, DEMANDED_DELIVERY_DAYS + 1));
}

/** How a parcel that was not sent stands towards its buyer, with the first day of what is not possible yet. */
export type LateDelivery =
  /** Not late yet. */
  | { kind: 'in_time'; demandableFrom: Day; cancellableFrom: Day }
  /** The buyer may ask for it. */
  | { kind: 'demandable'; cancellableFrom: Day }
  /** The buyer has asked for it. */
  | { kind: 'demanded'; cancellableFrom: Day }
  /** The buyer may cancel. */
  | { kind: 'cancellable' };

/** What the buyer of a parcel that was not sent may do on a day, after both rules above. */
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

/**
 * By how much a refund of a late order grows that is given on a day, from its cancellation on (L241-4).
 */
export function lateOrderIncrease(cancelledOn: Day, on: Day): Increase {
  const daysLate = daysBetween(lateRefundDay(cancelledOn), on);
  if (daysLate <= 0) return { kind: 'none' };
  return { kind: 'percent', percent: daysLate <= 14 ? 10 : daysLate <= 30 ? 20 : 50 };
}

/** A subscription that is withdrawn from. */
export type WithdrawnPeriod = {
  /** What the first period costs, and what of it a card has paid: less where credit paid a part. */
  priceCents: number;
  cardPaidCents: number;
  startedOn: Day;
  /** The day on which the next period would begin. */
  endsOn: Day;
  declaredOn: Day;
  /** Whether the subscriber asked for it to begin at once: only then the used days are owed (L221-25). */
  beganOnRequest: boolean;
};

/**
 * What the card gets back, and what the shop keeps of what it paid: the days from the start to the
 * declaration, both counted, rounded down to the cent; nothing where the start at once was not asked for
 * (L221-25, L221-26). Both sums together are what the card paid.
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

/** What holds after a delivery: the last days to tell of damage and of a defect, and of the legal guarantee. */
export type Guarantees = { damageBy: Day; defectServiceBy: Day; conformityBy: Day };

/**
 * Damage 3 days, the shop's own defect service 15 days, the legal guarantee of conformity 2 years (L217-3).
 */
export function guaranteesOf(deliveredOn: Day): Guarantees {
  return {
    damageBy: addDays(deliveredOn, 3),
    defectServiceBy: addDays(deliveredOn, 15),
    conformityBy: addMonths(deliveredOn, 24),
  };
}
