import { awaitShared } from '@agres/db/database-deadline';

/** Values made from the public content, cached by key and content version. */
export type ContentCache<T> = {
  /** Whether a value of this key and version is ready; counts as no read. */
  isReady: (key: string, version: string | undefined) => boolean;
  /** The value of this key and version, if it is ready. */
  ready: (key: string, version: string | undefined) => T | undefined;
  /**
   * The value; made for the first caller and shared by concurrent ones, from the value of an earlier
   * version where there is one. A failure is every waiting caller's, and is not cached.
   */
  get: (key: string, version: string, make: (earlier: T | undefined) => Promise<T>) => Promise<T>;
};

export type CacheResult = 'hit' | 'miss';

type Entry<T> = { version: string; made: Promise<T>; value?: T; bytes: number };

/** Holds one version of each key, within its limits; the oldest goes first. */
export function createContentCache<T>({
  maxKeys = Infinity,
  maxBytes = Infinity,
  bytesOf = () => 0,
  isCacheable = () => true,
  onRead = () => undefined,
}: {
  maxKeys?: number;
  maxBytes?: number;
  /** Asked once, when the value is there. */
  bytesOf?: (value: T) => number;
  /** Whether a value may serve later callers too. */
  isCacheable?: (value: T) => boolean;
  /** Called for every read: from what was there, or by making it. */
  onRead?: (result: CacheResult) => void;
} = {}): ContentCache<T> {
  const entries = new Map<string, Entry<T>>();
  let totalBytes = 0;
  const drop = (key: string) => {
    totalBytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };

  const isTooLarge = () => totalBytes > maxBytes;
  const dropOldest = () => {
    const [oldest] = entries.keys();
    if (oldest !== undefined) drop(oldest);
  };

  const valueOf = (key: string, version: string | undefined) => {
    const known = entries.get(key);
    return known?.version === version ? known?.value : undefined;
  };

  return {
    isReady: (key, version) => valueOf(key, version) !== undefined,
    ready: (key, version) => {
      const value = valueOf(key, version);
      // What is not ready is asked for by `get`, and counted there.
      if (value !== undefined) onRead('hit');
      return value;
    },
    get: (key, version, make) => {
      const known = entries.get(key);
      if (known?.version === version) {
        onRead('hit');
        return known.value === undefined ? awaitShared(known.made) : known.made;
      }
      onRead('miss');
      const entry: Entry<T> = { version, made: make(known?.value), bytes: 0 };
      drop(key);
      entries.set(key, entry);
      if (entries.size > maxKeys) dropOldest();
      const forget = () => {
        if (entries.get(key) === entry) drop(key);
      };
      const store = (value: T) => {
        if (!isCacheable(value)) return forget();
        entry.value = value;
        if (entries.get(key) !== entry) return;
        entry.bytes = bytesOf(value);
        totalBytes += entry.bytes;
        while (entries.size > 1 && isTooLarge()) dropOldest();
      };
      entry.made.then(store, forget);
      return entry.made;
    },
  };
}
