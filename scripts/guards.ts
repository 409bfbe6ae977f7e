/**
 * Takes guards away one at a time and runs the test that has to notice (`pnpm test:guards`), then
 * prints a line each. Exits with 1 where one goes unnoticed. Words narrow it to the guards whose
 * names hold them: `pnpm test:guards lease`. It changes files of the working tree for the time of a
 * run and puts them back, also when it is interrupted; after a power cut, at its next start.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { GUARDS } from './guards/all.ts';
import type { Guard } from './guards/guard.ts';
import { readVitestReport, type TestCounts } from './test-report.ts';

const root = dirname(import.meta.dirname);
/** What stood in the file that is changed at the moment. */
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

function takeAway({ file, guard, without }: Guard): void {
  const path = join(root, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(guard).length !== 2) throw new Error(`${file} does not have once: ${guard}`);
  mkdirSync(dirname(BACKUP), { recursive: true });
  writeFileSync(BACKUP, JSON.stringify({ file, source }));
  writeFileSync(
    path,
    source.replace(guard, () => without),
  );
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

const NOTHING: TestCounts = { passed: 0, failed: 0, skipped: [] };

async function isNoticed(guard: Guard): Promise<boolean> {
  takeAway(guard);
  try {
    return (await runTest(guard)).failed > 0;
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

const wanted = process.argv.slice(2).join(' ');
const chosen = GUARDS.filter(({ name }) => name.includes(wanted));
// A test that fails anyway notices nothing.
for (const guard of chosen) {
  const { passed, failed } = await runTest(guard);
  if (passed > 0 && failed === 0) continue;
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
