import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { filesToLint } from './check-lint.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lint-'));
  spawnSync('git', ['init', '-q'], { cwd: root });
  write('.gitignore', 'node_modules');
  write('.oxlintrc.json', '{}');
  write('packages/domain/package.json', '{ "exports": { "./*": "./src/*.ts" } }');
  write('packages/domain/src/price.ts', 'export const price = () => 1;');
  write('packages/api/package.json', '{ "exports": { "./buy": "./src/buy.ts" } }');
  write('packages/api/src/buy.ts', "import { price } from '@shop/domain/price';\nprice();");
  write('packages/api/src/router.ts', "import './buy.ts';");
  write('packages/api/src/alone.ts', 'export const alone = 1;');
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

test('a file is linted again when it, or what it imports by whatever way, has changed', () => {
  const first = filesToLint(root);
  expect(first.files).toBe('all');
  first.found();
  expect(filesToLint(root).files).toEqual([]);
  write('packages/domain/src/price.ts', 'export const price = async () => 1;');
  const affected = [
    'packages/api/src/buy.ts',
    'packages/api/src/router.ts',
    'packages/domain/src/price.ts',
  ];
  expect(filesToLint(root).files).toEqual(affected);
  // A fault that was found is found again, until nothing is.
  expect(filesToLint(root).files).toEqual(affected);
  rmSync(join(root, 'packages/domain/src/price.ts'));
  expect(filesToLint(root).files).toEqual([
    'packages/api/src/buy.ts',
    'packages/api/src/router.ts',
  ]);
});

test.each(['.oxlintrc.json', 'pnpm-lock.yaml', 'packages/api/package.json'])(
  'everything is linted again when %s has changed',
  (file) => {
    filesToLint(root).found();
    write(file, '{ "changed": true }');
    expect(filesToLint(root).files).toBe('all');
  },
);
