import { Prisma, type Db } from '@agres/db/db';
import type { Order, OrderPage } from '@agres/domain/shapes';
import type { OrdersQuery } from '@agres/domain/shop.schema';
import { ORDER_COLUMNS, orderOf, type OrderRow } from '@agres/money/orders/order';

/** All orders of a person, newest first. */
export async function readOwnOrders(db: Db, userId: number): Promise<Order[]> {
  return (await readRows(db, Prisma.sql`o.user_id = ${userId}::int`)).map(orderOf);
}

/** A person's orders, newest first, from behind the cursor on. */
export async function listOwnOrders(
  db: Db,
  userId: number,
  { limit, cursor }: OrdersQuery,
): Promise<OrderPage> {
  const older = cursor === undefined ? Prisma.empty : Prisma.sql`AND ${isOlderThan(cursor)}`;
  // guard: a list of orders is of the caller alone
  const rows = await readRows(db, Prisma.sql`o.user_id = ${userId}::int ${older}`, limit + 1);
  // One more tells whether there are more.
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    orders: shown.map(orderOf),
    nextCursor: last === undefined ? null : `${last.orderDate.getTime()}-${last.id}`,
  };
}

/** A person's own order; null for others. */
export async function findOwnOrder(
  db: Db,
  { userId, id }: { userId: number; id: number },
): Promise<Order | null> {
  // guard: an order is shown to its owner alone
  const [row] = await readRows(db, Prisma.sql`o.id = ${id}::int AND o.user_id = ${userId}::int`);
  return row === undefined ? null : orderOf(row);
}

async function readRows(db: Db, picked: Prisma.Sql, limit: number | null = null) {
  return db.$queryRaw<OrderRow[]>`
    SELECT ${ORDER_COLUMNS} FROM orders o JOIN purchase_attempt a ON a.id = o.attempt_id
    WHERE ${picked} ORDER BY o.order_date DESC, o.id DESC LIMIT ${limit}::int`;
}

/** A cursor is the place of an order in the list: its moment and its id. */
function isOlderThan(cursor: string): Prisma.Sql {
  const [moment = 0, id = 0] = cursor.split('-').map(Number);
  return Prisma.sql`(o.order_date, o.id) < (${new Date(moment)}::timestamptz, ${id}::int)`;
}
