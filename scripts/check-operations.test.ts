import { EVERY_OPERATION } from '@agres/office/operations-router';
import { expect, test } from 'vitest';
import { z } from 'zod';

import {
  findMissingWords,
  findOperationFaults,
  findEntriesWithoutText,
  JOURNALLED,
} from './check-operations.ts';

const planted = (changes: { name?: string; permission?: string }) => [
  ...EVERY_OPERATION,
  { name: 'orders.planted', permission: 'orders.send', ...changes } as (typeof EVERY_OPERATION)[0],
];

test('every operation of the shop has a name and a permission', () => {
  expect(findOperationFaults(EVERY_OPERATION)).toEqual([]);
});

test('a duplicate name is refused', () => {
  expect(findOperationFaults(planted({ name: 'orders.send' }))).toEqual([
    'orders.send: is the name of two operations',
  ]);
});

test('an unknown permission is refused, and so is an unused one', () => {
  expect(findOperationFaults(planted({ permission: 'orders.everything' }))).toEqual([
    'orders.planted: its permission orders.everything is not in the table',
  ]);
  const fewer = EVERY_OPERATION.filter(({ permission }) => permission !== 'members.find');
  expect(findOperationFaults(fewer)).toEqual([
    'members.find: a permission that no operation asks for',
  ]);
});

test('a name must have the form noun.verb', () => {
  expect(findOperationFaults(planted({ name: 'Planted' }))).toEqual([
    'Planted: is not called noun.verb',
  ]);
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
