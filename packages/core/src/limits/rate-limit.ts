import { Prisma, type Db, type Tx } from '@agres/db/db';

import { secretKeyedHashOf } from '../keyed-hash.ts';
import { networksOf } from './client-network.ts';

type Limit = {
  limit: number;
  windowSeconds: number;
  /**
   * The key starts with the client's address; further parts follow after `|`. The limit counts by network: an
   * IPv4 address, an IPv6 /64, and with ten times the limit the surrounding /48.
   */
  by?: 'address';
  /**
   * Allows never more than `limit` in any window, in every mode; used for emails to third parties. Other
   * limits allow up to twice as many in the first window, which needs fewer rows.
   */
  isExact?: true;
};

/** Emails that anyone can trigger to an unproved address, by recipient. */
const UNVERIFIED_EMAIL = { limit: 3, windowSeconds: 3600, isExact: true } as const;

/** Each limit has its own kind of key (docs/api/rate-limits.md). */
export const RATE_LIMITS = {
  /** Failed log-ins, by client address and email. */
  logInByPair: { limit: 10, windowSeconds: 600, by: 'address' },
  /** Failed log-ins, by client address. */
  logInByIp: { limit: 100, windowSeconds: 600, by: 'address' },
  /** Failed log-ins from a browser that the owner has used before, by device and email. */
  logInByDevice: { limit: 10, windowSeconds: 600 },
  /**
   * Failed log-ins from places that the owner has not used before, by email (decision 037). It bounds the
   * guesses of an attacker with many networks.
   */
  logInByAccount: { limit: 60, windowSeconds: 3600 },
  /** All log-ins, successful ones too, by client address and email. */
  anyLogInByPair: { limit: 60, windowSeconds: 600, by: 'address' },
  registerByIp: { limit: 20, windowSeconds: 3600, by: 'address' },
  /**
   * Emails of each kind, by recipient. Above the limit no email is sent, and the response stays the same
   * (decision 023). Emails owed to the recipient (orders, debits, a changed password or address) have no such
   * limit, because a thief could exhaust it first; the actions that cause them are limited instead.
   */
  activationEmail: UNVERIFIED_EMAIL,
  recoveryEmail: UNVERIFIED_EMAIL,
  takenEmail: UNVERIFIED_EMAIL,
  confirmEmail: UNVERIFIED_EMAIL,
  contactReceipt: UNVERIFIED_EMAIL,
  staffInvitation: UNVERIFIED_EMAIL,
  /** Confirms a stock alert without an account: a visitor needs few, and an abuser gets no more. */
  stockRequestEmail: { limit: 3, windowSeconds: 86_400, isExact: true },
  letterByIp: { limit: 20, windowSeconds: 3600, by: 'address' },
  /** Links in emails, by client address. */
  linkByIp: { limit: 20, windowSeconds: 3600, by: 'address' },
  /** Counts successful changes too, because each may send an email to two addresses. */
  accountChangeByUser: { limit: 10, windowSeconds: 3600 },
  exportByUser: { limit: 3, windowSeconds: 86_400 },
  /**
   * Declarations without a log-in. Above the limit they are still stored, as a single line in the owner's
   * list. Only customers then get a receipt by email; the page has shown it already.
   */
  declarationsByNetwork: { limit: 50, windowSeconds: 86_400, by: 'address' },
  /** Receipts emailed at once, by recipient: the only email with words of an unverified sender. */
  declarationReceipt: { limit: 3, windowSeconds: 86_400, isExact: true },
  /** Receipts to a member's own address, by account, so that outsiders cannot exhaust it. */
  ownReceipt: { limit: 20, windowSeconds: 86_400, isExact: true },
  /**
   * Combines a recipient's waiting receipts in one email. The window is 23 hours, so that none waits for
   * longer than a day.
   */
  waitingReceipts: { limit: 1, windowSeconds: 82_800, isExact: true },
  contactByIp: { limit: 5, windowSeconds: 3600, by: 'address' },
  relaysByIp: { limit: 60, windowSeconds: 600, by: 'address' },
  buyByUser: { limit: 10, windowSeconds: 600 },
  /**
   * Limits requests about late parcels: the first for delivery and the first for cancellation send two emails
   * each.
   */
  lateOrderByUser: { limit: 20, windowSeconds: 3600 },
  stockRequestByUser: { limit: 60, windowSeconds: 3600 },
  /** Limits stock alerts without an account, each of which may send an email to an unproved address. */
  stockRequestByIp: { limit: 20, windowSeconds: 3600, by: 'address' },
  /** Limits reviews, because each is work for the owner. */
  reviewByUser: { limit: 20, windowSeconds: 3600 },
  subscribeByUser: { limit: 10, windowSeconds: 600 },
  /** Limits reads of the card or an invoice of a subscription, because each calls the provider. */
  cardReadByUser: { limit: 60, windowSeconds: 600 },
  cardUpdateByUser: { limit: 5, windowSeconds: 3600 },
  /** Calls that continue a purchase, a subscription or a card update; pages repeat them automatically. */
  repeatPaymentByUser: { limit: 120, windowSeconds: 600 },
  /** Sign-ins and invitations of the office, by client address. */
  officeAccessByIp: { limit: 30, windowSeconds: 600, by: 'address' },
  notFoundByIp: { limit: 300, windowSeconds: 60, by: 'address' },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof RATE_LIMITS;

/** Limits on emails by recipient. No response may reveal their remaining permits. */
export type EmailLimit = {
  [Name in LimitName]: (typeof RATE_LIMITS)[Name] extends { isExact: true } ? Name : never;
}[LimitName];

const RELAXED_FACTOR = 100;
/** The multiple of a limit by address that a /48 gets. */
const WIDE_FACTOR = 10;
/** Each process caches exhausted keys, so that a flood does not reach the database. */
const MAX_CACHED_KEYS = 10_000;

export type TakeResult = {
  /** Null if a permit was taken; otherwise the seconds until the next one. */
  waitSeconds: number | null;
  /** The permits left; an upper bound for an exact limit. */
  remaining: number;
  /** Seconds until one more permit is available; 0 if all are. */
  resetSeconds: number;
};

export type Quota = { permits: number; windowSeconds: number };

export type RateLimiter = {
  take: (name: LimitName, key: string) => Promise<TakeResult>;
  /**
   * Returns the seconds to wait if this process has cached the key as exhausted, otherwise null; never
   * queries.
   */
  waitOf: (name: LimitName, key: string) => number | null;
  /** Puts a permit back, for limits that count only failures. */
  returnPermit: (name: Exclude<LimitName, EmailLimit>, key: string) => Promise<void>;
  quotaOf: (name: LimitName) => Quota;
  /** Returns a limiter in a transaction: a rollback returns its permits. */
  within: (tx: Tx) => RateLimiter;
};

export type RateLimiterOptions = {
  mode: 'strict' | 'relaxed';
  appSecret: string;
  onRefused?: (name: LimitName) => void;
};

/**
 * Creates a rate limiter with the generic cell rate algorithm (GCRA): permits return one by one, evenly over
 * the window. Each permit takes one statement, safe under concurrent calls. Keys contain addresses, so only
 * their keyed hashes are stored.
 *
 * `rate-limiter-flexible` 11.4 fails `rate-limit.test.ts`: its window begins with the first call (five emails
 * in an hour instead of three), and it counts by the clock of the process.
 */
export function createRateLimiter(db: Db, options: RateLimiterOptions): RateLimiter {
  return rateLimiterOn(db, options, createExhaustedKeys());
}

function rateLimiterOn(
  db: Db | Tx,
  options: RateLimiterOptions,
  exhausted: ReturnType<typeof createExhaustedKeys>,
): RateLimiter {
  const { mode, appSecret, onRefused } = options;
  const quotaOf = (name: LimitName): Quota => {
    const { limit, windowSeconds, isExact }: Limit = RATE_LIMITS[name];
    const permits = mode === 'relaxed' && !isExact ? limit * RELAXED_FACTOR : limit;
    return { permits, windowSeconds };
  };

  /** Returns the rows in which a key counts: one, or for a limit by address one for each of its networks. */
  const rowsOf = (name: LimitName, key: string) => {
    const { by }: Limit = RATE_LIMITS[name];
    const quota = quotaOf(name);
    const rowOf = (text: string, permits: number) => {
      const hash = secretKeyedHashOf(appSecret, { purpose: 'rate_limit', text: `${name}|${text}` });
      const rowKey = `${name}:${Buffer.from(hash).toString('base64url')}`;
      return { rowKey, quota: { ...quota, permits } };
    };
    if (by === undefined) return [rowOf(key, quota.permits)] as const;
    const [address = '', ...rest] = key.split('|');
    const { own, wide } = networksOf(address);
    const textOf = (network: string) => [network, ...rest].join('|');
    const row = rowOf(textOf(own), quota.permits);
    // guard: IPv6 networks of one /48 share a rate limit
    if (wide === null) return [row] as const;
    return [row, rowOf(textOf(wide), quota.permits * WIDE_FACTOR)] as const;
  };

  const takeRow = async (name: LimitName, { rowKey, quota }: { rowKey: string; quota: Quota }) => {
    const { isExact }: Limit = RATE_LIMITS[name];
    const result = await (isExact ? takeExactPermit : takePermit)(db, rowKey, quota);
    if (result.waitSeconds !== null) exhausted.remember(rowKey, result.waitSeconds);
    return result;
  };

  const waitOf = (rows: readonly { rowKey: string }[]) => {
    const waits = rows
      .map(({ rowKey }) => exhausted.waitSecondsOf(rowKey))
      .filter((wait) => wait !== null);
    return waits.length === 0 ? null : Math.max(...waits);
  };

  const returnPermitOfRow = async ({ rowKey, quota }: { rowKey: string; quota: Quota }) => {
    exhausted.forget(rowKey);
    const permitSeconds = permitSecondsOf(quota);
    await db.$executeRaw`UPDATE rate_limit SET tat = tat - make_interval(secs => ${permitSeconds})
      WHERE key = ${rowKey}`;
  };

  const take = async (name: LimitName, key: string): Promise<TakeResult> => {
    const rows = rowsOf(name, key);
    const known = waitOf(rows);
    if (known !== null) return { waitSeconds: known, remaining: 0, resetSeconds: known };
    const [own, wide] = rows;
    const result = await takeRow(name, own);
    if (result.waitSeconds !== null || wide === undefined) return result;
    const around = await takeRow(name, wide);
    if (around.waitSeconds !== null) {
      await returnPermitOfRow(own);
      return around;
    }
    return around.remaining < result.remaining ? around : result;
  };

  return {
    quotaOf,
    within: (tx) => rateLimiterOn(tx, options, exhausted),
    take: async (name, key) => {
      const result = await take(name, key);
      if (result.waitSeconds !== null) onRefused?.(name);
      return result;
    },
    waitOf: (name, key) => {
      // This is the usual case, and every request checks.
      if (exhausted.isEmpty()) return null;
      const waitSeconds = waitOf(rowsOf(name, key));
      if (waitSeconds !== null) onRefused?.(name);
      return waitSeconds;
    },
    returnPermit: async (name, key) => {
      for (const row of rowsOf(name, key)) await returnPermitOfRow(row);
    },
  };
}

const permitSecondsOf = ({ permits, windowSeconds }: Quota) => windowSeconds / permits;

/** A clock set back by less than this neither takes nor grants permits. */
const SMALL_STEP_SECONDS = 60;

/**
 * Takes a permit. `tat` (theoretical arrival time) is when all permits are available again, at most a window
 * from now. A later `tat` dates from before the database's clock was set back, and is ignored.
 */
async function takePermit(db: Db | Tx, key: string, quota: Quota): Promise<TakeResult> {
  const permitSeconds = permitSecondsOf(quota);
  const interval = Prisma.sql`make_interval(secs => ${permitSeconds}::float8)`;
  const window = Prisma.sql`make_interval(secs => ${quota.windowSeconds}::float8)`;
  const step = Prisma.sql`make_interval(secs => ${SMALL_STEP_SECONDS}::float8)`;
  const since = Prisma.sql`CASE
    WHEN r.tat BETWEEN clock_timestamp() AND clock_timestamp() + ${window} + ${step} THEN r.tat
    ELSE clock_timestamp() END`;
  const [row] = await db.$queryRaw<{ isTaken: boolean; usedSeconds: number | null }[]>`
    WITH taken AS (
      INSERT INTO rate_limit AS r (key, tat) VALUES (${key}, clock_timestamp() + ${interval})
      ON CONFLICT (key) DO UPDATE SET tat = ${since} + ${interval}
      WHERE ${since} + ${interval} <= clock_timestamp() + ${window}
      RETURNING tat)
    SELECT EXISTS (SELECT FROM taken) AS "isTaken",
      extract(epoch FROM coalesce(
        (SELECT tat FROM taken), (SELECT tat FROM rate_limit WHERE key = ${key})
      ) - clock_timestamp())::float8 AS "usedSeconds"`;
  if (!row?.isTaken) {
    // A concurrent call took the last permit after this statement's snapshot, so its row is not visible yet.
    const usedSeconds = row?.usedSeconds ?? quota.windowSeconds;
    const waitSeconds = Math.max(1, Math.ceil(usedSeconds + permitSeconds - quota.windowSeconds));
    return { waitSeconds, remaining: 0, resetSeconds: waitSeconds };
  }
  const usedSeconds = row.usedSeconds ?? permitSeconds;
  const missing = Math.min(quota.permits, Math.max(1, Math.ceil(usedSeconds / permitSeconds)));
  return {
    waitSeconds: null,
    remaining: quota.permits - missing,
    resetSeconds: Math.max(1, Math.ceil(usedSeconds - (missing - 1) * permitSeconds)),
  };
}

/** Each permit of an exact limit has its own row, free again a whole window after the permit was taken. */
async function takeExactPermit(
  db: Db | Tx,
  key: string,
  { permits, windowSeconds }: Quota,
): Promise<TakeResult> {
  const waits: number[] = [];
  for (let row = 1; row <= permits; row += 1) {
    const { waitSeconds } = await takePermit(db, `${key}:${row}`, {
      permits: 1,
      windowSeconds,
    });
    if (waitSeconds === null) {
      return { waitSeconds, remaining: permits - row, resetSeconds: windowSeconds };
    }
    waits.push(waitSeconds);
  }
  const waitSeconds = Math.min(...waits);
  return { waitSeconds, remaining: 0, resetSeconds: waitSeconds };
}

function createExhaustedKeys() {
  const untilMs = new Map<string, number>();
  return {
    isEmpty: () => untilMs.size === 0,
    waitSecondsOf: (key: string): number | null => {
      const waitMs = (untilMs.get(key) ?? 0) - performance.now();
      if (waitMs > 0) return Math.ceil(waitMs / 1000);
      untilMs.delete(key);
      return null;
    },
    remember: (key: string, waitSeconds: number) => {
      if (untilMs.size >= MAX_CACHED_KEYS) untilMs.clear();
      untilMs.set(key, performance.now() + waitSeconds * 1000);
    },
    forget: (key: string) => untilMs.delete(key),
  };
}
