import { hash, verify } from '@node-rs/argon2';

import { networksOf } from '../limits/client-network.ts';
import { createConcurrencyLimit } from '../limits/concurrency-limit.ts';

/** Argon2id with the memory, passes and lanes that OWASP asks for at least (ASVS 5.0, appendix C). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing runs on the thread pool that files and DNS need too: two at once leave them theirs. */
const LIMITS = { maxRunning: 2, maxQueued: 16, maxWaitMs: 10_000, retryAfterSeconds: 2 };

/** A hash of no password, verified where there is no account: both cases take the same time. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$OLJryQ5QxPApObAS5FRu7A$hN5b9oTjjUnkme2G7+Fet8eq9vI3KSTeC6yfyOov1Jc';

/** Hashes and verifies passwords, exactly as typed. */
export type Hasher = {
  /** An argon2id hash in PHC format. */
  hash: (password: string) => Promise<string>;
  /** Whether a password has this hash; `null` takes as long and is never right. */
  verify: (passwordHash: string | null, password: string) => Promise<boolean>;
};

/**
 * A hasher with a concurrency limit: 503 when its queue is full. The queue is fair between the networks
 * that clients call from.
 */
export type Passwords = Hasher & {
  /**
   * Runs a longer piece of work, hashing included, in one slot: those that find none have not even
   * asked the database.
   */
  withHasher: <Result>(
    clientIp: string,
    work: (hasher: Hasher) => Promise<Result>,
  ) => Promise<Result>;
};

/** To be made once in a process: its limit is the process's. */
export function createPasswords(): Passwords {
  const slots = createConcurrencyLimit(LIMITS);
  const hasher: Hasher = {
    hash: (password) => hash(password, COST),
    verify: async (passwordHash, password) => {
      const isRight = await verify(passwordHash ?? NOBODY, password);
      return isRight && passwordHash !== null;
    },
  };
  return {
    hash: (password) => slots.run(() => hasher.hash(password)),
    verify: (passwordHash, password) => slots.run(() => hasher.verify(passwordHash, password)),
    withHasher: (clientIp, work) => {
      const { own, wide } = networksOf(clientIp);
      return slots.run(() => work(hasher), wide ?? own);
    },
  };
}
