/** The emulator's time: the machine's, moved forward by tests. */
export type Clock = {
  nowMs(): number;
  /** Whole seconds, as the API writes times. */
  nowSeconds(): number;
  /** Moves to a moment; never back. */
  moveTo(ms: number): void;
};

/** A clock that follows a base (ms since 1970) and can be moved ahead of it. */
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
