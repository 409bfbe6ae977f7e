import { DomainError } from '@shop/domain/errors';

export type SlotLimits = {
  /** How many may work at the same time. */
  atWork: number;
  /** How many more may stand in line. */
  waiting: number;
  maxWaitMs: number;
  /** What those are told who find no place in line, or waited too long. */
  retryAfterSeconds: number;
};

/** A bounded number of places to work at, and a bounded line in front of them. */
export type Slots = {
  /** Does the work once a place is free; refuses with 503 `error_message` when the line is too long. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

/** First come, first served. */
export function createSlots({ atWork, waiting, maxWaitMs, retryAfterSeconds }: SlotLimits): Slots {
  const line = new Set<() => void>();
  let working = 0;

  const busy = () => new DomainError('error_message', { status: 503, retryAfterSeconds });

  const enter = async (): Promise<void> => {
    if (working < atWork) {
      working += 1;
      return;
    }
    if (line.size >= waiting) throw busy();
    await new Promise<void>((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.delete(admit);
        reject(busy());
      }, maxWaitMs);
      line.add(admit);
    });
  };

  const leave = () => {
    const [next] = line;
    if (next === undefined) {
      working -= 1;
      return;
    }
    line.delete(next);
    next();
  };

  return {
    run: async (work) => {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
