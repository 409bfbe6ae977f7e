import type { Prisma } from '@shop/db/db';
import type { Order, OrderPage } from '@shop/domain/shapes';
import type { OrdersQuery } from '@shop/domain/shop.schema';

import type { Deps } from '../context.ts';
import { orderOf, orderSelect } from './order.ts';

/** A person's orders, newest first, from behind the cursor on. */
export async function listOrders(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  { limit, cursor }: OrdersQuery,
): Promise<OrderPage> {
  const rows = await db.order.findMany({
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
    orders: shown.map(orderOf),
    nextCursor: last === undefined ? null : `${last.orderDate.getTime()}-${last.id}`,
  };
}

/** An order of a person; null for everybody else's. */
export async function findOrder(
  { db }: Pick<Deps, 'db'>,
  { userId, id }: { userId: number; id: number },
): Promise<Order | null> {
  // guard: an order is told to its owner alone
  const row = await db.order.findFirst({ where: { id, userId }, select: orderSelect });
  return row === null ? null : orderOf(row);
}

/** A cursor is the place of an order in the list: its moment and its id. */
function olderThan(cursor: string): Prisma.OrderWhereInput {
  const [moment = 0, id = 0] = cursor.split('-').map(Number);
  const orderDate = new Date(moment);
  return { OR: [{ orderDate: { lt: orderDate } }, { orderDate, id: { lt: id } }] };
}
