export type BreakerOptions = {
  /** So many failures one after the other open it. */
  failures: number;
  pauseMs: number;
  /** Milliseconds of any steady clock. */
  now: () => number;
};

/** Keeps callers from a host that is away: after some failures it lets nobody through for a while. */
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
