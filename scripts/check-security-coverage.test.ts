import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { findNamedTests, readIds, REQUIREMENTS } from './check-security-coverage.ts';

test.each([
  ['A1: passwords are hashed', ['A1']],
  ['F6, F8: an address that can be no page', ['F6', 'F8']],
  ['passwords are hashed as A1: asks', []],
  ['A1 and more', []],
])('the title %j names %j', (title, ids) => {
  expect(readIds(title)).toEqual(ids);
});

test('a test that is left out shows nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'security-'));
  const source = join(folder, 'apps/server/src');
  mkdirSync(source, { recursive: true });
  writeFileSync(
    join(source, 'a.test.ts'),
    "test('A1: one', () => {}); test.skip('A2: two', () => {}); describe('A3: three', () => { test('x', () => {}); });",
  );
  const named = findNamedTests(folder);
  rmSync(folder, { recursive: true });
  expect([...named].filter(([, tests]) => tests.length > 0).map(([id]) => id)).toEqual([
    'A1',
    'A3',
  ]);
  expect(REQUIREMENTS).toHaveLength(73);
});
