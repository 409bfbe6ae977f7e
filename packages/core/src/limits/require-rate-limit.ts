import { DomainError } from '@agres/domain/errors';

import type { EmailLimit, LimitName, RateLimiter, TakeResult } from './rate-limit.ts';

export type CountedLimit = { limit: Exclude<LimitName, EmailLimit>; key: string };

type Caller = {
  deps: { rateLimiter: RateLimiter; config: { accountPrivacy: 'spec' | 'strict' } };
  setHeader: (name: string, value: string) => void;
};

export type RateLimitUse = {
  returnPermits: () => Promise<void>;
};

/**
 * Takes a permit of each limit and reports the remaining permits as headers. If one is exhausted, takes none,
 * because a refused call has tried nothing.
 * @throws DomainError 429 with `retryAfterSeconds`
 */
export async function requireRateLimit(
  ctx: Caller,
  ...counted: readonly CountedLimit[]
): Promise<RateLimitUse> {
  const { rateLimiter } = ctx.deps;
  const taken: (CountedLimit & LimitState)[] = [];
  const returnPermits = async () => {
    for (const { limit, key } of taken) await rateLimiter.returnPermit(limit, key);
    return taken.map((state) => {
      const remaining = state.remaining + 1;
      const isFull = remaining === rateLimiter.quotaOf(state.limit).permits;
      return { ...state, remaining, ...(isFull ? { resetSeconds: 0 } : {}) };
    });
  };
  const refuse = (known: readonly LimitState[], waitSeconds: number) => {
    reportLimits(ctx, known);
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
      throw refuse([...(await returnPermits()), { limit, ...left }], waitSeconds);
    taken.push({ limit, key, ...left });
  }
  reportLimits(ctx, taken);
  return {
    returnPermits: async () => reportLimits(ctx, await returnPermits()),
  };
}

export type LimitState = { limit: LimitName } & Pick<TakeResult, 'remaining' | 'resetSeconds'>;

/**
 * Returns the header fields of draft-ietf-httpapi-ratelimit-headers-10: each limit's quota and window, its
 * remaining permits, and the seconds until the next.
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

/** The limits that each response reports so far. All copies of a call's context share one `setHeader`. */
const reportedLimits = new WeakMap<Caller['setHeader'], Map<LimitName, LimitState>>();

/**
 * Adds limits to those that the response reports. With strict account privacy responses are identical to the
 * byte (docs/api/accounts.md), so they omit the counts.
 */
function reportLimits(
  { deps: { rateLimiter, config }, setHeader }: Caller,
  known: readonly LimitState[],
): void {
  const all = reportedLimits.get(setHeader) ?? new Map<LimitName, LimitState>();
  reportedLimits.set(setHeader, all);
  for (const state of known) all.set(state.limit, state);
  const fields = rateLimitFieldsOf(rateLimiter, [...all.values()]);
  setHeader('ratelimit-policy', fields['ratelimit-policy']);
  if (config.accountPrivacy === 'spec') setHeader('ratelimit', fields.ratelimit);
}

/**
 * Takes a permit for an email to an unproved address. Returns false if none is left; the response must then
 * stay the same.
 */
export async function takeEmailLimit(
  { rateLimiter }: Pick<Caller['deps'], 'rateLimiter'>,
  limit: EmailLimit,
  emailKey: string,
): Promise<boolean> {
  return (await rateLimiter.take(limit, emailKey)).waitSeconds === null;
}

/**
 * Counts a call that pays with a card, at most once of each kind. Both functions throw 429 without a permit.
 */
export type CallCount = {
  begins: () => Promise<void>;
  /**
   * The call continues an attempt or polls its outcome: pages and clients repeat such calls automatically.
   */
  repeats: () => Promise<void>;
};

type CallCountInput = {
  limit: 'buyByUser' | 'subscribeByUser' | 'cardUpdateByUser';
  userId: number;
};

/** Counts starts strictly, and repetitions separately and loosely (decision 035). */
export function createCallCounter(ctx: Caller, { limit, userId }: CallCountInput): CallCount {
  const counted = new Set<string>();
  const count = async (name: CallCountInput['limit'] | 'repeatPaymentByUser') => {
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
