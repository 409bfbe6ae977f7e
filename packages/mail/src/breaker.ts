export type BreakerOptions = {
  /** Consecutive failures that open it. */
  failures: number;
  pauseMs: number;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
};

/** A circuit breaker: after some failures of a host, calls to it are skipped for a while. */
export type Breaker = {
  isOpen: () => boolean;
  succeeded: () => void;
  failed: () => void;
};

/** A closed breaker. Once its pause is over, one more failure opens it again. */
export function createBreaker({ failures, pauseMs, now }: BreakerOptions): Breaker {
  let failuresInARow = 0;
  let openUntil = Number.NEGATIVE_INFINITY;
  return {
    isOpen: () => now() < openUntil,
    succeeded: () => {
      failuresInARow = 0;
    },
    failed: () => {
      failuresInARow += 1;
      if (failuresInARow >= failures) openUntil = now() + pauseMs;
    },
  };
}
