import { awaitShared } from '@agres/db/database-deadline';

/** So long a version counts as current. */
const FRESH_MS = 150;
/** So long it still serves, while it is read again in the background. */
const USABLE_MS = 800;

/**
 * The version of the public content (items, stock, articles) in the database, so that every process can
 * cache answers made from it.
 */
export type ContentVersion = {
  /** The version, if it was read lately. */
  known: () => string | undefined;
  /** Reads the version; concurrent callers share one query. Throws without database. */
  read: () => Promise<string>;
  /** The known version, else `read`. Throws without database. */
  current: () => Promise<string>;
  /** How long ago the known version was read, in ms; undefined where none is known. */
  ageMs: () => number | undefined;
  /** Forgets what was read: this process may have changed the content. */
  invalidate: () => void;
};

/** `now`: monotonic, in ms. */
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
        // Invalidated in the meantime: this version may be older than the write.
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
    // A failure shows at the next request that has to wait for a version.
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
