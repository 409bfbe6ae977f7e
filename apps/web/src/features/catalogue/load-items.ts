import { latestDeliveryDay } from '@agres/domain/consumer-rights';
import { parisDayOf } from '@agres/domain/days';
import {
  findItems,
  isSearchable,
  isSortable,
  partOf,
  sortItems,
  type Wanted,
} from '@agres/domain/find-items';
import type { ItemSort } from '@agres/domain/item-list';
import type { Locale } from '@agres/domain/locale';
import { relatedItemsOf } from '@agres/domain/related-items';
import { ITEM_USES, type Item } from '@agres/domain/shapes';
import { shownStockOf } from '@agres/domain/stock';
import { formatDate } from '@agres/i18n/formats';

import { loadData } from '../../lib/load-data.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { cardOf, type ShownItem, type ShownShop } from '../../lib/shown.ts';

/** The items of the shop; null while the data is away. */
export function loadItems(context: RouterContext): Promise<Item[] | null> {
  return loadData(context, (client) => client.shop.items.query());
}

type WantedPage = Wanted & { sort: ItemSort | null; part: number };

/** What the list shows of the shop: of many items those that are wanted, and of these one page, from 1. */
export function shownShopOf(items: readonly Item[], wanted: WantedPage): ShownShop {
  const cardsOf = (shown: readonly Item[]) => shown.map((item) => cardOf(item, wanted.locale));
  if (!isSearchable(items)) return { items: cardsOf(items), search: null };
  const found = sortItems(findItems(items, wanted), wanted.sort);
  const { items: shown, part, parts } = partOf(found, wanted.part);
  const uses = ITEM_USES.filter((use) => items.some((item) => item.use === use));
  const search = { uses, isSortable: isSortable(items), found: found.length, part, parts };
  return { items: cardsOf(shown), search };
}

/** What its own page shows of an item; `items`: the shop, of which some stand beside it. */
export function shownItemOf(whole: Item, items: readonly Item[], locale: Locale): ShownItem {
  const { use: _, relatedItemIds: __, ...item } = whole;
  return {
    ...item,
    title: item.title[locale],
    description: item.description[locale],
    optionTitle: item.optionTitle?.[locale] ?? null,
    warnings: item.warnings?.[locale] ?? null,
    options: item.options.map(({ title, remainingStock }) => ({
      title: title[locale],
      remainingStock: shownStockOf(remainingStock),
    })),
    remainingStock: shownStockOf(item.remainingStock),
    related: relatedItemsOf(whole, items).map((other) => cardOf(other, locale)),
    latestDelivery: formatDate(locale, latestDeliveryDay(parisDayOf(new Date()), 0)),
  };
}
