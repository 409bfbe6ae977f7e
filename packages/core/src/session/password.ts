import { hash, verify } from '@node-rs/argon2';

import { networksOf } from '../limits/client-network.ts';
import { createConcurrencyLimit } from '../limits/concurrency-limit.ts';

/** Argon2id with OWASP's minimum memory, passes and lanes (ASVS 5.0, appendix C). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing uses the thread pool that files and DNS need too: two at a time leave threads for them. */
const LIMITS = { maxRunning: 2, maxQueued: 16, maxWaitMs: 10_000, retryAfterSeconds: 2 };

/** A dummy hash, verified if there is no account, so that both cases take the same time. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$OLJryQ5QxPApObAS5FRu7A$hN5b9oTjjUnkme2G7+Fet8eq9vI3KSTeC6yfyOov1Jc';

/** Hashes and verifies passwords, exactly as typed. */
export type Hasher = {
  /** Returns an argon2id hash in PHC format. */
  hash: (password: string) => Promise<string>;
  /** Reports whether a password matches a hash; `null` takes the same time and never matches. */
  verify: (passwordHash: string | null, password: string) => Promise<boolean>;
};

/** A hasher with a concurrency limit: 503 when its queue is full. The queue is fair between client networks. */
export type Passwords = Hasher & {
  /**
   * Runs a longer piece of work, hashing included, in one slot: calls refused for lack of a slot have not
   * queried the database.
   */
  withHasher: <Result>(
    clientIp: string,
    work: (hasher: Hasher) => Promise<Result>,
  ) => Promise<Result>;
};

/** Creates the hasher. Call it once per process, because each hasher has its own concurrency limit. */
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
