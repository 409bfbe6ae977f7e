import { textOfHtml } from './html.ts';
import type { ItemSort } from './item-list.ts';
import type { Locale } from './locale.ts';
import { searchKeyOf } from './search-key.ts';
import type { ItemUse } from './shape-values.ts';
import type { Item } from './shapes.ts';

/** How many items the shop must have to show a search, sorting and headings. */
const MANY_ITEMS = 8;

/** How many items a page of the shop shows. */
const ITEMS_A_PART = 60;

/** A search; an empty text and a null use match everything. */
export type ItemQuery = { text: string; use: ItemUse | null; locale: Locale };

type Findable = Pick<Item, 'title' | 'description' | 'options' | 'use'>;

/** Whether there are enough items for a search, sorting and headings. */
export const isSearchable = (items: readonly unknown[]): boolean => items.length >= MANY_ITEMS;

const ITEM_GROUPS = ['strength', 'juggling', 'mobility', 'other'] as const;
export type ItemGroup = (typeof ITEM_GROUPS)[number];

const GROUP_OF = {
  strength: 'strength',
  balance: 'strength',
  juggling: 'juggling',
  mobility: 'mobility',
  endurance: 'mobility',
} as const satisfies Record<ItemUse, ItemGroup>;

/** Groups items under their headings, in the order of the shop; omits empty groups. */
export function groupItems<T extends Pick<Item, 'use'>>(items: readonly T[]) {
  return ITEM_GROUPS.map((name) => ({
    name,
    items: items.filter(({ use }) => (use === null ? 'other' : GROUP_OF[use]) === name),
  })).filter((group) => group.items.length > 0);
}

/** Sorts items; null keeps the order of the shop. */
export function sortItems<T extends Pick<Item, 'id' | 'price'>>(
  items: readonly T[],
  sort: ItemSort | null,
): readonly T[] {
  switch (sort) {
    case null:
      return items;
    case 'price':
      return items.toSorted((a, b) => a.price - b.price);
    case 'newest':
      return items.toSorted((a, b) => b.id - a.id);
  }
}

/** Whether a word is an elided French article or preposition, such as the l of « l’élastique ». */
const isElided = (word: string, next = ''): boolean =>
  /^[cdjlmnst]$/.test(word) && /^[aeiouyh]/.test(next);

/** Returns the words of a search, without elided ones and plural endings in s or x. */
const wordsOf = (text: string): string[] =>
  searchKeyOf(text)
    .split(' ')
    .filter((word, index, all) => word !== '' && !isElided(word, all[index + 1]))
    .map((word) => (word.length > 3 ? word.replace(/[sx]$/, '') : word));

/** Whether a word of a search key begins with a word; a single letter must match a whole word. */
const hasWord = (key: string, word: string): boolean =>
  key.split(' ').some((one) => (/^\p{L}$/u.test(word) ? one === word : one.startsWith(word)));

/**
 * Returns the items whose title, options or description contain every word of the search or one that begins
 * with it, in any order. Items that contain all of them in their title come first; otherwise the order of the
 * shop is kept.
 */
export function findItems<T extends Findable>(items: readonly T[], wanted: ItemQuery): T[] {
  const { text, use, locale } = wanted;
  const words = wordsOf(text);
  const holds = (searched: string) => {
    const key = searchKeyOf(searched);
    return words.every((word) => hasWord(key, word));
  };
  const { inTitle = [], elsewhere = [] } = Object.groupBy(
    items.filter((item) => use === null || item.use === use),
    ({ title }) => (holds(title[locale]) ? 'inTitle' : 'elsewhere'),
  );
  const found = elsewhere.filter(({ title, options, description }) =>
    holds(
      [
        title[locale],
        ...options.map((option) => option.title[locale]),
        textOfHtml(description[locale]),
      ].join(' '),
    ),
  );
  return [...inTitle, ...found];
}

/** One page of a list; the last one if there are fewer than requested. */
type Part<T> = { items: T[]; part: number; parts: number };

export function partOf<T>(items: readonly T[], asked: number): Part<T> {
  const parts = Math.max(1, Math.ceil(items.length / ITEMS_A_PART));
  const part = Math.min(asked, parts);
  return { items: items.slice((part - 1) * ITEMS_A_PART, part * ITEMS_A_PART), part, parts };
}
