import { DomainError } from '@agres/domain/errors';

import type { EmailLimit, LimitName, RateLimiter, TakeResult } from './rate-limit.ts';

/** A rate limit that a call counts against, and its key. */
export type Counted = { limit: Exclude<LimitName, EmailLimit>; key: string };

type Caller = {
  deps: { rateLimiter: RateLimiter; config: { accountPrivacy: 'spec' | 'strict' } };
  setHeader: (name: string, value: string) => void;
};

export type RateLimitUse = {
  /** Gives the permits back, for limits that count failures alone. */
  giveBack: () => Promise<void>;
};

/**
 * Takes a permit of each limit, and tells the caller what is left of them. Throws 429 when one is
 * exhausted, and takes none then: a call that was refused has tried nothing.
 */
export async function requireRateLimit(
  ctx: Caller,
  ...counted: readonly Counted[]
): Promise<RateLimitUse> {
  const { rateLimiter } = ctx.deps;
  const taken: (Counted & LimitState)[] = [];
  const giveBack = async () => {
    for (const { limit, key } of taken) await rateLimiter.giveBack(limit, key);
    return taken.map((state) => {
      const remaining = state.remaining + 1;
      const isFull = remaining === rateLimiter.quotaOf(state.limit).permits;
      return { ...state, remaining, ...(isFull ? { resetSeconds: 0 } : {}) };
    });
  };
  const refuse = (known: readonly LimitState[], waitSeconds: number) => {
    tell(ctx, known);
    return new DomainError('error_message', { status: 429, retryAfterSeconds: waitSeconds });
  };

  for (const { limit, key } of counted) {
    const waitSeconds = rateLimiter.waitOf(limit, key);
    if (waitSeconds === null) continue;
    throw refuse([{ limit, remaining: 0, resetSeconds: waitSeconds }], waitSeconds);
  }
  for (const { limit, key } of counted) {
    const result = await rateLimiter.take(limit, key);
    const { waitSeconds, ...left } = result;
    if (waitSeconds !== null)
      throw refuse([...(await giveBack()), { limit, ...left }], waitSeconds);
    taken.push({ limit, key, ...left });
  }
  tell(ctx, taken);
  return {
    giveBack: async () => tell(ctx, await giveBack()),
  };
}

export type LimitState = { limit: LimitName } & Pick<TakeResult, 'remaining' | 'resetSeconds'>;

/**
 * The header fields that tell a client how often it may call (draft-ietf-httpapi-ratelimit-headers-10):
 * each limit's quota over its window, how many permits are left, and when another comes back.
 */
export function rateLimitFieldsOf({ quotaOf }: RateLimiter, known: readonly LimitState[]) {
  const policies = known
    .map(({ limit }) => ({ limit, ...quotaOf(limit) }))
    .map(({ limit, permits, windowSeconds }) => `"${limit}";q=${permits};w=${windowSeconds}`);
  const states = known.map(
    ({ limit, remaining, resetSeconds }) => `"${limit}";r=${remaining};t=${resetSeconds}`,
  );
  return { 'ratelimit-policy': policies.join(', '), ratelimit: states.join(', ') };
}

/** What each answer tells so far. All copies of a call's context share one `setHeader`. */
const told = new WeakMap<Caller['setHeader'], Map<LimitName, LimitState>>();

/**
 * Adds limits to those that the answer tells. Where accounts are private, answers are alike to the
 * byte (contract, section 4): no count differs.
 */
function tell(
  { deps: { rateLimiter, config }, setHeader }: Caller,
  known: readonly LimitState[],
): void {
  const all = told.get(setHeader) ?? new Map<LimitName, LimitState>();
  told.set(setHeader, all);
  for (const state of known) all.set(state.limit, state);
  const fields = rateLimitFieldsOf(rateLimiter, [...all.values()]);
  setHeader('ratelimit-policy', fields['ratelimit-policy']);
  if (config.accountPrivacy === 'spec') setHeader('ratelimit', fields.ratelimit);
}

/**
 * Takes one of the three emails of a kind that may go to an unproved address in any sixty
 * minutes; false: none is left, and the caller gets the same answer.
 */
export async function takeEmailLimit(
  { rateLimiter }: Pick<Caller['deps'], 'rateLimiter'>,
  limit: EmailLimit,
  emailKey: string,
): Promise<boolean> {
  return (await rateLimiter.take(limit, emailKey)).waitSeconds === null;
}

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
export function countCall(ctx: Caller, { limit, userId }: Counting): CallCount {
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
