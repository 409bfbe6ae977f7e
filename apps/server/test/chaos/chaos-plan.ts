import { lastRelease } from '../support/release.ts';

/** How long and how hard the chaos runs, from the environment of `pnpm test:chaos`. */
export type ChaosPlan = {
  /** Repeats the choices of an earlier run. */
  seed: number;
  /** How long everything fails at once, at least. */
  seconds: number;
  buyers: number;
  /** How many processes are killed at random in that time, at least. */
  kills: number;
  /** How often the database server crashes and comes back. */
  restarts: number;
  /** How often many buyers come at once for the last unit. */
  storms: number;
  /** How many inputs are made up for each call. */
  inputs: number;
  /** How often each of two processes is replaced under load. */
  replacements: number;
  /** How long memory is watched, the minutes of rest not counted. */
  memorySeconds: number;
  /** How many people come in a minute meanwhile. */
  visitsPerMinute: number;
  /** The tag or commit of the last release, which a deployment begins with. */
  release: string;
};

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merged into the framework's own
  interface ProvidedContext {
    chaosPlan: ChaosPlan;
  }
}

/** Where the history has no tag that it could be known by. */
const RELEASE_BEFORE_TAGS = 'f3653f2';

/**
 * `CHAOS_SEED`, `CHAOS_SECONDS`, `CHAOS_BUYERS`, `CHAOS_KILLS`, `CHAOS_RESTARTS`, `CHAOS_STORMS`,
 * `CHAOS_INPUTS`, `CHAOS_REPLACEMENTS`, `CHAOS_MEMORY_SECONDS`, `CHAOS_VISITS`, `CHAOS_RELEASE`.
 */
export function readChaosPlan(
  environment: Readonly<Record<string, string | undefined>>,
): ChaosPlan {
  const read = (name: string, otherwise: number) => Number(environment[name] ?? otherwise);
  return {
    seed: read('CHAOS_SEED', 1),
    seconds: read('CHAOS_SECONDS', 600),
    buyers: read('CHAOS_BUYERS', 40),
    kills: read('CHAOS_KILLS', 200),
    restarts: read('CHAOS_RESTARTS', 20),
    storms: read('CHAOS_STORMS', 50),
    inputs: read('CHAOS_INPUTS', 1000),
    replacements: read('CHAOS_REPLACEMENTS', 3),
    memorySeconds: read('CHAOS_MEMORY_SECONDS', 3600),
    visitsPerMinute: read('CHAOS_VISITS', 60),
    release: environment['CHAOS_RELEASE'] ?? lastRelease() ?? RELEASE_BEFORE_TAGS,
  };
}
