import { expect, test } from 'vitest';

import { readTestPlan } from './test-plan.ts';

test.each([
  [[], { unit: [], e2e: [], needsSite: true }],
  [['unit'], { unit: [], e2e: null, needsSite: true }],
  [['e2e'], { unit: null, e2e: [], needsSite: true }],
  [['packages/domain'], { unit: ['packages/domain'], e2e: null, needsSite: false }],
  [['unit', 'scripts'], { unit: ['scripts'], e2e: null, needsSite: false }],
  [['apps/server/src/web'], { unit: ['apps/server/src/web'], e2e: null, needsSite: true }],
  [['e2e/shop.test.ts'], { unit: null, e2e: ['e2e/shop.test.ts'], needsSite: true }],
  [
    ['packages/db', 'e2e/shop.test.ts'],
    { unit: ['packages/db'], e2e: ['e2e/shop.test.ts'], needsSite: true },
  ],
])('`pnpm test` with %j runs %j', (args, plan) => {
  expect(readTestPlan(args)).toEqual(plan);
});
