import { shorten } from '@shop/domain/html';

import type { Violation } from '../checkout/invariant.ts';

/** An amount of cents as the owner's tables show it: `19.99 €`. */
export function euros(cents: number): string {
  return `${(cents / 100).toFixed(2)} €`;
}

/** The beginning of a text, for a column. */
export function brief(text: string, maxLength = 40): string {
  return shorten(text, maxLength);
}

/** `1 unit`, `2 units`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A broken invariant, as a line. */
export function brokenLine({ law, subject, detail }: Violation): string {
  return `Broken: ${law}, ${subject}: ${detail}`;
}
