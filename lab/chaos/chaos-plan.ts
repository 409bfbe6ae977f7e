import { lastRelease } from '../../apps/server/test/support/release.ts';

export type ChaosPlan = {
  /** Repeats the choices of an earlier run. */
  seed: number;
  /** How often many buyers compete for the last unit. */
  storms: number;
  /** How often each of two processes is replaced under load. */
  replacements: number;
  /** In seconds, without the idle minutes. */
  memorySeconds: number;
  visitsPerMinute: number;
  /** The last release, as a tag or commit; a deployment replaces it. */
  release: string;
};

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merged into the framework's own
  interface ProvidedContext {
    chaosPlan: ChaosPlan;
  }
}

/** Used if the history has no release tags. */
const RELEASE_BEFORE_TAGS = 'ff1f06b3';

/**
 * Reads `CHAOS_SEED`, `CHAOS_STORMS`, `CHAOS_REPLACEMENTS`, `CHAOS_MEMORY_SECONDS`, `CHAOS_VISITS` and
 * `CHAOS_RELEASE`.
 */
export function readChaosPlan(
  environment: Readonly<Record<string, string | undefined>>,
): ChaosPlan {
  const read = (name: string, otherwise: number) => Number(environment[name] ?? otherwise);
  return {
    seed: read('CHAOS_SEED', 1),
    storms: read('CHAOS_STORMS', 50),
    replacements: read('CHAOS_REPLACEMENTS', 3),
    memorySeconds: read('CHAOS_MEMORY_SECONDS', 3600),
    visitsPerMinute: read('CHAOS_VISITS', 60),
    release: environment['CHAOS_RELEASE'] ?? lastRelease() ?? RELEASE_BEFORE_TAGS,
  };
}
