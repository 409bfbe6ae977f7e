/**
 * The long tests (`pnpm test:chaos`): builds the site if a source changed, then kills its processes, crashes
 * its database and fails its payment provider, and prints a line per run. Names select runs:
 * `pnpm test:chaos storm`. `pnpm lab` tells when each last succeeded.
 *
 * CHAOS_SEED repeats the random choices of an earlier run; the other settings are in
 * lab/chaos/chaos-plan.ts.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { buildWeb, isWebBuilt } from '../../scripts/build.ts';
import { printHelpIfRequested } from '../../scripts/usage.ts';
import { recordRuns } from '../runs.ts';

printHelpIfRequested(import.meta.filename);

const root = join(import.meta.dirname, '../..');
const names = process.argv.slice(2);
const seed = process.env['CHAOS_SEED'] ?? String(Date.now() % 1_000_000);

if (!isWebBuilt(root)) {
  console.log('Building the site …');
  buildWeb(root);
}
console.log(`To repeat this run: CHAOS_SEED=${seed} pnpm test:chaos ${names.join(' ')}`.trimEnd());
const report = join(mkdtempSync(join(tmpdir(), 'agres-chaos-')), 'vitest.json');
const { status } = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  [
    'run',
    '--config=lab/chaos/chaos.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...names,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHAOS_SEED: seed } },
);
recordRuns(readScenarios(report).map((scenario) => `test:chaos ${scenario}`));
process.exitCode = status ?? 1;

/** Returns the scenarios that passed; a skipped one did not. */
function readScenarios(file: string): string[] {
  if (!existsSync(file)) return [];
  const { testResults }: Report = JSON.parse(readFileSync(file, 'utf8'));
  return testResults.flatMap(({ name, status: outcome, assertionResults }) =>
    outcome === 'passed' && assertionResults.some((test) => test.status === 'passed')
      ? [basename(name, '.chaos.ts')]
      : [],
  );
}

type Report = {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
};
