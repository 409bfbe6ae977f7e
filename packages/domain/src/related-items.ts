import type { Item } from './shapes.ts';

/** So many stand beside an item. */
export const MAX_RELATED_ITEMS = 4;

type Relatable = Pick<Item, 'id' | 'use' | 'relatedItemIds' | 'remainingStock'>;

/**
 * What an item's page shows beside it: what the owner named, in that order; where nothing named is in the
 * shop the items of the same use, and where there is none of these the others, those in stock first. `items`
 * is the shop in its order.
 */
export function relatedItemsOf<T extends Relatable>(item: Relatable, items: readonly T[]): T[] {
  const named = item.relatedItemIds.flatMap((id) => items.filter((other) => other.id === id));
  if (named.length > 0) return named.slice(0, MAX_RELATED_ITEMS);
  const others = items.filter(({ id }) => id !== item.id);
  const ofSameUse = others.filter(({ use }) => use !== null && use === item.use);
  return (ofSameUse.length > 0 ? ofSameUse : others)
    .toSorted((a, b) => Number(a.remainingStock === 0) - Number(b.remainingStock === 0))
    .slice(0, MAX_RELATED_ITEMS);
}
