import { expect, test } from 'vitest';

import { askTogether } from './ask-together.ts';

/** Doubles numbers up to a hundred, and records each batch. */
function doubling() {
  const asked: (readonly number[])[] = [];
  const double = askTogether<number, number>(async (keys) => {
    asked.push(keys);
    if (keys.includes(13)) throw new Error('unlucky');
    return new Map(keys.filter((key) => key <= 100).map((key) => [key, 2 * key]));
  });
  return { asked, double };
}

test('calls of one event-loop turn share one query, and each gets its own result', async () => {
  const { asked, double } = doubling();
  expect(await Promise.all([double(1), double(2), double(1), double(101)])).toEqual([
    2,
    4,
    2,
    undefined,
  ]);
  expect(asked).toEqual([[1, 2, 101]]);
});

test('a later call starts a new query', async () => {
  const { asked, double } = doubling();
  await double(1);
  expect(await double(1)).toBe(2);
  expect(asked).toEqual([[1], [1]]);
});

test('a failed query rejects every call that shares it, and no later call', async () => {
  const { double } = doubling();
  const together = await Promise.allSettled([double(13), double(1)]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await double(1)).toBe(2);
});
