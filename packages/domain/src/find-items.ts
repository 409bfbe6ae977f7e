import { textOfHtml } from './html.ts';
import type { ItemSort } from './item-list.ts';
import type { Locale } from './locale.ts';
import { searchKeyOf } from './search-key.ts';
import type { Item, ItemUse } from './shapes.ts';

/** A shop with so many items can be searched and sorted, and stands under headings. */
const MANY_ITEMS = 8;

/** So many items stand on a page of the shop. */
const ITEMS_A_PART = 60;

/** What a reader looks for; an empty text and no use stand for everything. */
export type Wanted = { text: string; use: ItemUse | null; locale: Locale };

type Findable = Pick<Item, 'title' | 'description' | 'options' | 'use'>;

/** Whether so many items are worth a search, an order and headings. */
export const isSearchable = (items: readonly unknown[]): boolean => items.length >= MANY_ITEMS;

/** The headings of a list, in their order. */
const ITEM_GROUPS = ['strength', 'juggling', 'mobility', 'other'] as const;
export type ItemGroup = (typeof ITEM_GROUPS)[number];

const GROUP_OF = {
  strength: 'strength',
  balance: 'strength',
  juggling: 'juggling',
  mobility: 'mobility',
  endurance: 'mobility',
} as const satisfies Record<ItemUse, ItemGroup>;

/** The items under their headings, in the order of the shop; headings without items are left out. */
export function groupItems<T extends Pick<Item, 'use'>>(items: readonly T[]) {
  return ITEM_GROUPS.map((name) => ({
    name,
    items: items.filter(({ use }) => (use === null ? 'other' : GROUP_OF[use]) === name),
  })).filter((group) => group.items.length > 0);
}

/** The items in an order; null: that of the shop. */
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

/** An article or preposition of French before a vowel, such as the l of « l’élastique ». */
const isElided = (word: string, next = ''): boolean =>
  /^[cdjlmnst]$/.test(word) && /^[aeiouyh]/.test(next);

/** The words of a search, without elided ones and the s or x of a plural. */
const wordsOf = (text: string): string[] =>
  searchKeyOf(text)
    .split(' ')
    .filter((word, index, all) => word !== '' && !isElided(word, all[index + 1]))
    .map((word) => (word.length > 3 ? word.replace(/[sx]$/, '') : word));

/** Whether the key of a text holds a word or a part of one; a single letter only as a word. */
const hasWord = (key: string, word: string): boolean =>
  /^\p{L}$/u.test(word) ? key.split(' ').includes(word) : key.includes(word);

/**
 * The items that hold every word of the text in their title, options or description, in any order, those
 * whose title holds them all first; otherwise in the order of the shop.
 */
export function findItems<T extends Findable>(items: readonly T[], wanted: Wanted): T[] {
  const { text, use, locale } = wanted;
  const ofUse = use === null ? items : items.filter((item) => item.use === use);
  const words = wordsOf(text);
  const holds = (searched: string) => {
    const key = searchKeyOf(searched);
    return words.every((word) => hasWord(key, word));
  };
  const inTitle = ofUse.filter((item) => holds(item.title[locale]));
  if (words.length === 0) return inTitle;
  const elsewhere = ofUse.filter(
    (item) =>
      !inTitle.includes(item) &&
      holds(
        [
          item.title[locale],
          ...item.options.map(({ title }) => title[locale]),
          textOfHtml(item.description[locale]),
        ].join(' '),
      ),
  );
  return [...inTitle, ...elsewhere];
}

/** What stands on one page of many: the part of this number, or the last one where there are fewer. */
type Part<T> = { items: T[]; part: number; parts: number };

export function partOf<T>(items: readonly T[], asked: number): Part<T> {
  const parts = Math.max(1, Math.ceil(items.length / ITEMS_A_PART));
  const part = Math.min(asked, parts);
  return { items: items.slice((part - 1) * ITEMS_A_PART, part * ITEMS_A_PART), part, parts };
}
