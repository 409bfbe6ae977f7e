import { requireRateLimit } from '../limits/require-rate-limit.ts';

/** Counts a call that a card is paid with, once as each. Both throw 429 where there is no permit left. */
export type CallCount = {
  /** It begins what one more card may be charged for. */
  begins: () => Promise<void>;
  /** It goes on with what was begun, or asks what came of it: pages and clients do so by themselves. */
  repeats: () => Promise<void>;
};

type Counting = {
  /** The limit of what is begun. */
  limit: 'buyByUser' | 'subscribeByUser' | 'cardUpdateByUser';
  userId: number;
};

/** Counts what a call begins strictly, and its repetitions loosely and apart (decision 035). */
export function countCall(
  ctx: Parameters<typeof requireRateLimit>[0],
  { limit, userId }: Counting,
): CallCount {
  const counted = new Set<string>();
  const count = async (name: Counting['limit'] | 'repeatPaymentByUser') => {
    if (counted.has(name)) return;
    counted.add(name);
    await requireRateLimit(ctx, { limit: name, key: String(userId) });
  };
  return {
    begins: () => count(limit),
    repeats: async () => {
      if (!counted.has(limit)) await count('repeatPaymentByUser');
    },
  };
}
