/**
 * Runs every static check, a few at a time (`pnpm check`). Prints a line per check with its time, and the
 * output of a failing one; exits with 1 if one fails. `pnpm check lint knip` runs only those.
 */
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';

import { printHelpIfRequested } from './usage.ts';

printHelpIfRequested(import.meta.filename);

const root = dirname(import.meta.dirname);

/** Every check, the slow ones first. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  lint: ['oxlint'],
  typecheck: ['tsc', '-p', '.'],
  'typecheck of the office': ['tsc', '-p', 'apps/office'],
  knip: ['knip'],
  dead: ['knip', '--production'],
  i18n: ['node', 'scripts/check-i18n.ts'],
  format: ['oxfmt', '--check', '.'],
  layers: ['node', 'scripts/check-layers.ts'],
  operations: ['node', 'scripts/check-operations.ts'],
  coverage: ['node', 'scripts/check-coverage.ts'],
  migrations: ['node', 'scripts/check-migrations.ts'],
  openapi: ['node', 'scripts/check-openapi.ts'],
  secrets: ['node', 'scripts/check-secrets.ts'],
  words: ['node', 'scripts/check-words.ts'],
};

const LANES = 3;

const ENVIRONMENT = {
  PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
  // No colours, because the output is often read in a file or on a web page.
  ...(process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' }),
};

type Outcome = { hasPassed: boolean; output: string; seconds: number };

async function runCheck(command: readonly string[]): Promise<Outcome> {
  const startedAt = performance.now();
  const [tool = '', ...args] = command;
  const child = spawn(tool, args, { cwd: root, env: { ...process.env, ...ENVIRONMENT } });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('error', (error) => {
    chunks.push(Buffer.from(`${tool} did not start: ${error.message}\n`));
    resolve(null);
  });
  child.on('close', resolve);
  const status = await promise;
  return {
    hasPassed: status === 0,
    output: Buffer.concat(chunks).toString(),
    seconds: (performance.now() - startedAt) / 1000,
  };
}

function report(name: string, { hasPassed, output, seconds }: Outcome): void {
  const lastLine = output.trim().split('\n').at(-1) ?? '';
  const remark = command(name).includes('node') && hasPassed ? `  ${lastLine}` : '';
  const verdict = hasPassed ? 'ok  ' : 'FAIL';
  console.log(`${verdict} ${name.padEnd(10)}${seconds.toFixed(1).padStart(6)} s${remark}`);
  if (!hasPassed) console.log(output.trimEnd().replaceAll(/^/gm, '     | '));
}

const command = (name: string) => CHECKS[name] ?? [];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(CHECKS, name));
if (unknown.length > 0) {
  console.error(`No check is called ${unknown.join(', ')}: ${Object.keys(CHECKS).join(', ')}.`);
  process.exit(2);
}

const startedAt = performance.now();
const waiting = wanted.length > 0 ? wanted : Object.keys(CHECKS);
const failed: string[] = [];

async function runLane(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const outcome = await runCheck(command(name));
    report(name, outcome);
    if (!outcome.hasPassed) failed.push(name);
  }
}

await Promise.all(Array.from({ length: LANES }, runLane));
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(failed.length === 0 ? `All good in ${seconds} s.` : `Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
