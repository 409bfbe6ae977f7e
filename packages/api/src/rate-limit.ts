import { createHash } from 'node:crypto';

import { Prisma, type Db } from '@shop/db/db';

type Limit = {
  limit: number;
  windowSeconds: number;
  /**
   * Never more than `limit` in any window, in every mode, for what reaches somebody else. The other
   * limits let patient callers have up to twice as many in the first window, which spares them rows.
   */
  isExact?: true;
};

/** How often each thing may be done, by whatever key the caller counts under (contract, section 3). */
export const RATE_LIMITS = {
  /** Failed log-ins, by client address and e-mail. */
  logInByPair: { limit: 10, windowSeconds: 600 },
  /** Failed log-ins, by client address. */
  logInByIp: { limit: 100, windowSeconds: 600 },
  registerByIp: { limit: 20, windowSeconds: 3600 },
  /** Letters with a link, by the e-mail they go to: above it no letter leaves (contract, section 4). */
  letterByEmail: { limit: 3, windowSeconds: 3600, isExact: true },
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

/** What came of asking for a turn. */
export type Turn = {
  /** Null: it was taken. Else after how many seconds there will be another. */
  waitSeconds: number | null;
  /** How many turns are left now; of an exact limit, at most. */
  remaining: number;
  /** After how many seconds there will be one more; 0 when none is missing. */
  resetSeconds: number;
};

/** How many turns a limit gives, and how fast they come back. */
export type Quota = { turns: number; windowSeconds: number };

/** Counts what people do, over all processes on one database. */
export type RateLimiter = {
  /** Takes one turn, if there is one. */
  take: (name: LimitName, key: string) => Promise<Turn>;
  /** What this process knows of a key without asking: null, or after how many seconds to come back. */
  waitOf: (name: LimitName, key: string) => number | null;
  /** Gives a turn back, for limits that count failures alone. */
  giveBack: (name: Exclude<LimitName, 'letterByEmail'>, key: string) => Promise<void>;
  quotaOf: (name: LimitName) => Quota;
};

/**
 * A limiter after the generic cell rate algorithm: turns come back one by one, evenly over the
 * window. One statement a turn, exact under concurrency. Keys are stored hashed, for they are
 * addresses.
 */
export function createRateLimiter(db: Db, mode: 'strict' | 'relaxed'): RateLimiter {
  const exhausted = createExhaustedKeys();
  const quotaOf = (name: LimitName): Quota => {
    const { limit, windowSeconds, isExact }: Limit = RATE_LIMITS[name];
    const turns = mode === 'relaxed' && !isExact ? limit * RELAXED_FACTOR : limit;
    return { turns, windowSeconds };
  };

  return {
    quotaOf,
    take: async (name, key) => {
      const rowKey = rowKeyOf(name, key);
      const known = exhausted.waitSecondsOf(rowKey);
      if (known !== null) return { waitSeconds: known, remaining: 0, resetSeconds: known };
      const { isExact }: Limit = RATE_LIMITS[name];
      const turn = await (isExact ? takePlace : takeTurn)(db, rowKey, quotaOf(name));
      if (turn.waitSeconds !== null) exhausted.remember(rowKey, turn.waitSeconds);
      return turn;
    },
    waitOf: (name, key) => exhausted.waitSecondsOf(rowKeyOf(name, key)),
    giveBack: async (name, key) => {
      const rowKey = rowKeyOf(name, key);
      exhausted.forget(rowKey);
      const turnSeconds = turnSecondsOf(quotaOf(name));
      await db.$executeRaw`UPDATE rate_limit SET tat = tat - make_interval(secs => ${turnSeconds})
        WHERE key = ${rowKey}`;
    },
  };
}

const turnSecondsOf = ({ turns, windowSeconds }: Quota) => windowSeconds / turns;

const rowKeyOf = (name: LimitName, key: string) =>
  `${name}:${createHash('sha256').update(key).digest('base64url')}`;

/** `tat` is the moment at which every turn will be back. */
async function takeTurn(db: Db, key: string, quota: Quota): Promise<Turn> {
  const turnSeconds = turnSecondsOf(quota);
  const turn = Prisma.sql`make_interval(secs => ${turnSeconds}::float8)`;
  const window = Prisma.sql`make_interval(secs => ${quota.windowSeconds}::float8)`;
  const [row] = await db.$queryRaw<{ isTaken: boolean; usedSeconds: number | null }[]>`
    WITH taken AS (
      INSERT INTO rate_limit AS r (key, tat) VALUES (${key}, clock_timestamp() + ${turn})
      ON CONFLICT (key) DO UPDATE SET tat = greatest(r.tat, clock_timestamp()) + ${turn}
      WHERE greatest(r.tat, clock_timestamp()) + ${turn} <= clock_timestamp() + ${window}
      RETURNING tat)
    SELECT EXISTS (SELECT FROM taken) AS "isTaken",
      extract(epoch FROM coalesce(
        (SELECT tat FROM taken), (SELECT tat FROM rate_limit WHERE key = ${key})
      ) - clock_timestamp())::float8 AS "usedSeconds"`;
  if (!row?.isTaken) {
    // Another one took the last turn after this statement began: the row is not seen yet.
    const usedSeconds = row?.usedSeconds ?? quota.windowSeconds;
    const waitSeconds = Math.max(1, Math.ceil(usedSeconds + turnSeconds - quota.windowSeconds));
    return { waitSeconds, remaining: 0, resetSeconds: waitSeconds };
  }
  const usedSeconds = row.usedSeconds ?? turnSeconds;
  const missing = Math.min(quota.turns, Math.max(1, Math.ceil(usedSeconds / turnSeconds)));
  return {
    waitSeconds: null,
    remaining: quota.turns - missing,
    resetSeconds: Math.max(1, Math.ceil(usedSeconds - (missing - 1) * turnSeconds)),
  };
}

/** An exact limit has as many places as turns, and each is free again a whole window after it was taken. */
async function takePlace(db: Db, key: string, { turns, windowSeconds }: Quota): Promise<Turn> {
  const waits: number[] = [];
  for (let place = 1; place <= turns; place += 1) {
    const { waitSeconds } = await takeTurn(db, `${key}:${place}`, { turns: 1, windowSeconds });
    if (waitSeconds === null) {
      return { waitSeconds, remaining: turns - place, resetSeconds: windowSeconds };
    }
    waits.push(waitSeconds);
  }
  const waitSeconds = Math.min(...waits);
  return { waitSeconds, remaining: 0, resetSeconds: waitSeconds };
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
