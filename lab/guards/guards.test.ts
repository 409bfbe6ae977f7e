import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';

import { GUARDS } from './all.ts';
import { testNamesOf } from './guard.ts';
import { findMarks, readMarks, takeAway } from './marks.ts';

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

describe('a mark', () => {
  const leftOf = (source: string, without: string | readonly [RegExp, string]) => {
    const [mark] = readMarks('a.ts', source);
    if (mark === undefined) throw new Error('there is no mark');
    return takeAway({ name: 'G', without, suite: 'a.test.ts' }, mark);
  };

  test.each([
    ['of a statement', 'a();\n// guard: G\nif (!b) throw c;\nd();', 'a();\n// guard: G\n\nd();'],
    ['of a property', 'f({ a,\n// guard: G\nb: c(d),\n e });', 'f({ a,\n// guard: G\n\n e });'],
    [
      'of a case',
      "switch (a) {\n// guard: G\ncase 'b':\nreturn c;\ndefault: }",
      'switch (a) {\n// guard: G\n\ndefault: }',
    ],
    ['above another comment', '// guard: G\n// why\na();\nb();', '// guard: G\n// why\n\nb();'],
  ])('%s removes that and no more', (_, source, left) => {
    expect(leftOf(source, '')).toBe(left);
  });

  test('of an operand replaces it', () => {
    const source = 'x = a &&\n// guard: G\nb === c && d;';
    expect(leftOf(source, 'true')).toBe('x = a &&\n// guard: G\ntrue && d;');
  });

  test('can replace one match of a pattern, which must be unique', () => {
    expect(leftOf('// guard: G\na(b, c);', [/, (\w)/, ', !$1'])).toBe('// guard: G\na(b, !c);');
    expect(() => leftOf('// guard: G\na(b, c);', [/\w/, ''])).toThrow(
      'does not have its spot once',
    );
    expect(() => leftOf('// guard: G\na(b);\nc;', [/c/, ''])).toThrow(
      'does not have its spot once',
    );
  });

  test('at the end of a file is refused', () => {
    expect(() => readMarks('a.ts', 'a();\n// guard: G')).toThrow('no code below the mark G');
  });

  test('is a comment, not a string with the same text', () => {
    expect(readMarks('a.ts', 'const a = `\n// guard: G\nb`;')).toEqual([]);
  });
});
