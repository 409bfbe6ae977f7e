import type { Buy } from '@shop/domain/shop.schema';

/** A purchase that was sent, or is about to be, and has no answer yet. */
export type PendingPurchase = {
  /** Makes the purchase count once, however often it is sent. */
  idempotencyKey: string;
  input: Buy;
};

const STORED_AT = 'pending-purchase';

/** A purchase for one card token, with a key of its own. It outlives a reload until it is forgotten. */
export function rememberPurchase(input: Buy): PendingPurchase {
  const purchase = { idempotencyKey: crypto.randomUUID(), input };
  sessionStorage.setItem(STORED_AT, JSON.stringify(purchase));
  return purchase;
}

/** The purchase that had no answer when the page went away, if there is one. */
export function pendingPurchase(): PendingPurchase | null {
  const stored = sessionStorage.getItem(STORED_AT);
  return stored === null ? null : JSON.parse(stored);
}

/** The purchase has its answer. */
export function forgetPurchase(): void {
  sessionStorage.removeItem(STORED_AT);
}
