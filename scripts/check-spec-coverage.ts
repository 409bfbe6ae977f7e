/**
 * Reads docs/spec-coverage.md: every row must name tests that exist and run, or say `open`; no
 * sentence of the specification may be reworded, dropped or doubled. Run by `pnpm check`; prints
 * the faults and the counts, and with `--open` the rows that still wait for a test.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { readTestFile, type DeclaredTest, type TestFile } from './read-tests.ts';

/** Of all rows in order, `id sentence` a line: the specification's words are its owner's. */
const SENTENCES_SHA256 = 'f75ba0a41865177412345341453dbe1625d829eed21f21c46cceed69453db18e';

export type SpecRow = { id: string; sentence: string; shownBy: string[] };

/** The rows of the document; a row that is open is shown by nothing. */
export function readSpecRows(markdown: string): SpecRow[] {
  return markdown.split('\n').flatMap((line) => {
    const cells = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
    const [, id = '', sentence = '', shown = ''] = cells;
    if (!/^S\d/.test(id)) return [];
    return [{ id, sentence, shownBy: shown === 'open' ? [] : shown.split('<br>') }];
  });
}

/** What is wrong with the rows, one readable line each. `root` is where the tests' paths begin. */
export function findCoverageFaults(rows: readonly SpecRow[], root: string): string[] {
  return [...findDoubledIds(rows), ...rows.flatMap((row) => findWrongReferences(row, root))];
}

/** Whether the rows hold every sentence of the specification, word for word and in its order. */
export function isWholeSpecification(rows: readonly SpecRow[]): boolean {
  const text = rows.map(({ id, sentence }) => `${id} ${sentence}`).join('\n');
  return createHash('sha256').update(text).digest('hex') === SENTENCES_SHA256;
}

function findDoubledIds(rows: readonly SpecRow[]): string[] {
  const ids = rows.map((row) => row.id);
  return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} stands twice`);
}

function findWrongReferences(row: SpecRow, root: string): string[] {
  return row.shownBy.flatMap((reference) => {
    const [file = '', ...names] = reference
      .trim()
      .replace(/^`(.*)`$/, '$1')
      .split(' › ');
    if (names.length === 0 || file === '') {
      return [`${row.id}: "${reference}" is neither open nor \`file › test name\``];
    }
    const path = join(root, file);
    if (!existsSync(path)) return [`${row.id}: there is no ${file}`];
    const testFile = readTestFile(path);
    const found = testFile.tests.filter((test) => isNamed(test, names, testFile));
    if (found.length === 0) return [`${row.id}: ${file} has no test "${names.join(' › ')}"`];
    return found.every((test) => test.isLeftOut)
      ? [`${row.id}: the test "${names.join(' › ')}" of ${file} does not run`]
      : [];
  });
}

/** Whether the names are the test's own and those of the groups right around it. */
function isNamed(test: DeclaredTest, names: readonly string[], { strings }: TestFile): boolean {
  const titles = test.titles.slice(-names.length);
  if (titles.length !== names.length) return false;
  return titles.every(({ source, pattern, hasFixedText }, index) => {
    const name = names[index] ?? '';
    if (source === name) return true;
    // A title that is all placeholder fits anything: the file must hold the value, word for word.
    return pattern.test(name) && (hasFixedText || strings.has(name));
  });
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname);
  const rows = readSpecRows(readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8'));
  const faults = findCoverageFaults(rows, root);
  if (!isWholeSpecification(rows)) {
    faults.push('a sentence of the specification was changed, moved or dropped');
  }
  for (const fault of faults) console.error(fault);
  const open = rows.filter((row) => row.shownBy.length === 0);
  if (process.argv.includes('--open')) for (const row of open) console.log(row.id, row.sentence);
  console.log(`spec: ${rows.length} rows, ${rows.length - open.length} shown, ${open.length} open`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
