/**
 * Lists the runs of the lab and the day on which each last succeeded (`pnpm lab`). The days are kept in
 * lab/runs.json, which each successful run updates: commit it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { printHelpIfRequested } from '../scripts/usage.ts';

const FILE = join(import.meta.dirname, 'runs.json');
const DAY_MS = 86_400_000;
const MAX_AGE_DAYS = 30;

/** Each scenario is a file of lab/chaos. */
const SCENARIOS: readonly string[] = readdirSync(join(import.meta.dirname, 'chaos'))
  .filter((file) => file.endsWith('.chaos.ts'))
  .map((file) => file.replace('.chaos.ts', ''));

/** Every run by its command, without `pnpm`. */
const RUNS: readonly string[] = [
  'bench --write',
  'bench purchases --write',
  'bench scale --write',
  'test:guards',
  ...SCENARIOS.map((scenario) => `test:chaos ${scenario}`),
];

/** Days by command, as `2026-11-29`. */
type LastRuns = Readonly<Record<string, string>>;

const readLastRuns = (): LastRuns => JSON.parse(readFileSync(FILE, 'utf8'));

export function recordRuns(commands: readonly string[]): void {
  const today = new Date().toISOString().slice(0, 10);
  const last = {
    ...readLastRuns(),
    ...Object.fromEntries(commands.map((command) => [command, today])),
  };
  const sorted = Object.fromEntries(
    RUNS.flatMap((command) => (last[command] === undefined ? [] : [[command, last[command]]])),
  );
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Returns the runs that did not succeed in the last 30 days. */
export function findOverdueRuns(): string[] {
  const last = readLastRuns();
  return RUNS.filter((command) => {
    const day = last[command];
    return day === undefined || Date.now() - Date.parse(day) > MAX_AGE_DAYS * DAY_MS;
  });
}

if (import.meta.main) {
  printHelpIfRequested(import.meta.filename);
  const last = readLastRuns();
  const overdue = new Set(findOverdueRuns());
  for (const command of RUNS) {
    const day = last[command] ?? 'never';
    console.log(`${day.padEnd(10)}  pnpm ${command}${overdue.has(command) ? '  (overdue)' : ''}`);
  }
}
