/**
 * Runs the tests of all guards once, then removes guards one at a time, runs the test that must fail
 * (`pnpm test:guards`), and prints a line each. Exits with 1 if a test does not notice. Words select the guards
 * whose names or test paths contain them: `pnpm test:guards lease`, `pnpm test:guards test/declarations`.
 *
 * Builds the site if a test needs it and a source changed. Files of the working tree change during a run and
 * are restored, also when it is interrupted; after a power cut, at the next start.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { startPostgresServer } from '@agres/db/local/postgres-server';

import { buildWeb, isWebBuilt } from '../../scripts/build.ts';
import { ensureBrowser } from '../../scripts/find-browser.ts';
import {
  readPlaywrightTests,
  readVitestTests,
  type ReportedTest,
} from '../../scripts/test-report.ts';
import { printHelpIfRequested } from '../../scripts/usage.ts';
import { recordRuns } from '../runs.ts';
import { GUARDS } from './all.ts';
import { testNamesOf, type Guard } from './guard.ts';
import { findMarks, takeAway } from './marks.ts';

printHelpIfRequested(import.meta.filename);

const root = join(import.meta.dirname, '../..');
/** Holds the original text of the changed file. */
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

/** Without names, all tests of the files run. */
type Wanted = { suites: readonly string[]; names: readonly RegExp[] };

/** Runs tests in vitest or in the browser, and stops after `bail` failures; 0 never stops. */
async function runTests({ suites, names }: Wanted, bail = 0): Promise<ReportedTest[]> {
  if (suites.length === 0) return [];
  const isBrowser = suites.some(isOfBrowser);
  const needsSite =
    isBrowser || suites.some((suite) => suite.startsWith('apps/server/test/pages/'));
  if (needsSite && !isWebBuilt(root)) buildWeb(root);
  const folder = mkdtempSync(join(tmpdir(), 'agres-guards-'));
  const report = join(folder, 'report.json');
  const pattern = names.map(({ source }) => source).join('|');
  if (isBrowser) {
    const browser = ensureBrowser(root);
    await runTool('playwright', ['test', ...suites, '--grep', pattern, '--reporter=json'], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      ...(browser === undefined ? {} : { CHROMIUM_PATH: browser }),
    });
  } else {
    const output = ['--reporter=json', `--outputFile.json=${report}`];
    await runTool('vitest', ['run', ...suites, '-t', pattern, `--bail=${bail}`, ...output], {});
  }
  const readTests = isBrowser ? readPlaywrightTests : readVitestTests;
  const tests = existsSync(report) ? readTests(report) : [];
  rmSync(folder, { recursive: true });
  return tests;
}

async function runTool(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<void> {
  running = spawn(join(root, 'node_modules/.bin', name), args, {
    cwd: root,
    stdio: 'ignore',
    // Without CI no test is retried: a second try can pass without the guard.
    env: { ...process.env, CI: '', ...(server && { TEST_DATABASE_URL: server.url }), ...env },
  });
  await once(running, 'close');
  running = undefined;
}

const isOfBrowser = (suite: string) => suite.startsWith('e2e/');
const wantedBy = (guard: Guard): Wanted => ({
  suites: [guard.suite],
  names: testNamesOf(guard),
});

/** Runs the tests of guards while every guard is in place; returns the guards whose test does not pass. */
async function findBroken(guards: readonly Guard[]): Promise<Guard[]> {
  const browser = guards.filter(({ suite }) => isOfBrowser(suite));
  const whole = guards.filter((guard) => !isOfBrowser(guard.suite) && guard.test === undefined);
  const named = guards.filter((guard) => !isOfBrowser(guard.suite) && guard.test !== undefined);
  const tests: ReportedTest[] = [];
  for (const group of [browser, whole, named]) {
    const suites = [...new Set(group.map(({ suite }) => suite))];
    tests.push(...(await runTests({ suites, names: group.flatMap(testNamesOf) })));
  }
  return guards.filter((guard) => {
    const own = tests.filter(
      ({ file, name, status }) =>
        file === guard.suite &&
        status !== 'skipped' &&
        testNamesOf(guard).every((wanted) => wanted.test(name)),
    );
    return own.length === 0 || own.some(({ status }) => status === 'failed');
  });
}

const testOf = ({ suite, test }: Guard) => (test === undefined ? suite : `${suite} › ${test}`);

async function isNoticed(guard: Guard): Promise<boolean> {
  takeGuardAway(guard);
  try {
    return (await runTests(wantedBy(guard), 1)).some(({ status }) => status === 'failed');
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
const marks = findMarks(root);

const wanted = process.argv.slice(2).join(' ');
const chosen = GUARDS.filter(({ name, suite }) => name.includes(wanted) || suite.includes(wanted));
if (chosen.length === 0) {
  console.error(`No guard's name holds "${wanted}", nor does the path of its test.`);
  process.exit(2);
}
// Lets Node.js compile the code once for all runs.
process.env['NODE_COMPILE_CACHE'] ??= join(dirname(BACKUP), 'compiled');
// One server for all runs.
const server = process.env['TEST_DATABASE_URL'] ? undefined : await startPostgresServer();
try {
  const isWhole = chosen.length === GUARDS.length;
  const areNoticed = await areAllNoticed();
  if (areNoticed && isWhole) recordRuns(['test:guards']);
  process.exitCode = areNoticed ? 0 : 1;
} finally {
  await server?.remove();
}
console.log(`time: ${Math.round(performance.now() / 1000)} s`);

async function areAllNoticed(): Promise<boolean> {
  // A test that fails although every guard is in place proves nothing.
  const broken = await findBroken(chosen);
  for (const guard of broken) {
    console.error(`BROKEN     ${guard.name}  (${testOf(guard)} does not pass with every guard)`);
  }
  const whole = chosen.filter((guard) => !broken.includes(guard));
  console.log(`The tests of ${whole.length} guards pass with every guard in place.`);
  let noticed = 0;
  for (const guard of whole) {
    const isSeen = await isNoticed(guard);
    if (isSeen) noticed += 1;
    console.log(`${isSeen ? 'noticed  ' : 'UNNOTICED'}  ${guard.name}  (${testOf(guard)})`);
  }
  console.log(`${noticed} of ${chosen.length} removed guards were noticed`);
  return noticed === chosen.length;
}
