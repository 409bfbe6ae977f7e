import type { Buy } from '@shop/domain/shop.schema';

import { pendingCallsOf, type PendingCall } from '../../lib/pending-call.ts';

/** A purchase that was sent, or is about to be, and has no answer yet. */
export type PendingPurchase = PendingCall<Buy>;

/** What a person buys: an item at a time. */
type Buyer = { userId: number; itemId: number };

/** A person's purchase of an item, kept over a reload until it has its answer. */
export function pendingPurchasesOf({ userId, itemId }: Buyer) {
  const calls = pendingCallsOf<Buy>('purchase', userId);
  return {
    ...calls,
    /** The purchase of this item that had no answer when the page went away a moment ago, if there is one. */
    find: (): PendingPurchase | null => {
      const purchase = calls.find();
      return purchase?.input.id === itemId ? purchase : null;
    },
  };
}
