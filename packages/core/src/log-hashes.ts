import { createHmac, randomBytes } from 'node:crypto';

import type { Db } from '@agres/db/db';

import { networksOf } from './limits/client-network.ts';

/** How long a key is stored, so that lines of a night can still be correlated in the morning. */
const LOG_KEY_HOURS = 48;
const SHOWN_DIGITS = 12;

export type LogHashes = {
  /** Returns undefined, and starts loading, while the day's key is not loaded. */
  of: (clientIp: string) => string | undefined;
  /** Resolves once the day's key is loaded, or loading has failed. */
  ready: () => Promise<void>;
};

type Options = { db: Db; clock: () => Date };

/**
 * Creates keyed hashes with a random daily key, which all processes share and `purgeLogKeys` deletes after
 * two days. From then on no address can be found by brute force; a key derived from a setting would allow
 * that for years.
 */
export function createLogHashes({ db, clock }: Options): LogHashes {
  let known: { day: string; key: Uint8Array } | undefined;
  let asking: Promise<void> | undefined;
  const today = () => clock().toISOString().slice(0, 10);

  const learn = async (day: string) => {
    try {
      known = { day, key: await readKey(db, day) };
    } catch {
      // Without a database there is no key, and lines are logged without a hash.
    } finally {
      asking = undefined;
    }
  };
  const ask = () => (asking ??= learn(today()));

  return {
    of: (clientIp) => {
      if (known?.day !== today()) {
        void ask();
        return undefined;
      }
      const { own } = networksOf(clientIp);
      return createHmac('sha256', known.key).update(own).digest('hex').slice(0, SHOWN_DIGITS);
    },
    ready: ask,
  };
}

async function readKey(db: Db, day: string): Promise<Uint8Array> {
  const [made] = await db.$queryRaw<{ key: Uint8Array }[]>`
    INSERT INTO log_key (day, key) VALUES (${day}::date, ${new Uint8Array(randomBytes(32))}::bytea)
    ON CONFLICT (day) DO UPDATE SET day = EXCLUDED.day
    RETURNING key`;
  if (made === undefined) throw new Error(`the log key of ${day} was not stored`);
  return made.key;
}

/** Deletes the keys that are older than `LOG_KEY_HOURS`. */
export async function purgeLogKeys(db: Db): Promise<void> {
  await db.$executeRaw`
    DELETE FROM log_key WHERE created_at < now() - make_interval(hours => ${LOG_KEY_HOURS}::int)`;
}
