import type { Locale } from '@shop/domain/locale';
import { relatedItemsOf } from '@shop/domain/related-items';
import type { Item } from '@shop/domain/shapes';
import { shownStockOf } from '@shop/domain/stock';

import { loadData } from '../../lib/load-data.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { cardOf, type ShownItem } from '../../lib/shown.ts';

/** The items of the shop; null while the data is away. */
export function loadItems(context: RouterContext): Promise<Item[] | null> {
  return loadData(context, (client) => client.shop.items.query());
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
  };
}
