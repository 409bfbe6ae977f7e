import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { findCoverageFaults, isWholeSpecification, readSpecRows } from './check-spec-coverage.ts';

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
  findCoverageFaults(readSpecRows(`| S1.01 | A sentence. | ${shownBy} |`), folder);

describe('the document of this repository', () => {
  test('holds every sentence of the specification', () => {
    expect(isWholeSpecification(readOwnRows())).toBe(true);
  });

  test('names only tests that exist and run', () => {
    expect(findCoverageFaults(readOwnRows(), repository)).toEqual([]);
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
    expect(findCoverageFaults(rows, folder)).toEqual(['S1.01 stands twice']);
  });
});
