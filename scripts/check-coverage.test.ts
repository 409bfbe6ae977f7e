import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  createTestReader,
  findDutyFaults,
  findFaultTableFaults,
  findNamedTests,
  findRowFaults,
  isWholeSpecification,
  readDuties,
  readFaultRows,
  readIds,
  readSpecRows,
  REQUIREMENTS,
} from './check-coverage.ts';

const repository = dirname(import.meta.dirname);
const readOwnRows = () =>
  readSpecRows(readFileSync(join(repository, 'docs/spec-coverage.md'), 'utf8'));

const DECLARATIONS = `
import { describe, it, test } from 'vitest';
// test('only in a comment', () => {});
test('adds the fee', () => {});
describe('the form', () => {
  it('trims every value', () => {});
  for (const locale of ['fr', 'en']) test(\`speaks \${locale}\`, () => {});
  test.each([{ name: 'the city' }])('$name', () => {});
  test.each([{ field: 'city' }])('refuses a blank $field (all of it)', () => {});
  test.skip('is left out', () => {});
});
describe.skip('later', () => {
  test('waits', () => {});
});
test('trims every value', () => {});
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coverage-'));
  writeFileSync(join(folder, 'form.test.ts'), DECLARATIONS);
});

afterEach(() => rmSync(folder, { recursive: true }));

const faultsOf = (shownBy: string) =>
  findRowFaults(readSpecRows(`| S1.01 | A sentence. | ${shownBy} |`), createTestReader(folder));

describe('the document of this repository', () => {
  test('holds every sentence of the specification', () => {
    expect(isWholeSpecification(readOwnRows())).toBe(true);
  });

  test('names only tests that exist and run', () => {
    expect(findRowFaults(readOwnRows(), createTestReader(repository))).toEqual([]);
  });

  test('may not reword, move or drop a sentence', () => {
    const rows = readOwnRows();
    const [first, second, ...others] = rows;
    if (!first || !second) throw new Error('the document has no rows');
    const reworded = [{ ...first, sentence: `${first.sentence} Perhaps.` }, second, ...others];
    expect(isWholeSpecification(reworded)).toBe(false);
    expect(isWholeSpecification([second, first, ...others])).toBe(false);
    expect(isWholeSpecification([second, ...others])).toBe(false);
  });
});

describe('a row', () => {
  test.each([
    'open',
    '`form.test.ts › adds the fee`',
    '`form.test.ts › the form › trims every value`',
    '`form.test.ts › speaks fr`',
    '`form.test.ts › the form › the city`',
    '`form.test.ts › refuses a blank city (all of it)`',
    '`form.test.ts › adds the fee`<br>`form.test.ts › speaks en`',
  ])('may say %s', (shownBy) => {
    expect(faultsOf(shownBy)).toEqual([]);
  });

  test.each([
    ['`gone.test.ts › adds the fee`', 'S1.01: there is no gone.test.ts'],
    ['`form.test.ts › adds`', 'S1.01: form.test.ts has no test "adds"'],
    ['`form.test.ts › only in a comment`', 'S1.01: form.test.ts has no test "only in a comment"'],
    ['`form.test.ts › the form`', 'S1.01: form.test.ts has no test "the form"'],
    ['`form.test.ts › later › adds the fee`', 'has no test "later › adds the fee"'],
    ['`form.test.ts › anything at all`', 'form.test.ts has no test "anything at all"'],
    ['`form.test.ts › is left out`', 'the test "is left out" of form.test.ts does not run'],
    ['`form.test.ts › waits`', 'the test "waits" of form.test.ts does not run'],
    ['`form.test.ts`', 'is neither open nor `file › test name`'],
    ['', 'is neither open nor `file › test name`'],
    ['`form.test.ts › adds the fee`<br>`gone.test.ts › x`', 'there is no gone.test.ts'],
  ])('may not say %s', (shownBy, fault) => {
    expect(faultsOf(shownBy)).toEqual([expect.stringContaining(fault)]);
  });

  test('keeps the columns of the specification', () => {
    expect(readSpecRows(String.raw`| S2.18 | error \| Error page \| all | open |`)).toEqual([
      { id: 'S2.18', sentence: 'error | Error page | all', shownBy: [] },
    ]);
  });

  test('has a number of its own', () => {
    const rows = readSpecRows('| S1.01 | One. | open |\n| S1.01 | Two. | open |');
    expect(findRowFaults(rows, createTestReader(folder))).toEqual(['S1.01 stands twice']);
  });
});

test.each([
  ['A1: passwords are hashed', ['A1']],
  ['F6, F8: an address that can be no page', ['F6', 'F8']],
  ['passwords are hashed as A1: asks', []],
  ['A1 and more', []],
])('the title %j names %j', (title, ids) => {
  expect(readIds(title)).toEqual(ids);
});

test('a test that is left out shows nothing', () => {
  writeFileSync(
    join(folder, 'a.test.ts'),
    "test('A1: one', () => {}); test.skip('A2: two', () => {}); describe('A3: three', () => { test('x', () => {}); });",
  );
  const named = findNamedTests(['a.test.ts'], createTestReader(folder));
  expect([...named].filter(([, tests]) => tests.length > 0).map(([id]) => id)).toEqual([
    'A1',
    'A3',
  ]);
  expect(REQUIREMENTS).toHaveLength(81);
});

const document = readFileSync(join(repository, 'docs/chaos.md'), 'utf8');
const tableFaultsOf = (markdown: string) =>
  findFaultTableFaults(readFaultRows(markdown), createTestReader(repository));
const rowOf = (step: string, fault: string) => {
  const row = document
    .split('\n')
    .find((line) => new RegExp(`^\\| ${step} +\\| ${fault} `).test(line));
  if (row === undefined) throw new Error(`there is no row ${step} ${fault}`);
  return row;
};

describe('the table of steps and faults', () => {
  test('leaves nothing open', () => {
    expect(tableFaultsOf(document)).toEqual([]);
  });

  test('notices a row that is gone', () => {
    expect(tableFaultsOf(document.replace(rowOf('S4', 'kill'), ''))).toEqual([
      'S4 × kill has no row',
    ]);
  });

  test('notices a row that names no test, or one that does not exist', () => {
    const row = rowOf('S4b', 'kill');
    const [, step, fault, what] = row.split('|');
    const empty = `|${step}|${fault}|${what}|  |`;
    expect(tableFaultsOf(document.replace(row, empty))).toEqual(['S4b × kill names no test']);
    const wrong = `|${step}|${fault}|${what}| \`scripts/check-coverage.test.ts › flies\` |`;
    expect(tableFaultsOf(document.replace(row, wrong))).toEqual([
      'S4b × kill: scripts/check-coverage.test.ts has no test "flies"',
    ]);
  });
});

