/**
 * Checks what four documents say about the tests. Run by `pnpm check`; prints faults and counts.
 *
 * - docs/spec-coverage.md: every row names tests that exist and run, or says `open`; no sentence of
 *   the specification is reworded, dropped or duplicated. `--open` prints the rows without a test.
 * - docs/SECURITY.md: the id of every requirement, A1 to I9, begins the title of a test that runs or
 *   of its group. `--list` prints the tests of each.
 * - docs/chaos.md: each step of a purchase and of a refund has a row per possible fault, which names tests that exist
 *   and run.
 * - docs/LAW.md: every duty names files that are there and tests that exist and run, or says `not yet`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { readTestFile, type DeclaredTest, type TestFile } from './read-tests.ts';
import { listFiles, oncePerFile } from './source-files.ts';

/** A row of a table: the promise, and the tests that show it. */
export type Row = { id: string; sentence: string; shownBy: string[] };

/** Reads the tests of a file, by its path from the root. */
type TestReader = { root: string; testsOf: (file: string) => TestFile };

/** Reads each file once; `root` is where the tests' paths begin. */
export function createTestReader(root: string): TestReader {
  return { root, testsOf: oncePerFile((file) => readTestFile(join(root, file))) };
}

/** What is wrong with the rows, one readable line each. */
export function findRowFaults(rows: readonly Row[], reader: TestReader): string[] {
  return [...findDoubledIds(rows), ...rows.flatMap((row) => findWrongReferences(row, reader))];
}

function findDoubledIds(rows: readonly Row[]): string[] {
  const ids = rows.map((row) => row.id);
  return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} stands twice`);
}

function findWrongReferences(row: Row, { root, testsOf }: TestReader): string[] {
  return row.shownBy.flatMap((reference) => {
    const [file = '', ...names] = reference
      .trim()
      .replace(/^`(.*)`$/, '$1')
      .split(' › ');
    if (names.length === 0 || file === '') {
      return [`${row.id}: "${reference}" is neither open nor \`file › test name\``];
    }
    if (!existsSync(join(root, file))) return [`${row.id}: there is no ${file}`];
    const testFile = testsOf(file);
    const found = testFile.tests.filter((test) => isNamed(test, names, testFile));
    if (found.length === 0) return [`${row.id}: ${file} has no test "${names.join(' › ')}"`];
    return found.every((test) => test.isLeftOut)
      ? [`${row.id}: the test "${names.join(' › ')}" of ${file} does not run`]
      : [];
  });
}

/** Whether the names are the test's own and those of its innermost groups. */
function isNamed(test: DeclaredTest, names: readonly string[], { strings }: TestFile): boolean {
  const titles = test.titles.slice(-names.length);
  if (titles.length !== names.length) return false;
  return titles.every(({ source, pattern, hasFixedText }, index) => {
    const name = names[index] ?? '';
    if (source === name) return true;
    // A title of placeholders only fits anything: the file must contain the value literally.
    return pattern.test(name) && (hasFixedText || strings.has(name));
  });
}

/** Of all rows in order, `id sentence` a line: the specification's words are its owner's. */
const SENTENCES_SHA256 = 'f75ba0a41865177412345341453dbe1625d829eed21f21c46cceed69453db18e';

/** The rows of the document; an open row names no tests. */
export function readSpecRows(markdown: string): Row[] {
  return markdown.split('\n').flatMap((line) => {
    const cells = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
    const [, id = '', sentence = '', shown = ''] = cells;
    if (!/^S\d/.test(id)) return [];
    return [{ id, sentence, shownBy: shown === 'open' ? [] : shown.split('<br>') }];
  });
}

/** Whether the rows hold every sentence of the specification, word for word and in its order. */
export function isWholeSpecification(rows: readonly Row[]): boolean {
  const text = rows.map(({ id, sentence }) => `${id} ${sentence}`).join('\n');
  return createHash('sha256').update(text).digest('hex') === SENTENCES_SHA256;
}

/** How many requirements each chapter has. */
const CHAPTERS = { A: 8, B: 12, C: 8, D: 11, E: 9, F: 8, G: 9, H: 8, I: 9 } as const;
/** Not visible from outside: retention periods. */
const NOT_TESTED = new Set(['H5']);

/** Every requirement's id. */
export const REQUIREMENTS: readonly string[] = Object.entries(CHAPTERS)
  .flatMap(([chapter, count]) =>
    Array.from({ length: count }, (_, index) => `${chapter}${index + 1}`),
  )
  .filter((id) => !NOT_TESTED.has(id));

/** The tests among `files` that name each requirement, as `file › title`. */
export function findNamedTests(
  files: readonly string[],
  { testsOf }: TestReader,
): Map<string, string[]> {
  const named = new Map(REQUIREMENTS.map((id) => [id, [] as string[]]));
  for (const file of files) {
    for (const { titles, isLeftOut } of testsOf(file).tests) {
      if (isLeftOut) continue;
      const sources = titles.map(({ source }) => source);
      for (const id of sources.flatMap(readIds)) {
        named.get(id)?.push(`${file} › ${sources.join(' › ')}`);
      }
    }
  }
  return named;
}

/** The ids that a title begins with: `F6, F8: an address …`. */
export function readIds(title: string): string[] {
  const [, ids = ''] = /^((?:[A-I]\d+, )*[A-I]\d+): /.exec(title) ?? [];
  return ids === '' ? [] : ids.split(', ');
}

