/** What `pnpm test` is asked to run. Used by test.ts. */

export type TestPlan = {
  /** Paths for vitest: none is everything, null nothing. */
  unit: readonly string[] | null;
  /** The same for the browser. */
  e2e: readonly string[] | null;
  /** Whether a test may start the built site. */
  needsSite: boolean;
};

/** Where vitest's tests of the built site stand: those that use `built-web.ts`. */
export const TESTS_OF_BUILT_SITE = 'apps/server/test/pages/';

/** Reads arguments: nothing is everything, `unit` and `e2e` are one half, paths narrow their half. */
export function readTestPlan(args: readonly string[]): TestPlan {
  const paths = args.filter((arg) => arg !== 'unit' && arg !== 'e2e');
  const browserPaths = paths.filter((path) => path.startsWith('e2e/'));
  const otherPaths = paths.filter((path) => !path.startsWith('e2e/'));
  const isAll = args.length === 0;
  const hasUnit = isAll || args.includes('unit') || otherPaths.length > 0;
  const hasBrowser = isAll || args.includes('e2e') || browserPaths.length > 0;
  const isAboutSite = otherPaths.length === 0 || otherPaths.some(isAboutBuiltSite);
  return {
    unit: hasUnit ? otherPaths : null,
    e2e: hasBrowser ? browserPaths : null,
    needsSite: hasBrowser || isAboutSite,
  };
}

/** Whether vitest finds a test of the built site by this path, which may be any part of one. */
const isAboutBuiltSite = (path: string) =>
  TESTS_OF_BUILT_SITE.includes(path) || path.includes(TESTS_OF_BUILT_SITE);
