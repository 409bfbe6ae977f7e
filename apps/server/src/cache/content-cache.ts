/** Values made from the public content, cached by key and content version. */
export type ContentCache<T> = {
  /** The value of this key and version, if it is ready. */
  ready: (key: string, version: string | undefined) => T | undefined;
  /**
   * The value; made for the first caller and shared by concurrent ones. A failure is every waiting
   * caller's, and is not cached.
   */
  get: (key: string, version: string, make: () => Promise<T>) => Promise<T>;
};

type Entry<T> = { version: string; made: Promise<T>; value?: T };

/** Holds one version of each key, at most `maxKeys`; the oldest goes first. */
export function createContentCache<T>({
  maxKeys = Infinity,
  isCacheable = () => true,
}: {
  maxKeys?: number;
  /** Whether a value may serve later callers too. */
  isCacheable?: (value: T) => boolean;
} = {}): ContentCache<T> {
  const entries = new Map<string, Entry<T>>();

  return {
    ready: (key, version) => {
      const known = entries.get(key);
      return known?.version === version ? known?.value : undefined;
    },
    get: (key, version, make) => {
      const known = entries.get(key);
      if (known?.version === version) return known.made;
      const entry: Entry<T> = { version, made: make() };
      entries.delete(key);
      entries.set(key, entry);
      if (entries.size > maxKeys) entries.delete(entries.keys().next().value ?? key);
      const forget = () => {
        if (entries.get(key) === entry) entries.delete(key);
      };
      const store = (value: T) => {
        if (isCacheable(value)) entry.value = value;
        else forget();
      };
      entry.made.then(store, forget);
      return entry.made;
    },
  };
}