describe('the page of the law', () => {
  const dutyFaultsOf = (stands: string, shownBy: string) =>
    findDutyFaults(
      readDuties(`| a duty | C. L1 ● | ${stands} | ${shownBy} | – |`),
      createTestReader(folder),
    );

  test('names files that are there, and tests that exist and run', () => {
    const duties = readDuties(readFileSync(join(repository, 'docs/LAW.md'), 'utf8'));
    expect(duties.length).toBeGreaterThan(25);
    expect(findDutyFaults(duties, createTestReader(repository))).toEqual([]);
  });

  test('may say that nothing shows a duty yet', () => {
    expect(dutyFaultsOf('`./form.test.ts`: not yet', 'not yet')).toEqual([]);
  });

  test.each([
    ['`lib/gone.ts`', 'not yet', 'a duty: there is no lib/gone.ts'],
    ['a page', '`form.test.ts › flies`', 'a duty: form.test.ts has no test "flies"'],
    ['a page', '`form.test.ts › is left out`', 'does not run'],
    ['a page', '', 'is neither open nor `file › test name`'],
    ['a page', 'open', 'is neither open nor `file › test name`'],
  ])('may not say that it stands in %s, shown by %s', (stands, shownBy, fault) => {
    expect(dutyFaultsOf(stands, shownBy)).toEqual([expect.stringContaining(fault)]);
  });

  test('may not be empty, nor have a duty twice', () => {
    expect(findDutyFaults(readDuties('# Nothing'), createTestReader(folder))).toEqual([
      'docs/LAW.md has no duties',
    ]);
    const row = '| a duty | C. L1 ● | a page | not yet | – |';
    expect(findDutyFaults(readDuties([row, row].join('\n')), createTestReader(folder))).toEqual([
      'a duty stands twice',
    ]);
  });
});
