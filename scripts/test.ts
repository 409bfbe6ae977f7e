/**
 * Every automated test (`pnpm test`): builds the site if a source changed, finds a browser and a
 * PostgreSQL, runs vitest, asks for the plans of the statements that the product sent meanwhile
 * (decision 059), runs Playwright, and says what ran, what was left out, what failed and how much
 * processor time it took. The last line is the counts alone. Exits with 1 on a failure, or where no
 * test ran.
 *
 * `pnpm test unit` runs vitest only, `pnpm test e2e` the browser only; paths narrow further:
 * `pnpm test packages/domain e2e/purchase.test.ts`. `pnpm test --changed` runs what the changes since
 * main can break.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { keepStatements, readNotedStatements } from '@shop/db/testing/noted-statements';
import { hasPostgresBinaries, startPostgresServer } from '@shop/db/testing/postgres-server';
import { addressOf, prepareTestServers } from '@shop/db/testing/test-servers';

import { buildWeb, isWebBuilt } from './build.ts';
import { findChangedTests } from './changed-tests.ts';
import { ensureBrowser } from './find-browser.ts';
import { checkPlans } from './plans/check-plans.ts';
import { startProcessorClock } from './processor-time.ts';
import { readTestPlan, type TestPlan } from './test-plan.ts';
import {
  readPlaywrightReport,
  readVitestReport,
  settleCounts,
  type TestCounts,
} from './test-report.ts';
import { sayUsageIfAsked } from './usage.ts';

sayUsageIfAsked(import.meta.filename);

const root = dirname(import.meta.dirname);
const processor = startProcessorClock();

type Run = { name: string; counts: TestCounts; seconds?: number | undefined };

/** Notes what a run costs, with everything that it starts. */
async function measured(run: () => Promise<Run>): Promise<Run> {
  const before = processor.seconds();
  const done = await run();
  const after = processor.seconds();
  return before === undefined || after === undefined ? done : { ...done, seconds: after - before };
}

async function runVitest(paths: readonly string[], env: Record<string, string>): Promise<Run> {
  const report = join(reports, 'vitest.json');
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const exitCode = await runTool('vitest', ['run', ...paths, ...args], env);
  const counts = existsSync(report) ? readVitestReport(report) : NOTHING;
  return { name: 'vitest', counts: settleCounts(counts, exitCode) };
}

/** Asks for the plans of what the product sent during a run of vitest, of every file or of some. */
async function askPlans(isWhole: boolean): Promise<Run> {
  const name = 'plans';
  const statements = readNotedStatements(statementsFolder);
  keepStatements(statements);
  if (statements.length === 0 && !isWhole) return { name, counts: NOTHING };
  const servers = await prepareTestServers(databaseUrl);
  try {
    const server = await servers.server(servers.kind);
    if (server.kind === 'pglite') {
      leftOut.push('the plans of statements: there is no PostgreSQL');
      return { name, counts: NOTHING };
    }
    const template = addressOf(server.url, server.template);
    const { asked, faults, unused } = await checkPlans(template, statements, { choice: 'forced' });
    console.log(`Plans: ${asked} statements of the product, ${faults.length} read something whole`);
    const silent = asked === 0 ? ['no statement of the product was noted'] : [];
    const stale = unused.map((text) => `no statement needs this exception any more: ${text}`);
    const failed = isWhole ? [...faults, ...stale, ...silent] : faults;
    return {
      name,
      counts: { passed: asked > 0 && failed.length === 0 ? 1 : 0, failed, skipped: [] },
    };
  } finally {
    await servers.close();
  }
}

