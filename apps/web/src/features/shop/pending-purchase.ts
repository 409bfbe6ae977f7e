import type { Buy } from '@shop/domain/shop.schema';

import { pendingCallsAt, type PendingCall } from '../../lib/pending-call.ts';

/** A purchase that was sent, or is about to be, and has no answer yet. */
export type PendingPurchase = PendingCall<Buy>;

const purchases = pendingCallsAt<Buy>('pending-purchase');

/** A purchase for one card token, with a key of its own. It outlives a reload until it is forgotten. */
export const rememberPurchase = (input: Buy) => purchases.remember(input);

/** The purchase of an item that had no answer when the page went away a moment ago, if there is one. */
export function pendingPurchaseOf(itemId: number): PendingPurchase | null {
  const purchase = purchases.find();
  return purchase?.input.id === itemId ? purchase : null;
}

/** The purchase has its answer. */
export const forgetPurchase = () => purchases.forget();
