import { expect, test } from 'vitest';

import { PROGRAMMES } from './paths.ts';
import { itemsFor, programmesFor } from './programmes.ts';
import { ITEM_USES } from './shape-values.ts';

const ITEMS = [...ITEM_USES, null].map((use) => ({ use }));

test('an item belongs to the programmes of its use, and they to it', () => {
  expect(programmesFor({ use: 'juggling' })).toEqual(['juggling']);
  expect(programmesFor({ use: 'balance' })).toEqual(['bodyweight', 'handstand']);
  expect(itemsFor('handstand', ITEMS)).toEqual([{ use: 'balance' }]);
  expect(itemsFor('bodyweight', ITEMS)).toEqual([{ use: 'balance' }, { use: 'endurance' }]);
});

test('every use has a programme and vice versa; an item without a use has none', () => {
  expect(ITEM_USES.filter((use) => programmesFor({ use }).length === 0)).toEqual([]);
  expect(PROGRAMMES.filter((name) => itemsFor(name, ITEMS).length === 0)).toEqual([]);
  expect(programmesFor({ use: null })).toEqual([]);
});
