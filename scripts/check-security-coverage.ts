/**
 * Holds that every requirement of security, A1 to I6 (docs/SECURITY.md), is named by a test that
 * runs: its id begins a test's title, or that of a group. Run by `pnpm check`; prints what is missing,
 * and with `--list` the tests of each.
 */
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { readTestFile } from './read-tests.ts';

/** How many requirements each chapter has. */
const CHAPTERS = { A: 8, B: 11, C: 8, D: 11, E: 9, F: 8, G: 7, H: 6, I: 6 } as const;
/** Nothing to be seen from outside: how long what is kept is kept. */
const NOT_TESTED = new Set(['H5']);

/** Every requirement's id. */
export const REQUIREMENTS: readonly string[] = Object.entries(CHAPTERS)
  .flatMap(([chapter, count]) =>
    Array.from({ length: count }, (_, index) => `${chapter}${index + 1}`),
  )
  .filter((id) => !NOT_TESTED.has(id));

/** The tests that name each requirement, as `file › title`. */
export function findNamedTests(root: string): Map<string, string[]> {
  const named = new Map(REQUIREMENTS.map((id) => [id, [] as string[]]));
  const pattern = '{apps,packages}/*/src/**/*.test.{ts,tsx}';
  for (const file of globSync([pattern, '{scripts,prisma,e2e}/**/*.test.ts'], { cwd: root })) {
    for (const { titles, isLeftOut } of readTestFile(join(root, file)).tests) {
      if (isLeftOut) continue;
      const sources = titles.map(({ source }) => source);
      for (const id of sources.flatMap(readIds)) {
        named.get(id)?.push(`${file} › ${sources.join(' › ')}`);
      }
    }
  }
  return named;
}

/** The ids that a title begins with: `F6, F8: an address …`. */
export function readIds(title: string): string[] {
  const [, ids = ''] = /^((?:[A-I]\d+, )*[A-I]\d+): /.exec(title) ?? [];
  return ids === '' ? [] : ids.split(', ');
}

if (import.meta.main) {
  const named = findNamedTests(dirname(import.meta.dirname));
  const missing = [...named].filter(([, tests]) => tests.length === 0).map(([id]) => id);
  for (const id of missing) console.error(`${id}: no test that runs begins with "${id}: "`);
  if (process.argv.includes('--list')) {
    for (const [id, tests] of named) console.log([id, ...tests].join('\n   '));
  }
  console.log(`security: ${named.size - missing.length} of ${named.size} requirements have tests`);
  process.exitCode = missing.length === 0 ? 0 : 1;
}
