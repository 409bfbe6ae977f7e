/**
 * Counts the project's own code (`node scripts/count-lines.ts`): lines of product code and tools, comments and
 * blank lines included, without tests and their helpers, `e2e/`, catalogues and generated files. Prints
 * lines and files by folder, and how many files have twenty lines or fewer.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isForTests, listFiles } from './source-files.ts';

const SHORT_FILE_LINES = 20;

const isOwnCode = (file: string) =>
  /\.(?:ts|tsx|css|sql|prisma)$/.test(file) &&
  !/^e2e\/|\/locales\/|\/generated\/|routeTree\.gen\.ts$/.test(file) &&
  !isForTests(file);

/**
 * Returns the folder to count a file under: `apps/web`, `packages/shop`, `scripts`, or `.` for files at the
 * root.
 */
function folderOf(file: string): string {
  const [first = '', second = '', ...rest] = file.split('/');
  if (second === '') return '.';
  return rest.length > 0 && ['apps', 'packages'].includes(first) ? `${first}/${second}` : first;
}

const root = dirname(import.meta.dirname);
const files = listFiles(root)
  .filter(isOwnCode)
  .map((file) => ({
    file,
    lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1,
  }));

const row = (name: string, chosen: typeof files) => {
  const lines = chosen.reduce((sum, file) => sum + file.lines, 0);
  const short = chosen.filter((file) => file.lines <= SHORT_FILE_LINES).length;
  return [name.padEnd(26), ...[lines, chosen.length, short].map((n) => String(n).padStart(8))].join(
    '',
  );
};

console.log(
  ['folder'.padEnd(26), ...['lines', 'files', 'short'].map((w) => w.padStart(8))].join(''),
);
for (const [folder, chosen = []] of Object.entries(
  Object.groupBy(files, ({ file }) => folderOf(file)),
)) {
  console.log(row(folder, chosen));
}
console.log(row('all', files));
