import { latestDeliveryDay } from '@shop/domain/consumer-rights';
import { parisDayOf } from '@shop/domain/days';
import { findItems, isSearchable, partOf, type Wanted } from '@shop/domain/find-items';
import type { Locale } from '@shop/domain/locale';
import { relatedItemsOf } from '@shop/domain/related-items';
import { ITEM_USES, type Item } from '@shop/domain/shapes';
import { shownStockOf } from '@shop/domain/stock';
import { formatDate } from '@shop/i18n/formats';

import { loadData } from '../../lib/load-data.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { cardOf, type ShownItem, type ShownShop } from '../../lib/shown.ts';

/** The items of the shop; null while the data is away. */
export function loadItems(context: RouterContext): Promise<Item[] | null> {
  return loadData(context, (client) => client.shop.items.query());
}

/** What the list shows of the shop: of many items those that are wanted, and of these one page, from 1. */
export function shownShopOf(items: readonly Item[], wanted: Wanted & { part: number }): ShownShop {
  const cardsOf = (shown: readonly Item[]) => shown.map((item) => cardOf(item, wanted.locale));
  if (!isSearchable(items)) return { items: cardsOf(items), search: null };
  const found = findItems(items, wanted);
  const { items: shown, part, parts } = partOf(found, wanted.part);
  const uses = ITEM_USES.filter((use) => items.some((item) => item.use === use));
  return { items: cardsOf(shown), search: { uses, found: found.length, part, parts } };
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
