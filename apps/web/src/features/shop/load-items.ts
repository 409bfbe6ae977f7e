import type { Item } from '@shop/domain/shapes';

import { loadData, withShownStock } from '../../lib/load-data.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** The items of the shop; null while the data is away. */
export async function loadItems(context: RouterContext): Promise<Item[] | null> {
  const items = await loadData(context, (client) => client.shop.items.query());
  return items?.map(withShownStock) ?? null;
}
