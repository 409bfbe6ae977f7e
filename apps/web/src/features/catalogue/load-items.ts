import { latestDeliveryDay } from '@agres/domain/consumer-rights';
import { parisDayOf } from '@agres/domain/days';
import {
  findItems,
  groupItems,
  isSearchable,
  partOf,
  sortItems,
  type ItemQuery,
} from '@agres/domain/find-items';
import { textOfHtml } from '@agres/domain/html';
import type { ItemSort } from '@agres/domain/item-list';
import { programmesFor } from '@agres/domain/programmes';
import { relatedItemsOf } from '@agres/domain/related-items';
import { ITEM_USES } from '@agres/domain/shape-values';
import type { Item, ReviewPage } from '@agres/domain/shapes';
import { shownStockOf } from '@agres/domain/stock';
import { formatDate } from '@agres/i18n/formats';

import { loadOptional, loadData } from '../../lib/page-loaders.ts';
import { PROGRAMME_NAMES } from '../../lib/programmes.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { cardOf, type ShownItem, type ShownShop } from '../../lib/shown.ts';

/** Returns null if the items could not be loaded. */
export function loadItems(context: RouterContext): Promise<Item[] | null> {
  return loadData(context, (client) => client.shop.items.query());
}

const NO_REVIEWS: ReviewPage = { reviews: [], nextCursor: null };

/**
 * Loads the newest reviews of an item; null if they could not be loaded. Sends no request for an item without a
 * rating.
 */
export async function loadReviews(
  context: RouterContext,
  { id, rating }: Item,
): Promise<ReviewPage | null> {
  if (rating === null) return NO_REVIEWS;
  return loadOptional(context, (client) => client.reviews.list.query({ id }));
}

const SUGGESTED = 4;

type WantedPage = ItemQuery & { sort: ItemSort | null; part: number };

/**
 * Returns the list of the shop. With enough items for a search, it has the items that match `wanted`, on page
 * `part` (from 1). Headings are shown only if the list has every item, in the order of the shop.
 */
export function buildShopView(items: readonly Item[], wanted: WantedPage): ShownShop {
  const cardsOf = (shown: readonly Item[]) => shown.map((item) => cardOf(item, wanted.locale));
  const plainly = (shown: readonly Item[]) => [{ name: null, items: cardsOf(shown) }];
  if (!isSearchable(items)) return { groups: plainly(items), search: null };
  const found = sortItems(findItems(items, wanted), wanted.sort);
  const { items: shown, part, parts } = partOf(found, wanted.part);
  const uses = ITEM_USES.filter((use) => items.some((item) => item.use === use));
  const others = found.length > 0 ? [] : items.filter((item) => item.remainingStock > 0);
  const search = {
    uses,
    found: found.length,
    part,
    parts,
    others: cardsOf(others.slice(0, SUGGESTED)),
  };
  const isWhole = shown.length === items.length && wanted.sort === null;
  const groups = isWhole ? groupItems(shown) : [];
  return {
    groups:
      groups.length > 1
        ? groups.map((group) => ({ name: group.name, items: cardsOf(group.items) }))
        : plainly(shown),
    search,
  };
}

/** The first clause, of at most 120 characters and without its last mark. */
const LEAD = /^.{20,120}?(?=\s?[.!?:;](?:\s|$))/;

/** Returns the content of an item's page. `items` are all items of the shop, for the related ones. */
export function buildItemView(
  whole: Item,
  { items, reviews }: { items: readonly Item[]; reviews: ReviewPage | null },
  { i18n, locale }: RouterContext,
): ShownItem {
  const { use: _, relatedItemIds: __, ...item } = whole;
  return {
    ...item,
    title: item.title[locale],
    lead: LEAD.exec(textOfHtml(item.description[locale].split('</p>', 1).join()))?.[0],
    description: item.description[locale],
    optionTitle: item.optionTitle?.[locale] ?? null,
    warnings: item.warnings?.[locale] ?? null,
    options: item.options.map(({ title, remainingStock }) => ({
      title: title[locale],
      remainingStock: shownStockOf(remainingStock),
    })),
    remainingStock: shownStockOf(item.remainingStock),
    programmes: programmesFor(whole).map((programme) => ({
      programme,
      name: i18n._(PROGRAMME_NAMES[programme]),
    })),
    reviews,
    related: relatedItemsOf(whole, items).map((other) => cardOf(other, locale)),
    latestDelivery: formatDate(locale, latestDeliveryDay(parisDayOf(new Date()), 0)),
  };
}
