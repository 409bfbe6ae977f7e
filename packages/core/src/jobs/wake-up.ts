export type WakeUp = {
  sleep: (ms: number) => Promise<void>;
  /** Ends the current sleep. If there is none, the next one ends at once. */
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
