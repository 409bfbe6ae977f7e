import { createHash } from 'node:crypto';

import { Prisma, type Db } from '@shop/db/db';
import { DomainError } from '@shop/domain/errors';

type Limit = {
  limit: number;
  windowSeconds: number;
  /** Holds in every mode: it protects somebody else, not this server. */
  isFixed?: true;
};

/** How often each thing may be done, by whatever key the caller counts under (contract, section 3). */
export const RATE_LIMITS = {
  /** Failed log-ins, by client address and e-mail. */
  logInByPair: { limit: 10, windowSeconds: 600 },
  /** Failed log-ins, by client address. */
  logInByIp: { limit: 100, windowSeconds: 600 },
  registerByIp: { limit: 20, windowSeconds: 3600 },
  /** Letters with a link, by the e-mail they go to: above it no letter leaves (contract, section 4). */
  letterByEmail: { limit: 3, windowSeconds: 3600, isFixed: true },
  letterByIp: { limit: 20, windowSeconds: 3600 },
  /** Activation and password recovery, by client address. */
  linkByIp: { limit: 20, windowSeconds: 3600 },
  contactByIp: { limit: 5, windowSeconds: 3600 },
  buyByUser: { limit: 10, windowSeconds: 600 },
  subscribeByUser: { limit: 10, windowSeconds: 600 },
  cardUpdateByUser: { limit: 5, windowSeconds: 3600 },
  notFoundByIp: { limit: 300, windowSeconds: 60 },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof RATE_LIMITS;

const RELAXED_FACTOR = 100;
/** Keys that a process remembers as exhausted, so that a flood does not reach the database. */
const REMEMBERED_KEYS = 10_000;

/** Counts what people do, over all processes on one database. */
export type RateLimiter = {
  /** Takes one turn: null, or after how many seconds there will be another. */
  take: (name: LimitName, key: string) => Promise<number | null>;
  /** What this process knows of a key without asking: null, or after how many seconds to come back. */
  waitOf: (name: LimitName, key: string) => number | null;
  /** Gives a turn back, for limits that count failures alone. */
  giveBack: (name: LimitName, key: string) => Promise<void>;
};

/** Refuses with 429 what is done too often. */
export async function requireTurn(
  limiter: RateLimiter,
  name: LimitName,
  key: string,
): Promise<void> {
  const waitSeconds = await limiter.take(name, key);
  if (waitSeconds === null) return;
  throw new DomainError('error_message', { status: 429, retryAfterSeconds: waitSeconds });
}

/**
 * A limiter after the generic cell rate algorithm: one statement a turn, exact under concurrency.
 * Keys are stored hashed, for they are addresses.
 */
export function createRateLimiter(db: Db, mode: 'strict' | 'relaxed'): RateLimiter {
  const exhausted = createExhaustedKeys();

  return {
    take: async (name, key) => {
      const rowKey = rowKeyOf(name, key);
      const known = exhausted.waitSecondsOf(rowKey);
      if (known !== null) return known;
      const waitSeconds = await takeTurn(db, rowKey, paceOf(name, mode));
      if (waitSeconds !== null) exhausted.remember(rowKey, waitSeconds);
      return waitSeconds;
    },
    waitOf: (name, key) => exhausted.waitSecondsOf(rowKeyOf(name, key)),
    giveBack: async (name, key) => {
      const { turnSeconds } = paceOf(name, mode);
      const rowKey = rowKeyOf(name, key);
      exhausted.forget(rowKey);
      await db.$executeRaw`UPDATE rate_limit SET tat = tat - make_interval(secs => ${turnSeconds})
        WHERE key = ${rowKey}`;
    },
  };
}

type Pace = { windowSeconds: number; turnSeconds: number };

function paceOf(name: LimitName, mode: 'strict' | 'relaxed'): Pace {
  const limit: Limit = RATE_LIMITS[name];
  const turns = mode === 'relaxed' && !limit.isFixed ? limit.limit * RELAXED_FACTOR : limit.limit;
  return { windowSeconds: limit.windowSeconds, turnSeconds: limit.windowSeconds / turns };
}

const rowKeyOf = (name: LimitName, key: string) =>
  `${name}:${createHash('sha256').update(key).digest('base64url')}`;

async function takeTurn(db: Db, key: string, pace: Pace): Promise<number | null> {
  const turn = Prisma.sql`make_interval(secs => ${pace.turnSeconds}::float8)`;
  const window = Prisma.sql`make_interval(secs => ${pace.windowSeconds}::float8)`;
  const [row] = await db.$queryRaw<{ isTaken: boolean; waitSeconds: number | null }[]>`
    WITH taken AS (
      INSERT INTO rate_limit AS r (key, tat) VALUES (${key}, clock_timestamp() + ${turn})
      ON CONFLICT (key) DO UPDATE SET tat = greatest(r.tat, clock_timestamp()) + ${turn}
      WHERE greatest(r.tat, clock_timestamp()) + ${turn} <= clock_timestamp() + ${window}
      RETURNING tat)
    SELECT EXISTS (SELECT FROM taken) AS "isTaken",
      (SELECT extract(epoch FROM tat + ${turn} - ${window} - clock_timestamp())::float8
       FROM rate_limit WHERE key = ${key}) AS "waitSeconds"`;
  if (row?.isTaken) return null;
  return Math.max(1, Math.ceil(row?.waitSeconds ?? pace.turnSeconds));
}

function createExhaustedKeys() {
  const untilMs = new Map<string, number>();
  return {
    waitSecondsOf: (key: string): number | null => {
      const waitMs = (untilMs.get(key) ?? 0) - Date.now();
      if (waitMs > 0) return Math.ceil(waitMs / 1000);
      untilMs.delete(key);
      return null;
    },
    remember: (key: string, waitSeconds: number) => {
      if (untilMs.size >= REMEMBERED_KEYS) untilMs.clear();
      untilMs.set(key, Date.now() + waitSeconds * 1000);
    },
    forget: (key: string) => untilMs.delete(key),
  };
}
