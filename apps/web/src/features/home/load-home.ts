import type { Home } from '@shop/domain/shapes';

import { loadData } from '../../lib/load-data.ts';
import type { RouterContext } from '../../lib/router-context.ts';

/** The page's data, or its coming; null while it is away. */
export type AwaitedHome = Home | null | Promise<Home | null>;

/** The best sellers and the last article; null while the data is away. */
export function loadHome(context: RouterContext): Promise<Home | null> {
  return loadData(context, (client) => client.home.get.query());
}
