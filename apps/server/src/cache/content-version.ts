import { awaitShared } from '@agres/db/database-deadline';

/** How long a version counts as current, in ms. */
const FRESH_MS = 150;
/** How long an older version is still served while it is read again in the background, in ms. */
const USABLE_MS = 800;

/**
 * The version of the public content (items, stock, articles) in the database, so that every process can cache
 * answers made from it.
 */
export type ContentVersion = {
  /** Returns the version if it was read recently. */
  known: () => string | undefined;
  /** Reads the version; concurrent callers share one query. Throws without a database. */
  read: () => Promise<string>;
  /** Returns the known version, or reads it. Throws without a database. */
  current: () => Promise<string>;
  /** Returns the age of the known version, in ms; undefined if none is known. */
  ageMs: () => number | undefined;
  /** Discards the known version, because this process may have changed the content. */
  invalidate: () => void;
};

/** Creates the reader of the content version. `now`: a monotonic clock, in ms. */
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
        // Invalidated during the read: this version may be older than the write.
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
    // A failure surfaces at the next request that has to wait for a version.
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
