/**
 * The query parameters of the shop's page. They are separate from the search, because every page loads this
 * file with the routes.
 */

export const MAX_SEARCH_LENGTH = 60;

/** The sort orders besides the shop's own: cheapest first, or newest first. */
export const ITEM_SORTS = ['price', 'newest'] as const;
export type ItemSort = (typeof ITEM_SORTS)[number];

export const isItemSort = (value: unknown): value is ItemSort =>
  ITEM_SORTS.some((sort) => sort === value);
