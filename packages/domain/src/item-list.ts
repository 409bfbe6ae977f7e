/** What the address of the shop says of its list. Apart from the search: every page loads it. */

/** A search has at most so many characters. */
export const MAX_SEARCH_LENGTH = 60;

/** The orders of a list beside that of the shop: the cheapest first, or the newest. */
export const ITEM_SORTS = ['price', 'newest'] as const;
export type ItemSort = (typeof ITEM_SORTS)[number];

export const isItemSort = (value: unknown): value is ItemSort =>
  ITEM_SORTS.some((sort) => sort === value);
