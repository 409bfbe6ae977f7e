/** The cents that are subtracted from the shown and the charged amount (S9.03, S9.06). */
export const CENTS_OFF = 1;

/**
 * The displayed prices that the payment provider can charge in every delivery area, in cents: Stripe
 * charges 0.50 to 999 999.99 EUR, of which 20 EUR are left for delivery. A CHECK constraint enforces the
 * same for stored prices.
 */
export const DISPLAYED_PRICE_CENTS = {
  min: 50,
  max: 99_999_999 - 2000,
} as const;

/**
 * Converts an API price, in euros, to cents. Parses the decimal digits, because a floating-point product
 * would sometimes lose a cent.
 * @throws RangeError unless it is an amount of whole cents.
 */
export function priceCentsOf(euros: number): number {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(euros)) ?? [];
  if (whole === '') throw new RangeError(`no price in euros: ${euros}`);
  return Number(whole + fraction.padEnd(2, '0'));
}

/**
 * Parses an amount of euros as typed, to cents: `19,99`, `19.99`, `1 200`, `19,9 €`; undefined for anything
 * else, including `1,200`, which is ambiguous between the languages.
 */
export function typedCents(text: string): number | undefined {
  const digits = text
    .trim()
    .replace(/\s*€$/, '')
    .replaceAll(/(?<=\d)[\s\u202F](?=\d{3})/g, '');
  const [, whole, fraction = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(digits) ?? [];
  return whole === undefined ? undefined : Number(whole + fraction.padEnd(2, '0'));
}

/** Converts cents to an API price, in euros. */
export function eurosOf(priceCents: number): number {
  return priceCents / 100;
}

/** Returns the displayed price of an item, in cents: one less than stored (S9.06). */
export function displayedCents(priceCents: number): number {
  return priceCents - CENTS_OFF;
}

/** Returns the stored price for a displayed one, in cents: the inverse of `displayedCents`. */
export function storedCentsOf(displayed: number): number {
  return displayed + CENTS_OFF;
}

/** Returns the amount charged to the card, in cents: stored price plus delivery fee, minus one cent (S9.03). */
export function chargedCents(priceCents: number, feeCents: number): number {
  return priceCents + feeCents - CENTS_OFF;
}

/** Returns the delivery fee of an order, in cents: the charged amount without the item's price. */
export function paidFeeCents(order: { amountCents: number; priceCents: number }): number {
  return order.amountCents + CENTS_OFF - order.priceCents;
}
