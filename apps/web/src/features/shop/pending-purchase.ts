import type { Buy } from '@shop/domain/shop.schema';

/** A purchase that was sent, or is about to be, and has no answer yet. */
export type PendingPurchase = {
  /** Makes the purchase count once, however often it is sent. */
  idempotencyKey: string;
  input: Buy;
  /** When it was begun, in ms since 1970. */
  begunAt: number;
};

const STORED_AT = 'pending-purchase';

/** Longer than the bank's confirmation may take (purchase, 3-D Secure); nobody pays later by surprise. */
const RESUME_WITHIN_MS = 10 * 60 * 1000;

/** A purchase for one card token, with a key of its own. It outlives a reload until it is forgotten. */
export function rememberPurchase(input: Buy): PendingPurchase {
  const purchase = { idempotencyKey: crypto.randomUUID(), input, begunAt: Date.now() };
  sessionStorage.setItem(STORED_AT, JSON.stringify(purchase));
  return purchase;
}

/** The purchase of an item that had no answer when the page went away a moment ago, if there is one. */
export function pendingPurchaseOf(itemId: number): PendingPurchase | null {
  const stored = sessionStorage.getItem(STORED_AT);
  if (stored === null) return null;
  const purchase: PendingPurchase = JSON.parse(stored);
  const isFresh = Date.now() - purchase.begunAt < RESUME_WITHIN_MS;
  return isFresh && purchase.input.id === itemId ? purchase : null;
}

/** The purchase has its answer. */
export function forgetPurchase(): void {
  sessionStorage.removeItem(STORED_AT);
}
