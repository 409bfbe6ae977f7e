import { deliveryFeeCents } from './delivery-fee.ts';
import type { DeliveryArea } from './delivery.ts';

/** Subtracted from the sum that is shown and charged, in cents (specification, section 9). */
export const CENTS_OFF = 1;

/**
 * Displayed prices that the payment provider can charge in every delivery area, in cents: it charges
 * 0.50 to 999 999.99 EUR (Stripe), of which 20 EUR are left for delivery. A CHECK of the database holds the same for stored ones.
 */
export const DISPLAYED_PRICE_CENTS = {
  min: 50,
  max: 99_999_999 - 2000,
} as const;

/**
 * Converts a price of the calls, in euros, to cents. Parses its decimal digits: a floating-point
 * product would lose a cent now and then.
 * @throws RangeError unless it is an amount of whole cents.
 */
export function priceCentsOf(euros: number): number {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(euros)) ?? [];
  if (whole === '') throw new RangeError(`no price in euros: ${euros}`);
  return Number(whole + fraction.padEnd(2, '0'));
}

/**
 * Parses euros as people type them, to cents: `19,99`, `19.99`, `1 200`, `19,9 €`; undefined for
 * anything else, `1,200` included, which is ambiguous between the languages.
 */
export function typedCents(text: string): number | undefined {
  const digits = text
    .trim()
    .replace(/\s*€$/, '')
    .replaceAll(/(?<=\d)[\s\u202F](?=\d{3})/g, '');
  const [, whole, fraction = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(digits) ?? [];
  return whole === undefined ? undefined : Number(whole + fraction.padEnd(2, '0'));
}

/** Converts cents to a price of the calls, in euros. */
export function eurosOf(priceCents: number): number {
  return priceCents / 100;
}

/** The displayed price of an item, in cents: one less than stored (specification, section 9). */
export function displayedCents(priceCents: number): number {
  return priceCents - CENTS_OFF;
}

/** The stored price for a displayed one, in cents: the inverse of `displayedCents`. */
export function storedCentsOf(displayed: number): number {
  return displayed + CENTS_OFF;
}

/** What the card is charged, in cents: price plus delivery, minus one cent (specification, section 9). */
export function chargedCents(priceCents: number, area: DeliveryArea): number {
  return priceCents + deliveryFeeCents(area) - CENTS_OFF;
}

/** The delivery fee of an order, in cents: of what the card was charged, what is not the item's price. */
export function paidFeeCents(order: { amountCents: number; priceCents: number }): number {
  return order.amountCents + CENTS_OFF - order.priceCents;
}
