import { awaitShared } from '@agres/db/database-deadline';

/** How long a version counts as current. */
const FRESH_MS = 150;
/** How long an older version is served while a new one is read in the background. */
const USABLE_MS = 800;

/**
 * The version of the public content (items, stock, articles) in the database, by which every process can
 * cache answers.
 */
export type ContentVersion = {
  /** Returns the version if it was read recently, and never waits. */
  known: () => string | undefined;
  /** Reads the version; concurrent callers share one query. Throws without a database. */
  read: () => Promise<string>;
  /** Returns the known version, or reads it. Throws without a database. */
  current: () => Promise<string>;
  /** The age of the known version; undefined if no version is known. */
  ageMs: () => number | undefined;
  /** Call it when this process may have changed the content. */
  invalidate: () => void;
};

/** Creates the reader of the content version; `now` is a monotonic clock. */
export function createContentVersion(
  readVersion: () => Promise<string>,
  now: () => number = performance.now.bind(performance),
): ContentVersion {
  let last: { version: string; atMs: number } | undefined;
  let reading: Promise<string> | undefined;

  const read = () => {
    if (reading !== undefined) return awaitShared(reading);
    const startedMs = now();
    const started = readVersion().then(
      (version) => {
        // If `reading` has changed, an `invalidate` came during the read: this version may be older than the
        // write.
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

  const known = () => {
    if (last === undefined) return undefined;
    const ageMs = now() - last.atMs;
    if (ageMs > USABLE_MS) return undefined;
    // The next request that has to wait for a version gets the failure.
    if (ageMs > FRESH_MS) read().catch(() => undefined);
    return last.version;
  };

  return {
    read,
    known,
    ageMs: () => (last === undefined ? undefined : now() - last.atMs),
    current: async () => known() ?? (await read()),
    invalidate: () => {
      last = undefined;
      reading = undefined;
    },
  };
}
