import { textOfHtml } from './html.ts';
import type { Locale } from './locale.ts';
import type { Item, ItemUse } from './shapes.ts';

/** A shop with more items than this can be searched. */
const FEW_ITEMS = 12;

/** So many items stand on a page of the shop. */
const ITEMS_A_PART = 60;

/** A search has at most so many characters. */
export const MAX_SEARCH_LENGTH = 60;

/** What a reader looks for; an empty text and no use stand for everything. */
export type Wanted = { text: string; use: ItemUse | null; locale: Locale };

type Findable = Pick<Item, 'title' | 'description' | 'options' | 'use'>;

/** Whether so many items are worth a search. */
export const isSearchable = (items: readonly unknown[]): boolean => items.length > FEW_ITEMS;

/** Small letters without accents, as readers type them; `œ` as two letters. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('’', "'");
}

/**
 * The items that hold every word of the text in their title, options or description, in any order, those
 * whose title holds them all first; otherwise in the order of the shop.
 */
export function findItems<T extends Findable>(items: readonly T[], wanted: Wanted): T[] {
  const { text, use, locale } = wanted;
  const ofUse = use === null ? items : items.filter((item) => item.use === use);
  const words = plain(text).split(/\s+/).filter(Boolean);
  const holds = (searched: string) => {
    const plainly = plain(searched);
    return words.every((word) => plainly.includes(word));
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
