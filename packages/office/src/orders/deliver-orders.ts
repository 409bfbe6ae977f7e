import { requeueSkippedEmail } from '@agres/core/jobs/email';
import { defineChange } from '@agres/core/operations/operation';
import { refuse, refuseEach } from '@agres/core/operations/refuse';
import { parisDayOf } from '@agres/domain/days';
import type { Refusal } from '@agres/domain/refusals';
import {
  findObstacles,
  isOfEarlierDay,
  lockOrders,
  orderIdsSchema,
  orderStateSchema,
  sentEmailKey,
  shownState,
  type OrderState,
} from '@agres/money/orders/order-state';
import { z } from 'zod';

import {
  applyWhileSent,
  EMAIL_WAITS_SECONDS,
  pastMoment,
  requireSendableAgain,
} from './send-orders.ts';

/**
 * Marks orders as delivered: all, or none if one cannot be. An order never marked as sent keeps no date of
 * sending.
 */
export const deliverOrders = defineChange({
  name: 'orders.deliver',
  permission: 'orders.deliver',
  kind: 'change',
  input: z.object({
    orders: orderIdsSchema,
    /** A day in Paris; null means now. */
    on: z.iso.date().nullable(),
  }),
  output: z.object({ orders: z.array(orderStateSchema) }),
  run: async ({ tx, clock, journal }, { orders: ids, on }) => {
    const postDate = pastMoment(on, clock());
    const orders = await lockOrders(tx, ids);
    refuseEach(orders.flatMap((order) => checkDelivery(order, postDate)));
    const unsent = orders.filter(({ sentAt }) => sentAt === null);
    // An order that may not be sent cannot be marked as delivered.
    refuseEach(await findObstacles(tx, unsent, { held: false }));
    for (const { id } of orders) {
      await tx.$executeRaw`
        UPDATE orders SET status = 'delivered', post_date = ${postDate} WHERE id = ${id}::int`;
      await journal({
        subject: { kind: 'order', id },
        changes: { status: ['waiting', 'delivered'], postDate: [null, parisDayOf(postDate)] },
      });
    }
    const delivered = { status: 'delivered', postDate };
    return { orders: orders.map((order) => shownState({ ...order, ...delivered })) };
  },
});

function checkDelivery(order: OrderState, postDate: Date): Refusal[] {
  const { id, orderDate, sentAt } = order;
  const day = parisDayOf(postDate);
  // guard: a cancelled order cannot be marked as delivered
  if (order.cancelledAt !== null) {
    return [{ code: 'order_cancelled', order: id, on: parisDayOf(order.cancelledAt) }];
  }
  if (order.status === 'delivered') {
    const on = order.postDate === null ? '' : parisDayOf(order.postDate);
    return [{ code: 'order_delivered_already', order: id, on }];
  }
  if (order.heldFor !== null) {
    return [{ code: 'order_held_not_sent', order: id, heldFor: order.heldFor }];
  }
  if (isOfEarlierDay(postDate, orderDate)) {
    return [{ code: 'day_before_order', order: id, bought: parisDayOf(orderDate), day }];
  }
  if (sentAt !== null && isOfEarlierDay(postDate, sentAt)) {
    return [{ code: 'day_before_sending', order: id, sent: parisDayOf(sentAt), day }];
  }
  return [];
}

/** Undoes the delivery of an order; its mark as sent, if any, stays. */
export const undoDelivery = defineChange({
  name: 'orders.undoDelivery',
  permission: 'orders.deliver',
  kind: 'change',
  input: z.object({ order: z.int().positive() }),
  output: z.object({ order: orderStateSchema }),
  run: async ({ tx, actor, journal }, { order: id }) => {
    const [order] = await lockOrders(tx, [id]);
    if (order?.status !== 'delivered') refuse({ code: 'order_waiting_already', order: id });
    const isUnsentAgain = order.sentAt === null;
    if (isUnsentAgain) await requireSendableAgain(tx, id);
    await tx.$executeRaw`
      UPDATE orders SET status = 'waiting', post_date = NULL WHERE id = ${id}::int`;
    await journal({
      subject: { kind: 'order', id },
      changes: {
        status: ['delivered', 'waiting'],
        postDate: [order.postDate === null ? null : parisDayOf(order.postDate), null],
      },
    });
    if (order.sentAt !== null) {
      // It is not sent to the buyer of a delivered order.
      const dedupe = sentEmailKey(id, order.sentAt);
      await requeueSkippedEmail(tx, { dedupe, inSeconds: EMAIL_WAITS_SECONDS });
    }
    const heldFor = isUnsentAgain ? await applyWhileSent(tx, id, actor) : order.heldFor;
    return { order: shownState({ ...order, status: 'waiting', postDate: null, heldFor }) };
  },
});
