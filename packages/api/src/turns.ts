import { DomainError } from '@shop/domain/errors';

import type { Context } from './context.ts';
import type { LimitName, RateLimiter, Turn } from './rate-limit.ts';

/** What is counted for a call: a limit, and under which key. */
export type Counted = { limit: Exclude<LimitName, 'letterByEmail'>; key: string };

/** Turns that a call took. */
export type TakenTurns = {
  /** Gives them back, for limits that count failures alone. */
  giveBack: () => Promise<void>;
};

/**
 * Takes a turn of each limit, and tells the caller what is left of them. Refuses with 429 what is
 * done too often.
 */
export async function requireTurns(
  ctx: Pick<Context, 'deps' | 'setHeader'>,
  ...counted: readonly Counted[]
): Promise<TakenTurns> {
  const { rateLimiter } = ctx.deps;
  const taken: KnownTurn[] = [];
  for (const { limit, key } of counted) {
    const turn = await rateLimiter.take(limit, key);
    taken.push({ limit, ...turn });
    if (turn.waitSeconds === null) continue;
    tell(ctx, taken);
    throw new DomainError('error_message', { status: 429, retryAfterSeconds: turn.waitSeconds });
  }
  tell(ctx, taken);
  return {
    giveBack: async () => {
      for (const { limit, key } of counted) await rateLimiter.giveBack(limit, key);
      tell(
        ctx,
        taken.map((turn) => {
          const remaining = turn.remaining + 1;
          const isFull = remaining === rateLimiter.quotaOf(turn.limit).turns;
          return { ...turn, remaining, ...(isFull ? { resetSeconds: 0 } : {}) };
        }),
      );
    },
  };
}

/** What is known of a limit for one key. */
export type KnownTurn = { limit: LimitName } & Pick<Turn, 'remaining' | 'resetSeconds'>;

/**
 * Writes the fields that tell a client how often it may call (draft-ietf-httpapi-ratelimit-headers-10):
 * each limit's quota over its window, and how many turns are left until another comes back.
 */
export function rateLimitFieldsOf({ quotaOf }: RateLimiter, known: readonly KnownTurn[]) {
  const policies = known
    .map(({ limit }) => ({ limit, ...quotaOf(limit) }))
    .map(({ limit, turns, windowSeconds }) => `"${limit}";q=${turns};w=${windowSeconds}`);
  const states = known.map(
    ({ limit, remaining, resetSeconds }) => `"${limit}";r=${remaining};t=${resetSeconds}`,
  );
  return { 'ratelimit-policy': policies.join(', '), ratelimit: states.join(', ') };
}

/** Where accounts are private, answers are alike to the byte (contract, section 4): no count differs. */
function tell(
  { deps: { rateLimiter, config }, setHeader }: Pick<Context, 'deps' | 'setHeader'>,
  known: readonly KnownTurn[],
): void {
  const fields = rateLimitFieldsOf(rateLimiter, known);
  setHeader('ratelimit-policy', fields['ratelimit-policy']);
  if (config.accountPrivacy === 'spec') setHeader('ratelimit', fields.ratelimit);
}
