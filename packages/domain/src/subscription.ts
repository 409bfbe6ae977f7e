import type { Plan } from './shapes.ts';
import { normalizeText } from './text.ts';

/** What each plan costs when it is debited, in cents (specification, section 1). */
export const PLAN_PRICES_CENTS = { monthly: 1999, yearly: 19_999 } as const satisfies Record<
  Plan,
  number
>;

const PERIOD_MONTHS = { monthly: 1, yearly: 12 } as const satisfies Record<Plan, number>;

/**
 * When a period ends and the next debit is due. Where the day does not exist it is the last of the
 * month, as the payment provider counts: 31 January plus a month is 28 February.
 */
export function periodEndOf(plan: Plan, start: Date): Date {
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + PERIOD_MONTHS[plan]);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end;
}

/** The yearly plan by the month, in cents, the fraction dropped as the promotion does. */
export const YEARLY_PER_MONTH_CENTS = Math.floor(PLAN_PRICES_CENTS.yearly / 12);

/** What the yearly plan saves against twelve monthly debits, in whole per cent. */
export const YEARLY_SAVING_PERCENT = Math.round(
  100 - (100 * PLAN_PRICES_CENTS.yearly) / (12 * PLAN_PRICES_CENTS.monthly),
);

/** The referrer's credit against the next debits, in cents (specification, section 9). */
export const REFERRAL_CREDIT_CENTS = 1000;

/** Different referred people that earn the referrer a pair of parallettes, once. */
export const REFERRALS_FOR_GIFT = 3;

/** Without I, O, 0 and 1: the code is read aloud and copied by hand. */
const DISCOUNT_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const DISCOUNT_CODE_LENGTH = 8;

/** A personal discount code from at least eight random bytes. */
export function discountCodeOf(bytes: Uint8Array): string {
  if (bytes.length < DISCOUNT_CODE_LENGTH) throw new RangeError('a code needs eight random bytes');
  return Array.from(bytes.subarray(0, DISCOUNT_CODE_LENGTH), (byte) =>
    DISCOUNT_CODE_ALPHABET.charAt(byte % DISCOUNT_CODE_ALPHABET.length),
  ).join('');
}

/** A code as stored: upper case, without spaces, hyphens and what came along unseen when it was pasted. */
export function discountCodeKeyOf(typed: string): string {
  return normalizeText(typed).replaceAll(/[\s-]/g, '').toUpperCase();
}

/** Whether a code, read by `discountCodeKeyOf`, is well-formed; only the server knows whose it is. */
export function isDiscountCodeKey(key: string): boolean {
  return /^[A-Z\d]{4,20}$/.test(key);
}
