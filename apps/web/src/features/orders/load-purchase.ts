import type { Item } from '@agres/domain/shapes';

import { orderedItemsOf } from '../../lib/ordered-item.ts';
import type { RouterContext } from '../../lib/router-context.ts';
import { isSignedIn } from '../../lib/viewer.ts';
import type { Purchase } from './bought-order.tsx';

/**
 * Loads the order in the page's address. Returns null for visitors, for another member's order and if the data
 * is unavailable.
 */
export async function loadPurchase(
  context: RouterContext,
  { id, items }: { id: number | undefined; items: readonly Item[] | null },
): Promise<Purchase | null> {
  if (id === undefined || !isSignedIn(context.viewer)) return null;
  try {
    const { client } = await context.data.load();
    const [order, { user }, { addressesIn }] = await Promise.all([
      client.orders.byId.query({ id }),
      client.users.status.query(),
      // The names of all countries are too much for every visitor of the shop.
      import('../../lib/addresses.ts'),
      context.texts.load('orders'),
    ]);
    const item = orderedItemsOf(items ?? [], [order])[order.id];
    const { shippingAddress } = order;
    const pickupPoint = addressesIn(context.locale, shippingAddress)?.pickupPoint;
    return { order, item, pickupPoint: pickupPoint ?? shippingAddress, email: user?.email ?? null };
  } catch {
    return null;
  }
}
