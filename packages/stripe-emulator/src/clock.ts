/** The emulator's clock: the machine's time, which tests can move forward. */
export type Clock = {
  nowMs(): number;
  /** Returns whole seconds, the unit of times in the API. */
  nowSeconds(): number;
  /** Moves forward to a time; earlier times are ignored. */
  moveTo(ms: number): void;
};

/** Creates a clock that follows a base clock (ms since 1970) and can be moved ahead of it. */
export function createClock(baseMs: () => number): Clock {
  let aheadMs = 0;
  const nowMs = () => baseMs() + aheadMs;
  return {
    nowMs,
    nowSeconds: () => Math.floor(nowMs() / 1000),
    moveTo(ms) {
      const current = nowMs();
      if (ms > current) aheadMs += ms - current;
    },
  };
}
