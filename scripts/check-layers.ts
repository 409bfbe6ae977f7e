/**
 * Checks the import rules (`pnpm layers`): runs dependency-cruiser with .dependency-cruiser.mjs. Fails if few
 * modules were read: without TypeScript 5.9, dependency-cruiser finds none and still exits with 0.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';

import { printHelpIfRequested } from './usage.ts';

const root = dirname(import.meta.dirname);
const LEAST_MODULES = 1_000;

/** Checks folders of a checkout against this repository's rules; returns dependency-cruiser's output. */
export function checkLayers(
  cwd: string,
  folders: readonly string[],
): { ok: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/depcruise'),
    [...folders, '--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'err-long'],
    { cwd, encoding: 'utf8' },
  );
  return { ok: status === 0, output: stdout + stderr };
}

if (import.meta.main) {
  printHelpIfRequested(import.meta.filename);
  const folders = ['apps', 'packages', 'lab', 'scripts', 'e2e', 'prisma'];
  const { ok, output } = checkLayers(root, folders);
  console.log(output.trim());
  const [, modules = '0'] = /(\d+) modules/.exec(output) ?? [];
  const isComplete = Number(modules) >= LEAST_MODULES;
  if (!isComplete) console.error(`Only ${modules} modules were read; expected ${LEAST_MODULES}.`);
  process.exitCode = ok && isComplete ? 0 : 1;
}
