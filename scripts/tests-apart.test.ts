import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { TESTS_APART } from '../vitest.config.ts';
import { isTest, listFiles } from './source-files.ts';

const root = dirname(import.meta.dirname);

/** Matches changes to global state of the process, which other test files of the same process share. */
const CHANGES_PROCESS =
  /\bvi\.(?:useFakeTimers|setSystemTime|stubEnv|stubGlobal|mock|doMock|hoisted)\(|\bvi\.spyOn\(performance\b|\bprocess\.(?:chdir|umask|on|once|setMaxListeners)\(|\bprocess\.env(?:\.\w+|\['\w+'\])\s*=[^=]|\bglobalThis(?:\.\w+|\['\w+'\])\s*=[^=]/;

// This file contains the pattern itself.
const isThisFile = (file: string) => join(root, file) === import.meta.filename;

test('every test that changes its process is listed as isolated', () => {
  const found = listFiles(root).filter(
    (file) =>
      isTest(file) &&
      !file.endsWith('.chaos.ts') &&
      !file.startsWith('e2e/') &&
      !isThisFile(file) &&
      CHANGES_PROCESS.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(found).toEqual(TESTS_APART);
});

test('every isolated test exists', () => {
  expect(TESTS_APART.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
