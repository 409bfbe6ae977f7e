import { expect, test } from 'vitest';

import { askTogether } from './ask-together.ts';

/** Doubles numbers, records each batch, and knows no number above a hundred. */
function doubling() {
  const asked: (readonly number[])[] = [];
  const double = askTogether<number, number>(async (keys) => {
    asked.push(keys);
    if (keys.includes(13)) throw new Error('unlucky');
    return new Map(keys.filter((key) => key <= 100).map((key) => [key, 2 * key]));
  });
  return { asked, double };
}

test('what is asked in one turn is one question, and everybody gets their own answer', async () => {
  const { asked, double } = doubling();
  expect(await Promise.all([double(1), double(2), double(1), double(101)])).toEqual([
    2,
    4,
    2,
    undefined,
  ]);
  expect(asked).toEqual([[1, 2, 101]]);
});

test('what is asked while a question is under way is asked anew', async () => {
  const { asked, double } = doubling();
  await double(1);
  expect(await double(1)).toBe(2);
  expect(asked).toEqual([[1], [1]]);
});

test('a failure is that of all who asked together, and of nobody after them', async () => {
  const { double } = doubling();
  const together = await Promise.allSettled([double(13), double(1)]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await double(1)).toBe(2);
});
