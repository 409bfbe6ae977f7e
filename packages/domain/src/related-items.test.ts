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

test('what the owner named stands beside an item, in that order, whatever it is for', () => {
  const rings = item(1, 'strength', { relatedItemIds: [4, 2] });
  expect(idsBeside(rings, [item(2, 'juggling'), item(3, 'strength'), item(4, null)])).toEqual([
    4, 2,
  ]);
});

test('without any that is in the shop, items of the same use do, what is sold out last', () => {
  const rings = item(1, 'strength', { relatedItemIds: [9] });
  const others = [
    item(2, 'strength', { remainingStock: 0 }),
    item(3, 'mobility'),
    item(4, 'strength'),
  ];
  expect(idsBeside(rings, others)).toEqual([4, 2]);
});

test('an item whose use is not told, or that nothing shares, has the others of the shop beside it', () => {
  const others = [item(2, null, { remainingStock: 0 }), item(3, null), item(4, 'juggling')];
  expect(idsBeside(item(1, null), others)).toEqual([3, 4, 2]);
  expect(idsBeside(item(1, 'strength'), others)).toEqual([3, 4, 2]);
});

test('a sold-out item has others beside it too, and one that is alone has nothing', () => {
  const soldOut = item(1, null, { remainingStock: 0 });
  expect(idsBeside(soldOut, [item(2, 'balance')])).toEqual([2]);
  expect(idsBeside(soldOut, [])).toEqual([]);
});

test('four at most', () => {
  const others = [2, 3, 4, 5, 6].map((id) => item(id, 'balance'));
  expect(idsBeside(item(1, 'balance'), others)).toEqual([2, 3, 4, 5]);
});
