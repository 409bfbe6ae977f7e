/**
 * Every automated test (`pnpm test`): builds the site if a source changed, finds a browser and a
 * PostgreSQL, runs vitest and then Playwright, and says what ran and what was left out. The last
 * line is the counts alone. Exits with 1 on a failure, or where no test ran.
 *
 * `pnpm test unit` runs vitest only, `pnpm test e2e` the browser only; paths narrow further:
 * `pnpm test packages/domain e2e/purchase.test.ts`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { hasPostgresBinaries, startPostgresServer } from '@shop/db/testing/postgres-server';

import { buildWeb, isWebBuilt } from './build.ts';
import { ensureBrowser } from './find-browser.ts';
import { readTestPlan } from './test-plan.ts';
import {
  readPlaywrightReport,
  readVitestReport,
  settleCounts,
  type TestCounts,
} from './test-report.ts';

const root = dirname(import.meta.dirname);

type Run = { name: string; counts: TestCounts };

async function runVitest(paths: readonly string[], env: Record<string, string>): Promise<Run> {
  const report = join(reports, 'vitest.json');
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const exitCode = await runTool('vitest', ['run', ...paths, ...args], env);
  const counts = existsSync(report) ? readVitestReport(report) : NOTHING;
  return { name: 'vitest', counts: settleCounts(counts, exitCode) };
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

/** Builds the site; a failure counts as one and stops nothing that does without. */
function buildSite(): Run[] {
  console.log('Building the site …');
  try {
    buildWeb(root);
    return [];
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return [{ name: 'build', counts: settleCounts(NOTHING, 1) }];
  }
}

const NOTHING: TestCounts = { passed: 0, failed: 0, skipped: [] };

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
    console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed`);
  }
  const skipped = runs.flatMap(({ counts }) => counts.skipped);
  for (const name of [...leftOut, ...skipped]) console.log(`left out: ${name}`);

  const sum = (pick: (counts: TestCounts) => number) =>
    runs.reduce((total, { counts }) => total + pick(counts), 0);
  const passed = sum((counts) => counts.passed);
  const failed = sum((counts) => counts.failed);
  console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  return failed === 0 && passed > 0;
}

const plan = readTestPlan(process.argv.slice(2));
const reports = mkdtempSync(join(tmpdir(), 'agres-test-'));
const runs: Run[] = [];
const leftOut: string[] = [];

if (plan.needsSite && !isWebBuilt(root)) runs.push(...buildSite());

// One server for both runners; a run of vitest alone starts its own when a test asks for it.
const given = process.env['TEST_DATABASE_URL'];
const server = given || !plan.e2e ? undefined : await startPostgresServer();
const databaseUrl = given ?? server?.url;
const database = databaseUrl === undefined ? {} : { TEST_DATABASE_URL: databaseUrl };
if (!databaseUrl && !(await hasPostgresBinaries())) {
  leftOut.push('what needs PostgreSQL: there is neither TEST_DATABASE_URL nor a PostgreSQL here');
}

try {
  if (plan.unit) runs.push(await runVitest(plan.unit, database));
  if (plan.e2e) {
    const browser = ensureBrowser(root);
    console.log(`Browser: ${browser ?? 'none could be found or installed'}`);
    runs.push(
      browser === undefined
        ? { name: 'browser', counts: settleCounts(NOTHING, null) }
        : await runPlaywright(plan.e2e, { ...database, CHROMIUM_PATH: browser }),
    );
  }
} finally {
  await server?.remove();
  rmSync(reports, { recursive: true });
}
process.exitCode = summarise(runs, leftOut) ? 0 : 1;
