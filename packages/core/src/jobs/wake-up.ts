/** An interruptible sleep. */
export type WakeUp = {
  /** Resolves after this many milliseconds, or when woken. */
  sleep: (ms: number) => Promise<void>;
  /** Wakes the sleeper; if none is sleeping, the next sleep ends at once. */
  wake: () => void;
};

export function createWakeUp(): WakeUp {
  let endSleep: (() => void) | undefined;
  let wasWoken = false;
  return {
    sleep: (ms) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          endSleep = undefined;
          wasWoken = false;
          resolve();
        };
        const timer = setTimeout(end, ms);
        endSleep = end;
        if (wasWoken) end();
      }),
    wake: () => {
      wasWoken = true;
      endSleep?.();
    },
  };
}
