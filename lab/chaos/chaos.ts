/**
 * The long tests (`pnpm test:chaos`): builds the site if a source changed, then kills its processes, crashes
 * its database and fails its payment provider, and prints a line per run. Names select runs:
 * `pnpm test:chaos storm`. `pnpm lab` tells when each last succeeded.
 *
 * CHAOS_SEED repeats the random choices of an earlier run; the other settings are in
 * lab/chaos/chaos-plan.ts.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { buildWeb, isWebBuilt } from '../../scripts/build.ts';
import { sayUsageIfAsked } from '../../scripts/usage.ts';
import { recordRuns, SCENARIOS } from '../runs.ts';

sayUsageIfAsked(import.meta.filename);

const root = join(import.meta.dirname, '../..');
const names = process.argv.slice(2);
const seed = process.env['CHAOS_SEED'] ?? String(Date.now() % 1_000_000);

if (!isWebBuilt(root)) {
  console.log('Building the site …');
  buildWeb(root);
}
console.log(`To repeat this run: CHAOS_SEED=${seed} pnpm test:chaos ${names.join(' ')}`.trimEnd());
const { status } = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  ['run', '--config', 'lab/chaos/chaos.config.ts', ...names],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHAOS_SEED: seed } },
);
if (status === 0) {
  const run = SCENARIOS.filter((scenario) => names.length === 0 || names.includes(scenario));
  // An hour long, so it runs by its name alone (chaos.config.ts).
  const done = run.filter((scenario) => scenario !== 'memory' || names.includes(scenario));
  recordRuns(done.map((scenario) => `test:chaos ${scenario}`));
}
process.exitCode = status ?? 1;
