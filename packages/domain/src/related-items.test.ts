import { expect, test } from 'vitest';

import { relatedItemsOf } from './related-items.ts';
import type { ItemUse } from './shape-values.ts';

const item = (
  id: number,
  use: ItemUse | null,
  { relatedItemIds = [] as number[], remainingStock = 5 } = {},
) => ({ id, use, relatedItemIds, remainingStock });

const idsBeside = (of: ReturnType<typeof item>, others: ReturnType<typeof item>[]) =>
  relatedItemsOf(of, [of, ...others]).map(({ id }) => id);

test('the owner’s choice comes first, in its order, across uses', () => {
  const rings = item(1, 'strength', { relatedItemIds: [4, 2] });
  expect(idsBeside(rings, [item(2, 'juggling'), item(3, 'strength'), item(4, null)])).toEqual([
    4, 2,
  ]);
});

test('without a choice in the shop, items of the same use follow, sold-out ones last', () => {
  const rings = item(1, 'strength', { relatedItemIds: [9] });
  const others = [
    item(2, 'strength', { remainingStock: 0 }),
    item(3, 'mobility'),
    item(4, 'strength'),
  ];
  expect(idsBeside(rings, others)).toEqual([4, 2]);
});

test('without a use, or alone in it, an item gets the others of the shop', () => {
  const others = [item(2, null, { remainingStock: 0 }), item(3, null), item(4, 'juggling')];
  expect(idsBeside(item(1, null), others)).toEqual([3, 4, 2]);
  expect(idsBeside(item(1, 'strength'), others)).toEqual([3, 4, 2]);
});

test('a sold-out item has related items too, and a single item none', () => {
  const soldOut = item(1, null, { remainingStock: 0 });
  expect(idsBeside(soldOut, [item(2, 'balance')])).toEqual([2]);
  expect(idsBeside(soldOut, [])).toEqual([]);
});

test('there are at most four related items', () => {
  const others = [2, 3, 4, 5, 6].map((id) => item(id, 'balance'));
  expect(idsBeside(item(1, 'balance'), others)).toEqual([2, 3, 4, 5]);
});
