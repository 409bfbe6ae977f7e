import type { Plan } from './shape-values.ts';
import { normalizeText } from './text.ts';

/** The price of each plan per debit, in cents (S1.15). */
export const PLAN_PRICES_CENTS = { monthly: 1999, yearly: 19_999 } as const satisfies Record<
  Plan,
  number
>;

const PERIOD_MONTHS = { monthly: 1, yearly: 12 } as const satisfies Record<Plan, number>;

/**
 * Returns the end of a period, when the next debit is due. A day that does not exist becomes the last of
 * the month, as at the payment provider: 31 January plus a month is 28 February.
 */
export function periodEndOf(plan: Plan, start: Date): Date {
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + PERIOD_MONTHS[plan]);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end;
}

/** The yearly plan's price per month, in cents; the fraction is dropped, as in the promotion (S1.15). */
export const YEARLY_PER_MONTH_CENTS = Math.floor(PLAN_PRICES_CENTS.yearly / 12);

/** The yearly plan's saving compared with twelve monthly debits, in whole per cent (S1.15). */
export const YEARLY_SAVING_PERCENT = Math.round(
  100 - (100 * PLAN_PRICES_CENTS.yearly) / (12 * PLAN_PRICES_CENTS.monthly),
);

/** The referrer's credit against the next debits, in cents (S9.16). */
export const REFERRAL_CREDIT_CENTS = 1000;

/** The number of different referred people that earns the referrer a pair of parallettes, once (S9.18). */
export const REFERRALS_FOR_GIFT = 3;

/** Has no I, O, 0 and 1, because the code is read aloud and copied by hand. */
const DISCOUNT_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const DISCOUNT_CODE_LENGTH = 8;

/** Creates a personal discount code from at least eight random bytes. */
export function generateDiscountCode(bytes: Uint8Array): string {
  if (bytes.length < DISCOUNT_CODE_LENGTH) throw new RangeError('a code needs eight random bytes');
  return Array.from(bytes.subarray(0, DISCOUNT_CODE_LENGTH), (byte) =>
    DISCOUNT_CODE_ALPHABET.charAt(byte % DISCOUNT_CODE_ALPHABET.length),
  ).join('');
}

/** Normalises a code for storage: upper case, without spaces, hyphens and invisible characters from pasting. */
export function discountCodeKeyOf(typed: string): string {
  return normalizeText(typed).replaceAll(/[\s-]/g, '').toUpperCase();
}

/**
 * Whether a code, normalised by `discountCodeKeyOf`, is well-formed; only the server knows its
 * owner.
 */
export function isDiscountCodeKey(key: string): boolean {
  return /^[A-Z\d]{4,20}$/.test(key);
}
