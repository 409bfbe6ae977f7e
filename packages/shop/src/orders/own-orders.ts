import { Prisma, type Db } from '@agres/db/db';
import type { Order, OrderPage } from '@agres/domain/shapes';
import type { OrdersQuery } from '@agres/domain/shop.schema';
import { ORDER_COLUMNS, orderOf, type OrderRow } from '@agres/money/orders/read-order';

import { isAfterCursor, pageOf } from '../moment-cursor.ts';

const PLACE = Prisma.sql`o.order_date, o.id`;

/** Returns all orders of a person, newest first. */
export async function readOwnOrders(db: Db, userId: number): Promise<Order[]> {
  return (await readRows(db, Prisma.sql`o.user_id = ${userId}::int`)).map(orderOf);
}

/** Returns a page of a person's orders after the cursor, newest first. */
export async function listOwnOrders(
  db: Db,
  userId: number,
  { limit, cursor }: OrdersQuery,
): Promise<OrderPage> {
  const older =
    cursor === undefined ? Prisma.empty : Prisma.sql`AND ${isAfterCursor(PLACE, cursor)}`;
  // guard: the list of orders contains only the caller’s orders
  const rows = await readRows(db, Prisma.sql`o.user_id = ${userId}::int ${older}`, limit + 1);
  const { shown, nextCursor } = pageOf(rows, limit, ({ orderDate, id }) => ({ at: orderDate, id }));
  return { orders: shown.map(orderOf), nextCursor };
}

/** Returns a person's own order; null for another person's. */
export async function findOwnOrder(
  db: Db,
  { userId, id }: { userId: number; id: number },
): Promise<Order | null> {
  // guard: an order is returned only to its owner
  const [row] = await readRows(db, Prisma.sql`o.id = ${id}::int AND o.user_id = ${userId}::int`);
  return row === undefined ? null : orderOf(row);
}

async function readRows(db: Db, picked: Prisma.Sql, limit: number | null = null) {
  return db.$queryRaw<OrderRow[]>`
    SELECT ${ORDER_COLUMNS} FROM orders o JOIN purchase_attempt a ON a.id = o.attempt_id
    WHERE ${picked} ORDER BY o.order_date DESC, o.id DESC LIMIT ${limit}::int`;
}
