import { defineChange } from '@agres/core/operations/operation';
import { refuseEach } from '@agres/core/operations/refuse';
import { findObstacles, lockOrders, orderIdsSchema } from '@agres/money/orders/order-state';
import { z } from 'zod';

import { readSendableOrder, sendableOrderSchema } from './find-orders.ts';

/**
 * Marks orders as prepared, all or none, and returns them. The parcels may then be on their way, so a
 * withdrawal waits for the owner's decision. Idempotent: keeps the first moment.
 */
export const prepareOrders = defineChange({
  name: 'orders.prepare',
  permission: 'orders.send',
  kind: 'change',
  input: z.object({ orders: orderIdsSchema }),
  output: z.object({ orders: z.array(sendableOrderSchema) }),
  run: async ({ tx, clock, journal }, { orders: ids }) => {
    const orders = await lockOrders(tx, ids);
    // guard: a cancelled, held or refunded order is not prepared
    refuseEach(await findObstacles(tx, orders, { held: false }));
    const now = clock();
    for (const { id, printedAt } of orders) {
      const preparedAt = printedAt ?? now;
      await tx.$executeRaw`
        UPDATE orders SET printed_at = ${preparedAt} WHERE id = ${id}::int AND printed_at IS NULL`;
      await journal({
        subject: { kind: 'order', id },
        changes: { printedAt: [printedAt?.toISOString() ?? null, preparedAt.toISOString()] },
      });
    }
    const prepared = [];
    for (const { id } of orders) prepared.push(await readSendableOrder(tx, id));
    return { orders: prepared };
  },
});
