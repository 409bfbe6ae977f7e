import { isItemSort } from '@agres/domain/item-list';
import { QUERY_NAMES, withQuery, type Page } from '@agres/domain/paths';
import { isItemUse } from '@agres/domain/shape-values';

/** The later pages of a list that are cached. Few visitors go further. */
const CACHED_PARTS = /^(?:[2-9]|1\d)$/;

/**
 * Returns the normalized query under which a page is cached; null for a page that is rendered for each
 * request. Drops parameters that no page reads. For the shop's list only uses, orders and the first pages are
 * cached, each of which has few values.
 */
export function cacheQueryOf(page: Page, search: string): string | null {
  if (search === '') return '';
  const sent = new URLSearchParams(search);
  const read = QUERY_NAMES.filter((name) => sent.has(name));
  if (read.length === 0) return '';
  const isOfList = read.every((name) => name === 'use' || name === 'sort' || name === 'part');
  if (page !== 'shop' || !isOfList || read.some((name) => sent.getAll(name).length > 1))
    return null;
  const use = sent.get('use') ?? undefined;
  const sort = sent.get('sort') ?? undefined;
  const part = sent.get('part') ?? undefined;
  if (use !== undefined && !isItemUse(use)) return null;
  if (sort !== undefined && !isItemSort(sort)) return null;
  if (part !== undefined && !CACHED_PARTS.test(part)) return null;
  return withQuery('', { use, sort, part });
}
