/** For so long a version that was read is taken for the present one. */
const FRESH_MS = 150;
/** For so long it still serves, while it is read again behind the scenes. */
const USABLE_MS = 800;

/**
 * Which version of the public content (items, stock, articles) the database holds, so that answers
 * made from it can be kept while it lasts, on every process alike.
 */
export type ContentVersion = {
  /** The version, if it was read lately; else ask `read`. */
  known: () => string | undefined;
  /** Reads the version; callers at the same time share one reading. Throws without database. */
  read: () => Promise<string>;
  /** Something may have been written here: what was read before counts no more. */
  doubt: () => void;
};

/** Keeps the last version read, for a fraction of a second. `now` in ms, steady. */
export function createContentVersion(
  readVersion: () => Promise<string>,
  now: () => number = performance.now.bind(performance),
): ContentVersion {
  let last: { version: string; atMs: number } | undefined;
  let reading: Promise<string> | undefined;

  const read = () => {
    if (reading !== undefined) return reading;
    const startedMs = now();
    const started = readVersion().then(
      (version) => {
        // A doubt in the meantime began another reading: this one may be of before the write.
        if (reading === started) {
          last = { version, atMs: startedMs };
          reading = undefined;
        }
        return version;
      },
      (error: unknown) => {
        if (reading === started) {
          last = undefined;
          reading = undefined;
        }
        throw error;
      },
    );
    reading = started;
    return started;
  };

  return {
    read,
    known: () => {
      if (last === undefined) return undefined;
      const ageMs = now() - last.atMs;
      if (ageMs > USABLE_MS) return undefined;
      // A failure shows at the next request that has to wait for the answer.
      if (ageMs > FRESH_MS) read().catch(() => undefined);
      return last.version;
    },
    doubt: () => {
      last = undefined;
      reading = undefined;
    },
  };
}
