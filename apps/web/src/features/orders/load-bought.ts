import type { Item } from '@agres/domain/shapes';

import { orderedItemsOf } from '../../lib/ordered-item.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { isSignedIn } from '../../lib/viewer.ts';
import type { Bought } from './bought-order.tsx';

/**
 * The order that an address names, for its owner; null for other visitors, and while the data is away:
 * the address of another member's purchase shows nothing of it.
 */
export async function loadBought(
  context: RouterContext,
  { id, items }: { id: number | undefined; items: readonly Item[] | null },
): Promise<Bought | null> {
  if (id === undefined || !isSignedIn(context.viewer)) return null;
  try {
    const { client } = await context.data.load();
    const [order, { user }] = await Promise.all([
      client.orders.byId.query({ id }),
      client.users.status.query(),
      context.texts.load('orders'),
    ]);
    const item = orderedItemsOf(items ?? [], [order])[order.id];
    return { order, item, email: user?.email ?? null };
  } catch {
    return null;
  }
}
