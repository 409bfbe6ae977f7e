import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { findFaultTableFaults, readFaultRows } from './check-fault-table.ts';

const repository = dirname(import.meta.dirname);
const document = readFileSync(join(repository, 'docs/chaos.md'), 'utf8');
const faultsOf = (markdown: string) => findFaultTableFaults(readFaultRows(markdown), repository);
const rowOf = (step: string, fault: string) => {
  const row = document
    .split('\n')
    .find((line) => new RegExp(`^\\| ${step} +\\| ${fault} `).test(line));
  if (row === undefined) throw new Error(`there is no row ${step} ${fault}`);
  return row;
};

describe('the table of steps and faults', () => {
  test('leaves nothing open', () => {
    expect(faultsOf(document)).toEqual([]);
  });

  test('notices a row that is gone', () => {
    expect(faultsOf(document.replace(rowOf('S4', 'kill'), ''))).toEqual(['S4 × kill has no row']);
  });

  test('notices a row that names no test, or one that does not exist', () => {
    const row = rowOf('S4b', 'kill');
    const [, step, fault, what] = row.split('|');
    const empty = `|${step}|${fault}|${what}|  |`;
    expect(faultsOf(document.replace(row, empty))).toEqual(['S4b × kill names no test']);
    const wrong = `|${step}|${fault}|${what}| \`scripts/check-fault-table.test.ts › flies\` |`;
    expect(faultsOf(document.replace(row, wrong))).toEqual([
      'S4b × kill: scripts/check-fault-table.test.ts has no test "flies"',
    ]);
  });
});
