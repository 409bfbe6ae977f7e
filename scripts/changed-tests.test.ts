import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { findChangedTests } from './changed-tests.ts';

let root: string;

const write = (files: Record<string, string>) => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
};
const git = (...args: readonly string[]) => {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@agres.test'];
  const { status, stderr } = spawnSync('git', [...author, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
};
const testOf = (rule: string) =>
  `import { test } from 'vitest';\nimport './${rule}';\ntest('', () => {});\n`;
const THE_WHOLE =
  'whatever reads or starts a changed file without importing it: `pnpm test` is the whole';

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'changed-')));
  symlinkSync(join(dirname(import.meta.dirname), 'node_modules'), join(root, 'node_modules'));
  write({
    '.gitignore': 'node_modules\n',
    'vitest.config.ts': "export default { test: { include: ['src/**/*.test.ts'] } };\n",
    'src/price.ts': "import './cents.ts';\n",
    'src/cents.ts': '',
    'src/name.ts': '',
    'src/price.test.ts': testOf('price.ts'),
    'src/name.test.ts': testOf('name.ts'),
    'e2e/shop.test.ts': '',
    'e2e/blog.test.ts': '',
  });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=one');
});

afterAll(() => rmSync(root, { recursive: true }));

test('what changed since main, committed or not, is tested by what imports it', () => {
  expect(findChangedTests(root)).toMatchObject({
    paths: [],
    leftOut: [
      "2 of vitest's 2 files: they import nothing that changed",
      "2 of the browser's 2 files: they did not change themselves",
      THE_WHOLE,
    ],
  });

  git('switch', '--quiet', '--create=work');
  write({ 'src/cents.ts': 'export {};\n' });
  git('commit', '--quiet', '--all', '--message=two');
  expect(findChangedTests(root).paths).toEqual(['src/price.test.ts']);

  write({ 'src/new.test.ts': testOf('new.ts'), 'src/new.ts': '', 'e2e/blog.test.ts': '//\n' });
  const { paths, leftOut } = findChangedTests(root);
  expect(paths.toSorted()).toEqual(['e2e/blog.test.ts', 'src/new.test.ts', 'src/price.test.ts']);
  expect(leftOut).toEqual([
    "1 of vitest's 3 files: they import nothing that changed",
    "1 of the browser's 2 files: they did not change themselves",
    THE_WHOLE,
  ]);
});
