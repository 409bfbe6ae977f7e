import type { Prisma } from '@shop/db/db';
import type { Order, OrderPage } from '@shop/domain/shapes';
import type { OrdersQuery } from '@shop/domain/shop.schema';

import type { Deps } from '../context.ts';
import { ordersOf, orderSelect } from './order.ts';

/** A person's orders, newest first, from behind the cursor on. */
export async function listOrders(
  deps: Pick<Deps, 'db' | 'contractTexts'>,
  userId: number,
  { limit, cursor }: OrdersQuery,
): Promise<OrderPage> {
  const rows = await deps.db.order.findMany({
    // guard: a list of orders is of the caller alone
    where: { userId, ...(cursor === undefined ? {} : olderThan(cursor)) },
    select: orderSelect,
    orderBy: [{ orderDate: 'desc' }, { id: 'desc' }],
    // One more tells whether there are more.
    take: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    orders: await ordersOf(deps, shown),
    nextCursor: last === undefined ? null : `${last.orderDate.getTime()}-${last.id}`,
  };
}

/** An order of a person; null for everybody else's. */
export async function findOrder(
  deps: Pick<Deps, 'db' | 'contractTexts'>,
  { userId, id }: { userId: number; id: number },
): Promise<Order | null> {
  // guard: an order is told to its owner alone
  const row = await deps.db.order.findFirst({ where: { id, userId }, select: orderSelect });
  const [order = null] = await ordersOf(deps, row === null ? [] : [row]);
  return order;
}

/** A cursor is the place of an order in the list: its moment and its id. */
function olderThan(cursor: string): Prisma.OrderWhereInput {
  const [moment = 0, id = 0] = cursor.split('-').map(Number);
  const orderDate = new Date(moment);
  return { OR: [{ orderDate: { lt: orderDate } }, { orderDate, id: { lt: id } }] };
}
