import type { Item } from '@shop/domain/shapes';

import { loadData } from '../../lib/load-data.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** The items of the shop; null while the data is away. */
export function loadItems(context: RouterContext): Promise<Item[] | null> {
  return loadData(context, (client) => client.shop.items.query());
}
