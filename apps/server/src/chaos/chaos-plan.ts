/** How long and how hard the chaos runs, from the environment of `pnpm test:chaos`. */
export type ChaosPlan = { seed: number; seconds: number; buyers: number; killEveryMs: number };

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merged into the framework's own
  interface ProvidedContext {
    chaosPlan: ChaosPlan;
  }
}

/** `CHAOS_SEED`, `CHAOS_SECONDS`, `CHAOS_BUYERS`, `CHAOS_KILL_EVERY_MS`; a new seed unless given. */
export function readChaosPlan(
  environment: Readonly<Record<string, string | undefined>>,
): ChaosPlan {
  const read = (name: string, otherwise: number) => Number(environment[name] ?? otherwise);
  return {
    seed: read('CHAOS_SEED', Date.now() % 1_000_000),
    seconds: read('CHAOS_SECONDS', 600),
    buyers: read('CHAOS_BUYERS', 12),
    killEveryMs: read('CHAOS_KILL_EVERY_MS', 3000),
  };
}
