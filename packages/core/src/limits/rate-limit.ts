import { Prisma, type Db, type Tx } from '@agres/db/db';

import { secretKeyedHashOf } from '../keyed-hash.ts';
import { networksOf } from './client-network.ts';

type Limit = {
  limit: number;
  windowSeconds: number;
  /**
   * The key is the client's address, with `|` and what else is counted by behind it. It counts as its
   * network: an IPv4 address, an IPv6 /64, and more loosely the /48 around that.
   */
  by?: 'address';
  /**
   * Never more than `limit` in any window, in every mode, for e-mails to third parties. The other
   * limits allow a patient caller up to twice as many in the first window, which needs fewer rows.
   */
  isExact?: true;
};

/** Emails that a stranger can trigger to an unproved address, by that address. */
const EMAIL_TO_ANYBODY = { limit: 3, windowSeconds: 3600, isExact: true } as const;

/** The rate limits, each by a key of the caller's choice (contract, section 3). */
export const RATE_LIMITS = {
  /** Failed log-ins, by client address and e-mail. */
  logInByPair: { limit: 10, windowSeconds: 600, by: 'address' },
  /** Failed log-ins, by client address. */
  logInByIp: { limit: 100, windowSeconds: 600, by: 'address' },
  /** Failed log-ins from a browser that the account's owner has used before, by both. */
  logInByDevice: { limit: 10, windowSeconds: 600 },
  /**
   * Failed log-ins, by e-mail, from wherever its owner has not been before (decision 037): with many
   * networks an attacker has no more guesses than this.
   */
  logInByAccount: { limit: 60, windowSeconds: 3600 },
  /** Log-ins, the right ones too, by client address and e-mail. */
  anyLogInByPair: { limit: 60, windowSeconds: 600, by: 'address' },
  registerByIp: { limit: 20, windowSeconds: 3600, by: 'address' },
  /**
   * Emails of each kind, by recipient. Above it the answer is the same and none is sent (contract,
   * section 4). What is owed to its reader (orders, debits, a changed password or address) has no
   * such limit, which a thief would use up first: its cause is limited instead.
   */
  activationEmail: EMAIL_TO_ANYBODY,
  recoveryEmail: EMAIL_TO_ANYBODY,
  takenEmail: EMAIL_TO_ANYBODY,
  /** The link that confirms a new address. */
  confirmEmail: EMAIL_TO_ANYBODY,
  contactReceipt: EMAIL_TO_ANYBODY,
  /** Invitations to the office. */
  staffInvitation: EMAIL_TO_ANYBODY,
  /** The link that confirms a stock alert without an account: a visitor asks for few, a stranger for no more. */
  stockRequestEmail: { limit: 3, windowSeconds: 86_400, isExact: true },
  letterByIp: { limit: 20, windowSeconds: 3600, by: 'address' },
  /** Following links of emails, by client address. */
  linkByIp: { limit: 20, windowSeconds: 3600, by: 'address' },
  /** Changes of an account, those that succeed too: each may send an email to two addresses. */
  accountChangeByUser: { limit: 10, windowSeconds: 3600 },
  /** Exports of a member's personal data. */
  exportByUser: { limit: 3, windowSeconds: 86_400 },
  /**
   * Declarations without a log-in. Above it they are stored all the same, as one line of the owner's list,
   * and no receipt is emailed but to customers: the page has given it.
   */
  declarationsByNetwork: { limit: 50, windowSeconds: 86_400, by: 'address' },
  /** Receipts of declarations that are emailed at once, by recipient: the one email with a stranger's words. */
  declarationReceipt: { limit: 3, windowSeconds: 86_400, isExact: true },
  /** Receipts to the address of the member who declares, by account: no stranger uses them up. */
  ownReceipt: { limit: 20, windowSeconds: 86_400, isExact: true },
  /** Emails with all receipts that wait for a recipient; 23 hours, so that none waits for longer than a day. */
  waitingReceipts: { limit: 1, windowSeconds: 82_800, isExact: true },
  contactByIp: { limit: 5, windowSeconds: 3600, by: 'address' },
  /** Searches for pickup points. */
  relaysByIp: { limit: 60, windowSeconds: 600, by: 'address' },
  buyByUser: { limit: 10, windowSeconds: 600 },
  /** Asking for late parcels, or to cancel them: each first one sends two emails. */
  lateOrderByUser: { limit: 20, windowSeconds: 3600 },
  /** Creating and cancelling a stock alert: creating may send an email. */
  stockRequestByUser: { limit: 60, windowSeconds: 3600 },
  /** Asking for one without an account: each may send an email to an unproved address. */
  stockRequestByIp: { limit: 20, windowSeconds: 3600, by: 'address' },
  /** Writing and deleting reviews: each is work for the owner. */
  reviewByUser: { limit: 20, windowSeconds: 3600 },
  subscribeByUser: { limit: 10, windowSeconds: 600 },
  /** Asking which card pays: each asks the provider. */
  cardReadByUser: { limit: 60, windowSeconds: 600 },
  cardUpdateByUser: { limit: 5, windowSeconds: 3600 },
  /** Calls that go on with a purchase, a subscription or a new card; a page repeats one by itself. */
  repeatPaymentByUser: { limit: 120, windowSeconds: 600 },
  /** Sign-ins and invitations of the office, by client address. */
  officeAccessByIp: { limit: 30, windowSeconds: 600, by: 'address' },
  notFoundByIp: { limit: 300, windowSeconds: 60, by: 'address' },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof RATE_LIMITS;

/** The limits of emails by recipient; no answer may tell what is left of them. */
export type EmailLimit = {
  [Name in LimitName]: (typeof RATE_LIMITS)[Name] extends { isExact: true } ? Name : never;
}[LimitName];

const RELAXED_FACTOR = 100;
/** So many networks of a /48 may each use up a limit by address. */
const WIDE_FACTOR = 10;
/** Exhausted keys that a process remembers, so that a flood does not reach the database. */
const REMEMBERED_KEYS = 10_000;

/** The result of asking for a permit. */
export type TakeResult = {
  /** Null: taken. Else the seconds until there will be another. */
  waitSeconds: number | null;
  /** Permits left now; for an exact limit, an upper bound. */
  remaining: number;
  /** Seconds until there will be one more; 0 when none is missing. */
  resetSeconds: number;
};

export type Quota = { permits: number; windowSeconds: number };

/** Counts over all processes on one database. */
export type RateLimiter = {
  /** Takes one permit, if there is one. */
  take: (name: LimitName, key: string) => Promise<TakeResult>;
  /** What this process knows of a key without asking: null, or the seconds to wait. */
  waitOf: (name: LimitName, key: string) => number | null;
  /** Gives a permit back, for limits that count failures alone. */
  giveBack: (name: Exclude<LimitName, EmailLimit>, key: string) => Promise<void>;
  quotaOf: (name: LimitName) => Quota;
  /** The same in a transaction: what is rolled back has taken no permit. */
  within: (tx: Tx) => RateLimiter;
};

export type RateLimiterOptions = {
  mode: 'strict' | 'relaxed';
  appSecret: string;
  /** Called for every refused call. */
  onRefused?: (name: LimitName) => void;
};

/**
 * A rate limiter by the generic cell rate algorithm: permits come back one by one, evenly over the
 * window. One statement a permit, safe under concurrent calls. Keys are addresses, and stored as
 * keyed hashes.
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

  /** The rows that a key is counted in, with the quota of each. */
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
    // guard: who has many IPv6 networks is counted as one
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

  const giveBackRow = async ({ rowKey, quota }: { rowKey: string; quota: Quota }) => {
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
      await giveBackRow(own);
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
      const waitSeconds = waitOf(rowsOf(name, key));
      if (waitSeconds !== null) onRefused?.(name);
      return waitSeconds;
    },
    giveBack: async (name, key) => {
      for (const row of rowsOf(name, key)) await giveBackRow(row);
    },
  };
}

const permitSecondsOf = ({ permits, windowSeconds }: Quota) => windowSeconds / permits;

/** A clock that is set back by less takes no permit away, nor gives one. */
const SMALL_STEP_SECONDS = 60;

/**
 * `tat` is the moment at which every permit will be back: a window from now at most. One further ahead was
 * written before the database's clock was set back, and counts no more.
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
    // A concurrent call took the last permit after this statement began: its row is not visible yet.
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

/** An exact limit has a row for each permit, which is free again a whole window after it was taken. */
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
    waitSecondsOf: (key: string): number | null => {
      const waitMs = (untilMs.get(key) ?? 0) - performance.now();
      if (waitMs > 0) return Math.ceil(waitMs / 1000);
      untilMs.delete(key);
      return null;
    },
    remember: (key: string, waitSeconds: number) => {
      if (untilMs.size >= REMEMBERED_KEYS) untilMs.clear();
      untilMs.set(key, performance.now() + waitSeconds * 1000);
    },
    forget: (key: string) => untilMs.delete(key),
  };
}
