import type { Actor } from '@agres/core/operations/actor';
import { writeJournal } from '@agres/core/operations/journal';
import type { Tx } from '@agres/db/db';

import { lockOrder } from '../refund/request-refund.ts';
import { IS_OPEN_DISPUTE } from '../refund/returned-money.ts';
import { IS_UNSENT, type HeldFor } from './order-state.ts';

/**
 * Excludes an order from the list of parcels until the shop owner decides (`orders.held_for`). Returns false
 * if the order was sent, cancelled or is already held.
 */
export async function holdOrder(
  tx: Tx,
  { orderId, heldFor, actor }: { orderId: number; heldFor: HeldFor; actor: Actor },
): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (order === null || order.heldFor !== null) return false;
  const held = await tx.$executeRaw`
    UPDATE orders SET held_for = ${heldFor}
    WHERE id = ${orderId}::int AND ${IS_UNSENT}`;
  if (held === 0) return false;
  await writeJournal(tx, {
    actor,
    operation: 'orders.hold',
    subject: { kind: 'order', id: orderId },
    changes: { heldFor: [null, heldFor] },
  });
  return true;
}

/**
 * Holds an unsent order whose money a bank has taken or may take. Call it when an order counts as unsent again:
 * `applyDispute` could not hold it while it was sent or held for another reason.
 */
export async function holdDisputed(tx: Tx, orderId: number, actor: Actor): Promise<boolean> {
  const [dispute] = await tx.$queryRaw<unknown[]>`
    SELECT FROM dispute
    WHERE order_id = ${orderId}::int AND (${IS_OPEN_DISPUTE} OR status = 'lost') LIMIT 1`;
  return dispute !== undefined && holdOrder(tx, { orderId, heldFor: 'dispute', actor });
}

/**
 * Returns a held order to the list of parcels; returns what it was held for, or null if it was not held.
 *
 * @public Part of the refund API.
 */
export async function releaseOrder(
  tx: Tx,
  { orderId, actor }: { orderId: number; actor: Actor },
): Promise<HeldFor | null> {
  const order = await lockOrder(tx, orderId);
  if (order === null || order.heldFor === null) return null;
  await tx.$executeRaw`UPDATE orders SET held_for = NULL WHERE id = ${orderId}::int`;
  await writeJournal(tx, {
    actor,
    operation: 'orders.release',
    subject: { kind: 'order', id: orderId },
    changes: { heldFor: [order.heldFor, null] },
  });
  return order.heldFor;
}
