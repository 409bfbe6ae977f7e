import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';

import { GUARDS } from './all.ts';
import { testNamesOf } from './guard.ts';
import { findMarks, takeAway } from './marks.ts';

const repository = join(import.meta.dirname, '../..');
const marks = findMarks(repository);

test('every mark in the code belongs to a guard, and every guard has a mark', () => {
  expect(marks.map(({ name }) => name).toSorted()).toEqual(
    GUARDS.map(({ name }) => name).toSorted(),
  );
});

// `pnpm test:guards` removes each guard and runs its test, which takes minutes.
describe.each(GUARDS)('the guard “$name”', (guard) => {
  test('can be removed, and names an existing test', () => {
    const mark = marks.find(({ name }) => name === guard.name);
    if (mark === undefined) throw new Error('it has no mark');
    const left = takeAway(guard, mark);
    expect(left).not.toBe(mark.source);
    expect(parseSync(mark.file, left).errors).toEqual([]);
    const suite = readFileSync(join(repository, guard.suite), 'utf8');
    expect(suite).toContain(guard.test ?? '');
  });
});

test('the test of a guard is matched by its title, placeholders included', () => {
  const [name] = testNamesOf({ name: 'G', without: '', suite: 'a.test.ts', test: 'a (%s b) c' });
  expect(name?.test('a refund a (before b) c')).toBe(true);
  expect(name?.test('a before b c')).toBe(false);
  expect(testNamesOf({ name: 'G', without: '', suite: 'a.test.ts' })).toEqual([]);
});
