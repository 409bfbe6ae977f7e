import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { checkDocuments, findFaults, isWholeSpecification, readRows } from './check-coverage.ts';

const root = dirname(import.meta.dirname);
const HEADER = '| id | what | tests |\n| -- | ---- | ----- |\n';

test('every row of the four documents names test files that exist', () => {
  expect(checkDocuments(root)).toEqual([]);
});

test('the coverage document may not reword, reorder or drop a sentence', () => {
  const rows = readRows(readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8'));
  const [first, second, ...others] = rows;
  if (!first || !second) throw new Error('the document has no rows');
  expect(isWholeSpecification(rows)).toBe(true);
  const reworded = { ...first, sentence: `${first.sentence} Perhaps.` };
  expect(isWholeSpecification([reworded, second, ...others])).toBe(false);
  expect(isWholeSpecification([second, first, ...others])).toBe(false);
  expect(isWholeSpecification([second, ...others])).toBe(false);
});

test.each([
  ['`a.test.ts`', []],
  ['`a.test.ts` `b.chaos.ts`', []],
  ['not yet', []],
  ['', ['X1 names no test file']],
  ['open', ['X1 names no test file']],
  ['`gone.test.ts`', ['X1: there is no test file gone.test.ts']],
  ['`a.test.ts` `a.ts`', ['X1: there is no test file a.ts']],
])('a row with the tests %j has the faults %j', (tests, faults) => {
  const files = new Set(['a.test.ts', 'b.chaos.ts', 'a.ts']);
  const rows = readRows(`${HEADER}| X1 | a promise | ${tests} |`);
  expect(findFaults(rows, (file) => files.has(file))).toEqual(faults);
});

test('an ID must be unique, and tables without tests are skipped', () => {
  const row = '| X1 | a \\| b | `a.test.ts` |\n';
  const rows = readRows(`${HEADER}${row}${row}\n| other | table |\n| --- | --- |\n| 1 | 2 |\n`);
  expect(rows.map(({ sentence }) => sentence)).toEqual(['a | b', 'a | b']);
  expect(findFaults(rows, () => true)).toEqual(['X1 is listed twice']);
});
