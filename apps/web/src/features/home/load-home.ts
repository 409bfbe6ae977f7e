import type { Home } from '@shop/domain/shapes';

import { loadData, withShownStock } from '../../lib/load-data.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** The page's data, or its coming; null while it is away. */
export type AwaitedHome = Home | null | Promise<Home | null>;

/** The best sellers and the last article; null while the data is away. */
export async function loadHome(context: RouterContext): Promise<Home | null> {
  const home = await loadData(context, (client) => client.home.get.query());
  return home && { ...home, items: home.items.map(withShownStock) };
}