/** What can happen to each step of a refund. */
const REFUND_FAULTS = ['kill', 'database', 'timeout', '5xx', 'refusal', 'duplicate'];

/** The possible faults of each step. */
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
  'Slow provider': ['any'],
  'Edited meanwhile': ['any'],
  'Power loss, PGlite': ['any'],
  'Copied database': ['any'],
  'Restored backup': ['any', 'duplicate'],
  'Restored credit': ['any'],
  "Owner's command": ['duplicate'],
  'Another shop': ['any'],
  'Foreign answer': ['payment', 'subscription', 'customer', 'card set-up', 'refund', 'credit'],
  'Deploy meanwhile': ['any'],
  R1: REFUND_FAULTS,
  R2: REFUND_FAULTS,
  R3: REFUND_FAULTS,
};

const CELLS = Object.entries(FAULTS).flatMap(([step, faults]) =>
  faults.map((fault) => `${step} × ${fault}`),
);

/** The rows of the table; the id is step × fault. */
export function readFaultRows(markdown: string): Row[] {
  return markdown.split('\n').flatMap((line) => {
    const [, step = '', fault = '', sentence = '', shown = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    if (!Object.hasOwn(FAULTS, step)) return [];
    const shownBy = shown === '' ? [] : shown.split('<br>');
    return [{ id: `${step} × ${fault}`, sentence, shownBy }];
  });
}

/** What is wrong with the rows, one readable line each. */
export function findFaultTableFaults(rows: readonly Row[], reader: TestReader): string[] {
  const ids = new Set(rows.map(({ id }) => id));
  return [
    ...CELLS.filter((cell) => !ids.has(cell)).map((cell) => `${cell} has no row`),
    ...[...ids].filter((id) => !CELLS.includes(id)).map((id) => `${id} cannot happen`),
    ...rows.filter(({ shownBy }) => shownBy.length === 0).map(({ id }) => `${id} names no test`),
    ...findRowFaults(rows, reader),
  ];
}

/** A duty of the law: where it stands in the product, and the tests that show it. */
export type Duty = Row & { files: readonly string[] };

/** What stands in place of tests where none shows a duty. */
const NOT_YET = 'not yet';

/** The rows of the tables of duties; one that nothing shows names no tests. */
export function readDuties(markdown: string): Duty[] {
  return markdown.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, id = '', , stands = '', shown = ''] = cells;
    if (cells.length !== 7 || id === 'duty' || /^-+$/.test(id)) return [];
    const files = [...stands.matchAll(/`([\w.-]+\/[^`]*)`/g)].map(([, path = '']) => path);
    const shownBy = shown === NOT_YET ? [] : shown.split('<br>');
    return [{ id, sentence: stands, shownBy, files }];
  });
}

/** What is wrong with the duties, one readable line each. */
export function findDutyFaults(duties: readonly Duty[], reader: TestReader): string[] {
  return [
    ...(duties.length === 0 ? ['docs/LAW.md has no duties'] : []),
    ...duties.flatMap(({ id, files }) =>
      files
        .filter((file) => !existsSync(join(reader.root, file)))
        .map((file) => `${id}: there is no ${file}`),
    ),
    ...findRowFaults(duties, reader),
  ];
}

function checkSpecification(reader: TestReader): string[] {
  const rows = readSpecRows(readFileSync(join(reader.root, 'docs/spec-coverage.md'), 'utf8'));
  const open = rows.filter((row) => row.shownBy.length === 0);
  if (process.argv.includes('--open')) for (const row of open) console.log(row.id, row.sentence);
  console.log(`spec: ${rows.length} rows, ${rows.length - open.length} shown, ${open.length} open`);
  return [
    ...findRowFaults(rows, reader),
    ...(isWholeSpecification(rows)
      ? []
      : ['a sentence of the specification was changed, moved or dropped']),
  ];
}

function checkRequirements(reader: TestReader): string[] {
  const files = listFiles(reader.root).filter((file) => /\.test\.tsx?$/.test(file));
  const named = findNamedTests(files, reader);
  const missing = [...named].filter(([, tests]) => tests.length === 0).map(([id]) => id);
  if (process.argv.includes('--list')) {
    for (const [id, tests] of named) console.log([id, ...tests].join('\n   '));
  }
  console.log(`security: ${named.size - missing.length} of ${named.size} requirements have tests`);
  return missing.map((id) => `${id}: no test that runs begins with "${id}: "`);
}

function checkFaultTable(reader: TestReader): string[] {
  const rows = readFaultRows(readFileSync(join(reader.root, 'docs/chaos.md'), 'utf8'));
  const tests = rows.reduce((sum, { shownBy }) => sum + shownBy.length, 0);
  console.log(`faults: ${CELLS.length} steps × faults, shown by ${tests} references to tests`);
  return findFaultTableFaults(rows, reader);
}

function checkDuties(reader: TestReader): string[] {
  const duties = readDuties(readFileSync(join(reader.root, 'docs/LAW.md'), 'utf8'));
  const shown = duties.filter(({ shownBy }) => shownBy.length > 0).length;
  console.log(`law: ${duties.length} duties, ${shown} shown, ${duties.length - shown} not yet`);
  return findDutyFaults(duties, reader);
}

if (import.meta.main) {
  const reader = createTestReader(dirname(import.meta.dirname));
  const faults = [checkSpecification, checkRequirements, checkFaultTable, checkDuties].flatMap(
    (check) => check(reader),
  );
  for (const fault of faults) console.error(fault);
  console.log(`coverage: ${faults.length} faults in four documents`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
