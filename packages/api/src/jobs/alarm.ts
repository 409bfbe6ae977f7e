/** A sleeper that can be woken. */
export type Alarm = {
  /** Resolves after so many milliseconds, or when the alarm rings. */
  sleep: (ms: number) => Promise<void>;
  /** Wakes whoever sleeps; nobody asleep: the next sleep ends at once. */
  ring: () => void;
};

export function createAlarm(): Alarm {
  let wake: (() => void) | undefined;
  let hasRung = false;
  return {
    sleep: (ms) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          wake = undefined;
          hasRung = false;
          resolve();
        };
        const timer = setTimeout(end, ms);
        wake = end;
        if (hasRung) end();
      }),
    ring: () => {
      hasRung = true;
      wake?.();
    },
  };
}
