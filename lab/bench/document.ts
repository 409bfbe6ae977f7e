import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCUMENT = 'docs/performance.md';

/**
 * Replaces the figures of one bench in docs/performance.md, between `<!-- bench: NAME -->` and the next `<!--
 * end -->`. The text around them is written by hand.
 */
export function writeFigures(
  root: string,
  { name, machine, table }: { name: string; machine: string; table: string },
): void {
  const path = join(root, DOCUMENT);
  const page = readFileSync(path, 'utf8');
  const opening = `<!-- bench: ${name} -->`;
  const begin = page.indexOf(opening);
  const end = page.indexOf('<!-- end -->', begin);
  if (begin === -1 || end === -1) throw new Error(`${DOCUMENT} has no “${opening}”.`);
  const day = new Date().toISOString().slice(0, 10);
  const figures = `\n\nMeasured ${day} on ${machine}.\n\n${table}\n\n`;
  writeFileSync(path, page.slice(0, begin + opening.length) + figures + page.slice(end));
  execFileSync(join(root, 'node_modules/.bin/oxfmt'), [path], { stdio: 'ignore' });
  console.log(`\nWrote ${DOCUMENT}.`);
}
