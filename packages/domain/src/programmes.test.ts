import { expect, test } from 'vitest';

import { PROGRAMMES } from './paths.ts';
import { itemsFor, programmesFor } from './programmes.ts';
import { ITEM_USES } from './shape-values.ts';

const ITEMS = [...ITEM_USES, null].map((use) => ({ use }));

test('an item is used in programmes of its use, and these name it', () => {
  expect(programmesFor({ use: 'juggling' })).toEqual(['juggling']);
  expect(programmesFor({ use: 'balance' })).toEqual(['bodyweight', 'handstand']);
  expect(itemsFor('handstand', ITEMS)).toEqual([{ use: 'balance' }]);
  expect(itemsFor('bodyweight', ITEMS)).toEqual([{ use: 'balance' }, { use: 'endurance' }]);
});

test('every use has a programme and every programme a use, an item without use has none', () => {
  expect(ITEM_USES.filter((use) => programmesFor({ use }).length === 0)).toEqual([]);
  expect(PROGRAMMES.filter((name) => itemsFor(name, ITEMS).length === 0)).toEqual([]);
  expect(programmesFor({ use: null })).toEqual([]);
});
