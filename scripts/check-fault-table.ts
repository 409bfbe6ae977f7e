/**
 * Reads the table of docs/chaos.md: each step of a purchase that a fault can meet has a row, and each
 * row names tests that exist and run. Run by `pnpm check`; prints the faults and the counts.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { findCoverageFaults, type SpecRow } from './check-spec-coverage.ts';

/** What can meet each step; a fault that cannot is left out. */
const FAULTS: Readonly<Record<string, readonly string[]>> = {
  S0: ['kill', 'database', 'refusal', 'duplicate'],
  S1: ['kill', 'database', 'refusal', 'duplicate'],
  S2: ['kill', 'provider', 'refusal', 'duplicate'],
  S3: ['kill', 'database', 'refusal', 'duplicate'],
  S4: ['kill', 'provider', 'refusal', 'duplicate'],
  S4b: ['kill'],
  S5: ['kill', 'database', 'refusal', 'duplicate'],
  "S5'": ['kill', 'database', 'refusal', 'duplicate'],
  "S5''": ['kill', 'database', 'refusal', 'duplicate'],
  S6: ['kill', 'duplicate'],
  Webhook: ['kill', 'database', 'refusal', 'duplicate'],
  Reconciler: ['kill', 'database', 'provider', 'duplicate'],
  'Slow process': ['refusal', 'duplicate'],
  'Edited meanwhile': ['any'],
  'Power loss, PGlite': ['any'],
};

const CELLS = Object.entries(FAULTS).flatMap(([step, faults]) =>
  faults.map((fault) => `${step} × ${fault}`),
);

/** The rows of the table; the id is step × fault. */
export function readFaultRows(markdown: string): SpecRow[] {
  return markdown.split('\n').flatMap((line) => {
    const [, step = '', fault = '', sentence = '', shown = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    if (!Object.hasOwn(FAULTS, step)) return [];
    const shownBy = shown === '' ? [] : shown.split('<br>');
    return [{ id: `${step} × ${fault}`, sentence, shownBy }];
  });
}

/** What is wrong with the rows, one readable line each; `root` is where the tests' paths begin. */
export function findFaultTableFaults(rows: readonly SpecRow[], root: string): string[] {
  const ids = new Set(rows.map(({ id }) => id));
  return [
    ...CELLS.filter((cell) => !ids.has(cell)).map((cell) => `${cell} has no row`),
    ...[...ids].filter((id) => !CELLS.includes(id)).map((id) => `${id} cannot happen`),
    ...rows.filter(({ shownBy }) => shownBy.length === 0).map(({ id }) => `${id} names no test`),
    ...findCoverageFaults(rows, root),
  ];
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname);
  const rows = readFaultRows(readFileSync(join(root, 'docs/chaos.md'), 'utf8'));
  const faults = findFaultTableFaults(rows, root);
  for (const fault of faults) console.error(fault);
  const tests = rows.reduce((sum, { shownBy }) => sum + shownBy.length, 0);
  console.log(`faults: ${CELLS.length} steps × faults, shown by ${tests} references to tests`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
