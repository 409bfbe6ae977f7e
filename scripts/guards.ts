/**
 * Builds the site if a source changed, then removes guards one at a time and runs the test that has to
 * fail (`pnpm test:guards`), and prints a line each. Exits with 1 if a test does not notice. Words select
 * the guards whose names contain them: `pnpm test:guards lease`. It changes files of the working tree
 * during a run and restores them, also when interrupted; after a power cut, at its next start.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { buildWeb, isWebBuilt } from './build.ts';
import { GUARDS } from './guards/all.ts';
import type { Guard } from './guards/guard.ts';
import { findMarks, takeAway } from './guards/marks.ts';
import { readVitestReport, type TestCounts } from './test-report.ts';
import { sayUsageIfAsked } from './usage.ts';

sayUsageIfAsked(import.meta.filename);

const root = dirname(import.meta.dirname);
/** The original text of the file that is changed at the moment. */
const BACKUP = join(root, 'node_modules/.cache/agres/guard-taken-away.json');

let running: ChildProcess | undefined;

function putBack(): void {
  if (!existsSync(BACKUP)) return;
  const { file, source }: { file: string; source: string } = JSON.parse(
    readFileSync(BACKUP, 'utf8'),
  );
  writeFileSync(join(root, file), source);
  rmSync(BACKUP);
}

/** Removes a guard from its file. */
function takeGuardAway(guard: Guard): void {
  const found = marks.filter(({ name }) => name === guard.name);
  const [mark] = found;
  if (mark === undefined || found.length > 1) {
    throw new Error(`${guard.name}: marked ${found.length} times in the code`);
  }
  const { file, source } = mark;
  const left = takeAway(guard, mark);
  mkdirSync(dirname(BACKUP), { recursive: true });
  writeFileSync(BACKUP, JSON.stringify({ file, source }));
  writeFileSync(join(root, file), left);
}

/** Runs the test of a guard. */
async function runTest({ suite, test = '' }: Guard): Promise<TestCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'agres-guards-'));
  const report = join(folder, 'report.json');
  const name = test.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const args = ['run', suite, '-t', name, '--reporter=json', `--outputFile.json=${report}`];
  running = spawn(join(root, 'node_modules/.bin/vitest'), args, { cwd: root, stdio: 'ignore' });
  await once(running, 'close');
  running = undefined;
  const counts = existsSync(report) ? readVitestReport(report) : NOTHING;
  rmSync(folder, { recursive: true });
  return counts;
}

const testOf = ({ suite, test }: Guard) => (test === undefined ? suite : `${suite} › ${test}`);

const NOTHING: TestCounts = { passed: 0, failed: [], skipped: [] };

async function isNoticed(guard: Guard): Promise<boolean> {
  takeGuardAway(guard);
  try {
    return (await runTest(guard)).failed.length > 0;
  } finally {
    putBack();
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    running?.kill('SIGKILL');
    putBack();
    process.exit(1);
  });
}
if (existsSync(BACKUP)) console.log('An earlier run was cut off: putting back what it took away.');
putBack();
if (!isWebBuilt(root)) buildWeb(root);
const marks = findMarks(root);

const wanted = process.argv.slice(2).join(' ');
const chosen = GUARDS.filter(({ name }) => name.includes(wanted));
if (chosen.length === 0) {
  console.error(`No guard's name holds "${wanted}".`);
  process.exit(2);
}
// A test that fails anyway shows nothing.
for (const guard of chosen) {
  const { passed, failed } = await runTest(guard);
  if (passed > 0 && failed.length === 0) continue;
  console.error(`${testOf(guard)} does not pass with every guard in place.`);
  process.exit(1);
}
console.log(`The tests of ${chosen.length} guards pass with every guard in place.`);
const unnoticed: string[] = [];
for (const guard of chosen) {
  const noticed = await isNoticed(guard);
  if (!noticed) unnoticed.push(guard.name);
  console.log(`${noticed ? 'noticed  ' : 'UNNOTICED'}  ${guard.name}  (${testOf(guard)})`);
}
console.log(`${chosen.length - unnoticed.length} of ${chosen.length} removed guards were noticed`);
process.exitCode = unnoticed.length === 0 ? 0 : 1;
