import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { isTest, listFiles } from './source-files.ts';
import { readTestPlan, TESTS_OF_BUILT_SITE } from './test-plan.ts';

test.each([
  [[], { unit: [], e2e: [], needsSite: true }],
  [['unit'], { unit: [], e2e: null, needsSite: true }],
  [['e2e'], { unit: null, e2e: [], needsSite: true }],
  [['packages/domain'], { unit: ['packages/domain'], e2e: null, needsSite: false }],
  [['unit', 'scripts'], { unit: ['scripts'], e2e: null, needsSite: false }],
  [['apps/server/test/pages'], { unit: ['apps/server/test/pages'], e2e: null, needsSite: true }],
  [['apps/server/src'], { unit: ['apps/server/src'], e2e: null, needsSite: false }],
  [['apps/server/test/users'], { unit: ['apps/server/test/users'], e2e: null, needsSite: false }],
  [['apps/server/test'], { unit: ['apps/server/test'], e2e: null, needsSite: true }],
  [['packages/db/test'], { unit: ['packages/db/test'], e2e: null, needsSite: false }],
  [['e2e/shop.test.ts'], { unit: null, e2e: ['e2e/shop.test.ts'], needsSite: true }],
  [
    ['packages/db', 'e2e/shop.test.ts'],
    { unit: ['packages/db'], e2e: ['e2e/shop.test.ts'], needsSite: true },
  ],
])('`pnpm test` with %j runs %j', (args, plan) => {
  expect(readTestPlan(args)).toEqual(plan);
});

test('every test of the built site stands where a path of it builds the site', () => {
  const root = dirname(import.meta.dirname);
  const usesIt = (file: string) =>
    /from '[./]+support\/built-web\.ts'/.test(readFileSync(join(root, file), 'utf8'));
  const found = listFiles(root).filter((file) => isTest(file) && usesIt(file));
  expect(found.length).toBeGreaterThan(3);
  expect(found.filter((file) => !file.startsWith(TESTS_OF_BUILT_SITE))).toEqual([]);
});
