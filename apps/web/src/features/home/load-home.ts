import type { Home } from '@shop/domain/shapes';

import type { RouterContext } from '../../lib/router-context.ts';

/** The best sellers and the last article; null while the data is away. */
export async function loadHome(context: RouterContext): Promise<Home | null> {
  const { client } = await context.data.load();
  try {
    return await client.home.get.query();
  } catch {
    context.reportOutage();
    return null;
  }
}
