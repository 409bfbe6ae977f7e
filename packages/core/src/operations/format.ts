import { shorten } from '@agres/domain/html';

import { dayOf } from './days.ts';

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

/** Whether something is shown: `yes`, `no`, or from when. */
export function publicationText(publishedAt: string | null, now: Date): string {
  if (publishedAt === null) return 'no';
  const from = new Date(publishedAt);
  return from <= now ? 'yes' : `from ${dayOf(from)}`;
}
