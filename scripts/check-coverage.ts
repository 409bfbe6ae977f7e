/**
 * Checks that each row of four documents names existing test files: the sentences of the specification,
 * security requirements, legal duties and injected faults. Prints a line per fault and exits with 1. Run by
 * `pnpm check`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The number of rows of each document, so that none is lost. */
const ROWS = {
  'docs/spec-coverage.md': 233,
  'docs/SECURITY.md': 81,
  'docs/LAW.md': 36,
  'docs/chaos.md': 26,
} as const;
/** The hash of the specification, one line `id sentence` per row: its wording must not change here. */
const SENTENCES_SHA256 = 'f75ba0a41865177412345341453dbe1625d829eed21f21c46cceed69453db18e';

/** A row of a table; its last cell names the tests. */
export type Row = { id: string; sentence: string; tests: string };

/** Reads the rows of the tables whose last column is `tests`. */
export function readRows(markdown: string): Row[] {
  let isTestTable = false;
  return markdown.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    if (cells.length < 4) isTestTable = false;
    const [, id = '', sentence = ''] = cells;
    const tests = cells.at(-2) ?? '';
    if (tests === 'tests') isTestTable = true;
    if (!isTestTable || tests === 'tests' || /^-+$/.test(id)) return [];
    return [{ id, sentence: sentence.replaceAll(String.raw`\|`, '|'), tests }];
  });
}

/** Returns a line for each row whose id is repeated, or that names no test file or a missing one. */
export function findFaults(rows: readonly Row[], exists: (file: string) => boolean): string[] {
  const ids = rows.map(({ id }) => id);
  return rows.flatMap(({ id, tests }, index) => {
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    const wrong = files.filter((file) => !/\.(?:test|chaos)\.tsx?$/.test(file) || !exists(file));
    return [
      ...(ids.indexOf(id) === index ? [] : [`${id} is listed twice`]),
      ...(files.length === 0 && tests !== 'not yet' ? [`${id} names no test file`] : []),
      ...wrong.map((file) => `${id}: there is no test file ${file}`),
    ];
  });
}

/** Whether the rows contain every sentence of the specification, word for word and in order. */
export function isWholeSpecification(rows: readonly Row[]): boolean {
  const text = rows.map(({ id, sentence }) => `${id} ${sentence}`).join('\n');
  return createHash('sha256').update(text).digest('hex') === SENTENCES_SHA256;
}

export function checkDocuments(root: string): string[] {
  return Object.entries(ROWS).flatMap(([document, count]) => {
    const rows = readRows(readFileSync(join(root, document), 'utf8'));
    const isChanged = document.endsWith('spec-coverage.md') && !isWholeSpecification(rows);
    return [
      ...findFaults(rows, (file) => existsSync(join(root, file))),
      ...(rows.length === count ? [] : [`${document}: ${rows.length} rows instead of ${count}`]),
      ...(isChanged ? ['a sentence of the specification was changed, moved or dropped'] : []),
    ];
  });
}

if (import.meta.main) {
  const faults = checkDocuments(dirname(import.meta.dirname));
  for (const fault of faults) console.error(fault);
  const total = Object.values(ROWS).reduce((sum, count) => sum + count, 0);
  console.log(`coverage: ${total} rows, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
