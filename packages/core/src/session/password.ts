import { hash, verify } from '@node-rs/argon2';

import { networksOf } from '../limits/client-network.ts';
import { createConcurrencyLimit } from '../limits/concurrency-limit.ts';

/** OWASP's minimum memory, passes and lanes for Argon2id (ASVS 5.0, appendix C). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes share the thread pool with files and DNS, so two at a time leave threads for those. */
const LIMITS = { maxRunning: 2, maxQueued: 16, maxWaitMs: 10_000, retryAfterSeconds: 2 };

/** The hash to verify against if there is no account, so that both cases take the same time. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$OLJryQ5QxPApObAS5FRu7A$hN5b9oTjjUnkme2G7+Fet8eq9vI3KSTeC6yfyOov1Jc';

/** Takes passwords exactly as typed. */
export type Hasher = {
  /** Returns an argon2id hash in PHC format. */
  hash: (password: string) => Promise<string>;
  /** Whether a password matches a hash; `null` takes the same time and never matches. */
  verify: (passwordHash: string | null, password: string) => Promise<boolean>;
};

/** A hasher with a concurrency limit, fair between client networks: 503 when its queue is full. */
export type Passwords = Hasher & {
  /** Runs work, hashing included, in one slot. A call without a slot has not queried the database. */
  withHasher: <Result>(
    clientIp: string,
    work: (hasher: Hasher) => Promise<Result>,
  ) => Promise<Result>;
};

/** Creates the hasher. Call it once per process, because each hasher has its own limit. */
export function createPasswords(): Passwords {
  const slots = createConcurrencyLimit(LIMITS);
  const hasher: Hasher = {
    hash: (password) => hash(password, COST),
    verify: async (passwordHash, password) => {
      const isRight = await verify(passwordHash ?? DUMMY_HASH, password);
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