async function runPlaywright(paths: readonly string[], env: Record<string, string>): Promise<Run> {
  const report = join(reports, 'playwright.json');
  const exitCode = await runTool('playwright', ['test', ...paths, '--reporter=list,json'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const counts = existsSync(report) ? readPlaywrightReport(report) : NOTHING;
  return { name: 'browser', counts: settleCounts(counts, exitCode) };
}

/** Builds the site; a failure counts as one and stops nothing that does without it. */
async function buildSite(): Promise<Run> {
  console.log('Building the site …');
  try {
    buildWeb(root);
    return { name: 'build', counts: NOTHING };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { name: 'build', counts: settleCounts(NOTHING, 1) };
  }
}

const NOTHING: TestCounts = { passed: 0, failed: [], skipped: [] };

async function runTool(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<number | null> {
  const child = spawn(join(root, 'node_modules/.bin', name), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  await once(child, 'close');
  return child.exitCode;
}

function summarise(runs: readonly Run[], leftOut: readonly string[]): boolean {
  console.log('');
  for (const { name, counts } of runs) {
    const failures = counts.failed.length;
    const isCounted = counts.passed + failures > 0;
    if (isCounted) console.log(`${name}: ${counts.passed} passed, ${failures} failed`);
  }
  const skipped = runs.flatMap(({ counts }) => counts.skipped);
  for (const name of [...leftOut, ...skipped]) console.log(`left out: ${name}`);
  const failed = runs.flatMap(({ name, counts }) =>
    counts.failed.map((line) => `${name}: ${line}`),
  );
  const again = runs.flatMap(({ counts }) => counts.secondTries ?? []);
  for (const line of again) console.log(`passed at its second try: ${line}`);
  for (const line of failed) console.log(`failed: ${line}`);
  console.log(`time: ${describeTime(runs)}`);

  const passed = runs.reduce((total, { counts }) => total + counts.passed, 0);
  console.log(`${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
  return failed.length === 0 && passed > 0;
}

/** Once everything has ended, so that the database is in the whole; it serves both runners. */
function describeTime(runs: readonly Run[]): string {
  const wall = `${Math.round(performance.now() / 1000)} s by the clock`;
  const whole = processor.seconds();
  if (whole === undefined) return `${wall}; what the processor did cannot be read here`;
  const parts = runs.map(({ name, seconds }) => `${name} ${(seconds ?? 0).toFixed(1)}`);
  return `${whole.toFixed(1)} s of processor (${parts.join(', ')}), ${wall}`;
}

/** What to run of the changes since main; null where they can break nothing. */
function planChanged(): TestPlan | null {
  const { since, paths, leftOut: rest } = findChangedTests(root);
  console.log(`Since ${since}: ${paths.length} files of tests`);
  leftOut.push(...rest);
  return paths.length === 0 ? null : readTestPlan(paths);
}

const args = process.argv.slice(2);
const leftOut: string[] = [];
if (args.includes('--changed') && args.length > 1) {
  console.error('`--changed` finds the paths itself: it stands alone.');
  process.exit(1);
}
const plan = args.includes('--changed') ? planChanged() : readTestPlan(args);
if (plan === null) {
  for (const name of leftOut) console.log(`left out: ${name}`);
  console.log('0 passed, 0 failed, 0 skipped');
  process.exit(0);
}
const reports = mkdtempSync(join(tmpdir(), 'agres-test-'));
const statementsFolder = join(reports, 'statements');
mkdirSync(statementsFolder);
// Tests start some hundred processes of the same code: Node.js compiles it once for all of them.
process.env['NODE_COMPILE_CACHE'] ??= join(reports, 'compiled');
const runs: Run[] = [];

if (plan.needsSite && !isWebBuilt(root)) runs.push(await measured(buildSite));

// One server for both runners; a run of vitest alone starts its own when a test asks for it.
const given = process.env['TEST_DATABASE_URL'];
const server = given || !plan.e2e ? undefined : await startPostgresServer();
const databaseUrl = given ?? server?.url;
const database = databaseUrl === undefined ? {} : { TEST_DATABASE_URL: databaseUrl };
if (!databaseUrl && !(await hasPostgresBinaries())) {
  leftOut.push('what needs PostgreSQL: there is neither TEST_DATABASE_URL nor a PostgreSQL here');
}

try {
  const { unit, e2e } = plan;
  if (unit) {
    const noting = { ...database, STATEMENTS_FOLDER: statementsFolder };
    runs.push(await measured(() => runVitest(unit, noting)));
    runs.push(await measured(() => askPlans(unit.length === 0)));
  }
  if (e2e) {
    const browser = ensureBrowser(root);
    console.log(`Browser: ${browser ?? 'none could be found or installed'}`);
    runs.push(
      browser === undefined
        ? { name: 'browser', counts: settleCounts(NOTHING, null) }
        : await measured(() => runPlaywright(e2e, { ...database, CHROMIUM_PATH: browser })),
    );
  }
} finally {
  await server?.remove();
  rmSync(reports, { recursive: true });
}
process.exitCode = summarise(runs, leftOut) ? 0 : 1;
