import { setTimeout as sleep } from 'node:timers/promises';

const ASSET = /\/assets\/[\w.-]+\.(?:js|css|woff2)/g;
/** The pages that a reader keeps open at the same time. */
const OPEN_PAGES = 12;
const GIVE_UP_MS = 30_000;

/** A build of the site: its entry script, and the files that its pages may request. */
export type Build = { entry: string; files: readonly string[] };

export type Readers = {
  readWhile: (isRunning: () => boolean) => Promise<void>;
  counts: { pages: number; parts: number; 'parts of another release': number; slowestMs: number };
  /** The requests with an unexpected answer, with their times. */
  failed: readonly string[];
};

export type ReadersOptions = {
  origin: string;
  size: number;
  paths: readonly string[];
  builds: readonly Build[];
  /** A seeded random number, from 0 to below 1. */
  random: () => number;
  restMs: number;
};

export function createReaders(options: ReadersOptions): Readers {
  const { origin, size, paths, builds, random, restMs } = options;
  const counts = { pages: 0, parts: 0, 'parts of another release': 0, slowestMs: 0 };
  const failed: string[] = [];
  const below = (limit: number) => Math.floor(random() * limit);
  let newest: Build | undefined;

  const get = async (path: string): Promise<string | null> => {
    const startedAt = performance.now();
    const hour = new Date().toISOString();
    try {
      const response = await fetch(origin + path, { signal: AbortSignal.timeout(GIVE_UP_MS) });
      const text = await response.text();
      counts.slowestMs = Math.max(counts.slowestMs, Math.round(performance.now() - startedAt));
      if (response.ok) return `${response.headers.get('link')} ${text}`;
      failed.push(`${hour} ${path}: ${response.status} ${text.slice(0, 200)}`);
    } catch (error) {
      failed.push(`${hour} ${path}: ${String(error)}`);
    }
    return null;
  };

  const read = async (isRunning: () => boolean) => {
    const open: Build[] = [];
    while (isRunning()) {
      const page = open[below(open.length)];
      if (page === undefined || random() < 0.4) {
        const path = paths[below(paths.length)] ?? '/';
        const text = await get(path);
        counts.pages += 1;
        const named = new Set(text?.match(ASSET));
        const build = builds.find(({ entry }) => named.has(entry));
        if (build !== undefined) {
          newest = build;
          open.unshift(build);
          open.length = Math.min(open.length, OPEN_PAGES);
        }
      } else {
        await get(page.files[below(page.files.length)] ?? page.entry);
        counts.parts += 1;
        if (page !== newest) counts['parts of another release'] += 1;
      }
      await sleep(below(restMs));
    }
  };

  return {
    counts,
    failed,
    readWhile: async (isRunning) => {
      await Promise.all(Array.from({ length: size }, () => read(isRunning)));
    },
  };
}
