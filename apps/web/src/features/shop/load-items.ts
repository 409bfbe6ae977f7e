import type { Item } from '@shop/domain/shapes';

import type { RouterContext } from '../../lib/router-context.ts';

/** The items of the shop; null while the data is away. */
export async function loadItems(context: RouterContext): Promise<Item[] | null> {
  const { client } = await context.data.load();
  try {
    return await client.shop.items.query();
  } catch {
    context.reportOutage();
    return null;
  }
}
