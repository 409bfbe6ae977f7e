/**
 * Tests the product (`pnpm test`): builds the site if a source changed, then runs vitest and Playwright side by
 * side on one PostgreSQL, and checks the query plans of the statements that the product sent (decision 059).
 * The last line holds the counts. Exits with 1 on a failure, or if no test ran.
 *
 * `pnpm test unit` runs vitest only, `pnpm test e2e` the browser only; paths select files:
 * `pnpm test packages/domain e2e/purchase.test.ts`. `pnpm test:tools` runs the tests of scripts, emulator and
 * models; `--shard=1/2` runs a part of either.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { startPostgresServer } from '@agres/db/local/postgres-server';
import { readNotedStatements } from '@agres/db/testing/noted-statements';
import { addressOf, prepareTestServers } from '@agres/db/testing/test-servers';

import { buildOffice, buildWeb, isOfficeBuilt, isWebBuilt } from './build.ts';
import { ensureBrowser } from './find-browser.ts';
import { checkPlans } from './plans/check-plans.ts';
import {
  readPlaywrightReport,
  readVitestReport,
  settleCounts,
  type TestCounts,
} from './test-report.ts';
import { printHelpIfRequested } from './usage.ts';

printHelpIfRequested(import.meta.filename);

type Run = { name: string; counts: TestCounts; seconds: number };

const NOTHING: TestCounts = { passed: 0, failed: [], skipped: [] };
const root = dirname(import.meta.dirname);
const args = process.argv.slice(2);
const isTools = args.includes('--tools');
const shard = args.filter((arg) => arg.startsWith('--shard='));
const paths = args.filter((arg) => !arg.startsWith('--') && arg !== 'unit' && arg !== 'e2e');
const browserPaths = paths.filter((path) => path.startsWith('e2e/'));
const unitPaths = paths.filter((path) => !path.startsWith('e2e/'));
const isAll = paths.length === 0 && !args.includes('unit') && !args.includes('e2e');
const hasBrowser = !isTools && (isAll || args.includes('e2e') || browserPaths.length > 0);
const hasUnit = isTools || isAll || args.includes('unit') || unitPaths.length > 0;

const folder = mkdtempSync(join(tmpdir(), 'agres-test-'));
const statementsFolder = join(folder, 'statements');
mkdirSync(statementsFolder);
// Tests start hundreds of processes with the same code: Node.js compiles it once for all of them.
process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compiled');
// A server that a signal ends writes nothing to that cache, so this fills it.
spawnSync(process.execPath, ['--eval', "import('./apps/server/src/start.ts')"], { cwd: root });

async function timed(name: string, run: () => Promise<TestCounts>): Promise<Run> {
  const startedAt = performance.now();
  const counts = await run();
  return { name, counts, seconds: Math.round((performance.now() - startedAt) / 1000) };
}

async function runTool(
  tool: string,
  toolArgs: readonly string[],
  env: Record<string, string>,
): Promise<number | null> {
  const child = spawn(join(root, 'node_modules/.bin', tool), toolArgs, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  await once(child, 'close');
  return child.exitCode;
}

async function runVitest(env: Record<string, string>): Promise<TestCounts> {
  const report = join(folder, 'vitest.json');
  const projects = isTools
    ? ['tools', 'release']
    : paths.length > 0
      ? []
      : ['rules', 'server', 'apart'];
  const exitCode = await runTool(
    'vitest',
    [
      'run',
      ...unitPaths,
      ...shard,
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { ...env, STATEMENTS_FOLDER: statementsFolder },
  );
  return settleCounts(existsSync(report) ? readVitestReport(report) : NOTHING, exitCode);
}

async function runPlaywright(env: Record<string, string>): Promise<TestCounts> {
  const browser = ensureBrowser(root);
  if (browser === undefined) return { ...NOTHING, failed: ['no browser was found or installed'] };
  const report = join(folder, 'playwright.json');
  const exitCode = await runTool(
    'playwright',
    ['test', ...browserPaths, ...shard, '--reporter=list,json'],
    {
      ...env,
      CHROMIUM_PATH: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  );
  return settleCounts(existsSync(report) ? readPlaywrightReport(report) : NOTHING, exitCode);
}

/** Checks the query plans of the statements that vitest recorded; `isWhole` tells that every test file ran. */
async function runPlans(url: string | undefined, isWhole: boolean): Promise<TestCounts> {
  const statements = readNotedStatements(statementsFolder);
  if (statements.length === 0 && !isWhole) return NOTHING;
  const servers = prepareTestServers(url);
  try {
    const server = await servers.server();
    const template = addressOf(server.url, server.template);
    const { asked, faults, unused } = await checkPlans(template, statements);
    console.log(`Plans: ${asked} statements, ${faults.length} scan a table`);
    const stale = unused.map((text) => `no statement needs this exception: ${text}`);
    const silent = asked === 0 ? ['no statement of the product was recorded'] : [];
    const failed = isWhole ? [...faults, ...stale, ...silent] : faults;
    return { passed: failed.length === 0 ? 1 : 0, failed, skipped: [] };
  } finally {
    await servers.close();
  }
}

async function runBuild(): Promise<TestCounts> {
  console.log('Building the site …');
  try {
    if (!isWebBuilt(root)) buildWeb(root);
    if (!isOfficeBuilt(root, 'production')) buildOffice(root, 'production');
    return NOTHING;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return settleCounts(NOTHING, 1);
  }
}

const runs: Run[] = [];
const isOfPackages =
  unitPaths.length > 0 && unitPaths.every((path) => path.startsWith('packages/'));
const needsSite = hasBrowser || !isOfPackages;
if (needsSite && !(isWebBuilt(root) && isOfficeBuilt(root, 'production'))) {
  runs.push(await timed('build', runBuild));
}
const server = process.env['TEST_DATABASE_URL'] ? undefined : await startPostgresServer();
const url = process.env['TEST_DATABASE_URL'] || server?.url;
try {
  const env: Record<string, string> = url === undefined ? {} : { TEST_DATABASE_URL: url };
  const browser = hasBrowser ? timed('browser', () => runPlaywright(env)) : undefined;
  if (hasUnit) runs.push(await timed('vitest', () => runVitest(env)));
  if (browser) runs.push(await browser);
  if (hasUnit && !isTools)
    runs.push(await timed('plans', () => runPlans(url, isAll && shard.length === 0)));
} finally {
  await server?.remove();
  rmSync(folder, { recursive: true });
}

console.log('');
for (const { name, counts, seconds } of runs) {
  console.log(`${name}: ${counts.passed} passed, ${counts.failed.length} failed, ${seconds} s`);
}
const all = (key: 'failed' | 'skipped' | 'secondTries') =>
  runs.flatMap(({ name, counts }) => (counts[key] ?? []).map((line) => `${name}: ${line}`));
for (const line of all('skipped')) console.log(`left out: ${line}`);
for (const line of all('secondTries')) console.log(`passed at its second try: ${line}`);
for (const line of all('failed')) console.log(`failed: ${line}`);
console.log(`time: ${Math.round(performance.now() / 1000)} s`);
const passed = runs.reduce((total, { counts }) => total + counts.passed, 0);
console.log(`${passed} passed, ${all('failed').length} failed, ${all('skipped').length} skipped`);
process.exitCode = all('failed').length === 0 && passed > 0 ? 0 : 1;
