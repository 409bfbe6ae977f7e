import { awaitShared } from '@agres/db/database-deadline';

/** A cache of values made from the public content, by key and content version. */
export type ContentCache<T> = {
  /** Whether a value of this key and version is ready; does not count as a read. */
  isReady: (key: string, version: string | undefined) => boolean;
  /** Returns the value of this key and version if it is ready. */
  ready: (key: string, version: string | undefined) => T | undefined;
  /**
   * Returns the value; created for the first caller and shared by concurrent ones, given the value of an
   * earlier version if there is one. A failure rejects all waiting callers and is not cached.
   */
  get: (key: string, version: string, make: (earlier: T | undefined) => Promise<T>) => Promise<T>;
};

export type CacheResult = 'hit' | 'miss';

type Entry<T> = { version: string; made: Promise<T>; value?: T; bytes: number };

/** Creates a cache with one version of each key, within its limits; the oldest entry is evicted first. */
export function createContentCache<T>({
  maxKeys = Infinity,
  maxBytes = Infinity,
  bytesOf = () => 0,
  isCacheable = () => true,
  onRead = () => undefined,
}: {
  maxKeys?: number;
  maxBytes?: number;
  /** Called once per value, when it is ready. */
  bytesOf?: (value: T) => number;
  /** Whether a value may be served to later callers too. */
  isCacheable?: (value: T) => boolean;
  /** Called for every read, with a hit or a miss. */
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
      // A miss is counted by the call of `get` that follows.
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
