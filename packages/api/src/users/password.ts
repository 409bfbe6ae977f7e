import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '@shop/domain/errors';

/** Argon2id with the memory, passes and lanes that OWASP asks for at least (ASVS 5.0, appendix C). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing runs on the threads that files and DNS need too: two at once leave the others theirs. */
const AT_WORK = 2;
const WAITING = 16;
const RETRY_AFTER_SECONDS = 2;

/** A hash of no password, verified where there is no account: both cases take the same time. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$OLJryQ5QxPApObAS5FRu7A$hN5b9oTjjUnkme2G7+Fet8eq9vI3KSTeC6yfyOov1Jc';

/** Hashes and verifies passwords, exactly as typed. Above its queue it refuses with 503. */
export type Passwords = {
  /** An argon2id hash in PHC format. */
  hash: (password: string) => Promise<string>;
  /** Whether a password has this hash; `null` takes as long and is never right. */
  verify: (passwordHash: string | null, password: string) => Promise<boolean>;
};

/** Makes the one place of a process where passwords are hashed. */
export function createPasswords(): Passwords {
  const inTurn = createQueue();
  return {
    hash: (password) => inTurn(() => hash(password, COST)),
    verify: async (passwordHash, password) => {
      const isRight = await inTurn(() => verify(passwordHash ?? NOBODY, password));
      return isRight && passwordHash !== null;
    },
  };
}

function createQueue() {
  const waiting: (() => void)[] = [];
  let atWork = 0;

  const enter = async () => {
    if (atWork < AT_WORK) {
      atWork += 1;
      return;
    }
    if (waiting.length >= WAITING) {
      throw new DomainError('error_message', {
        status: 503,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  };

  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) atWork -= 1;
    else next();
  };

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
