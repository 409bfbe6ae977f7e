import { EVERY_OPERATION } from '@agres/office/operations-router';
import { expect, test } from 'vitest';
import { z } from 'zod';

import {
  findMissingWords,
  findOperationFaults,
  findEntriesWithoutText,
  JOURNALLED,
} from './check-operations.ts';

test('every operation of the shop has a name and a permission', () => {
  expect(findOperationFaults(EVERY_OPERATION)).toEqual([]);
});

test('an operation or field without texts is refused, in each language', () => {
  const input = z.object({ order: z.int(), unspoken: z.array(z.object({ silent: z.string() })) });
  const unspoken = { name: 'orders.planted', input, output: z.object({}) };
  expect(findMissingWords(EVERY_OPERATION)).toEqual([]);
  expect(findMissingWords([unspoken])).toEqual(
    ['fr', 'en'].flatMap((locale) => [
      `orders.planted: has no words in ${locale}`,
      `orders.planted: its field unspoken has no words in ${locale}`,
      `orders.planted: its field silent has no words in ${locale}`,
    ]),
  );
});

test('an entry of the journal without a sentence is refused, in each language', () => {
  expect(findEntriesWithoutText(JOURNALLED)).toEqual([]);
  expect(findEntriesWithoutText(['orders.planted'])).toEqual([
    'orders.planted: has no sentence for the journal in fr',
    'orders.planted: has no sentence for the journal in en',
  ]);
});
