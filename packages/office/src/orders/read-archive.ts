import { defineChange } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Db } from '@agres/db/db';
import { lockOrders } from '@agres/money/orders/order-state';
import { z } from 'zod';

/** The reasons are a closed list, so that the journal holds no personal data. */
const REASONS = ['accounts', 'claim', 'authority', 'buyer-asks'] as const;

const reasonSchema = z.enum(REASONS, `must be one of ${REASONS.join(', ')}`);

/** Whether the recipient of an order is archived, so that no other page of the office may show the buyer. */
export async function isArchived(db: Db, orderId: number): Promise<boolean> {
  return (await db.orderArchive.count({ where: { orderId } })) > 0;
}

/** Reads the name and address of an archived order. The journal records who read them, and why. */
export const readRecipient = defineChange({
  name: 'orders.readArchived',
  permission: 'orders.archive',
  kind: 'danger',
  input: z.object({ order: z.int().positive(), why: reasonSchema }),
  output: z.object({
    order: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    shippingAddress: z.string(),
    archivedAt: z.iso.datetime(),
  }),
  run: async ({ tx, journal }, { order: id, why }) => {
    await lockOrders(tx, [id]);
    const archived = await tx.orderArchive.findUnique({ where: { orderId: id } });
    if (archived === null) {
      const { shippingAddress } = await tx.order.findUniqueOrThrow({
        where: { id },
        select: { shippingAddress: true },
      });
      refuse({
        code: shippingAddress === '' ? 'order_recipient_gone' : 'order_not_archived',
        order: id,
      });
    }
    const { archivedAt, ...recipient } = archived;
    await journal({ subject: { kind: 'order', id }, changes: { readFor: [null, why] } });
    return { order: id, ...recipient, archivedAt: archivedAt.toISOString() };
  },
});
