export type BreakerOptions = {
  /** How many consecutive failures open it. */
  failures: number;
  pauseMs: number;
  /** A monotonic clock, in ms. */
  now: () => number;
};

/** A circuit breaker: after repeated failures of a host, callers skip it for a while. */
export type Breaker = {
  isOpen: () => boolean;
  succeeded: () => void;
  failed: () => void;
};

/** Creates a closed breaker. After the pause, one more failure opens it again. */
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
