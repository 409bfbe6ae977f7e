import { awaitShared } from '@agres/db/database-deadline';

export type ContentCache<T> = {
  /** Whether the value is ready; does not count as a read. */
  isReady: (key: string, version: string | undefined) => boolean;
  ready: (key: string, version: string | undefined) => T | undefined;
  /**
   * Returns the value. The first caller creates it, given the value of an earlier version if there is one,
   * and concurrent callers share it. A failure rejects all waiting callers and is not cached.
   */
  get: (key: string, version: string, make: (earlier: T | undefined) => Promise<T>) => Promise<T>;
};

export type CacheResult = 'hit' | 'miss';

type Entry<T> = { version: string; made: Promise<T>; value?: T; bytes: number };

/** Creates a cache that keeps one version of each key and evicts the oldest entry first. */
export function createContentCache<T>({
  maxKeys = Infinity,
  maxBytes = Infinity,
  bytesOf = () => 0,
  isCacheable = () => true,
  onRead = () => undefined,
}: {
  maxKeys?: number;
  maxBytes?: number;
  bytesOf?: (value: T) => number;
  /** Whether later callers may get the value too. */
  isCacheable?: (value: T) => boolean;
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
      // The call of `get` that follows counts a miss.
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
