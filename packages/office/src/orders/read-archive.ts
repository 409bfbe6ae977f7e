import { defineChange } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { lockOrders } from '@agres/money/orders/order-state';
import { z } from 'zod';

/** A closed list, so that the journal holds no personal data. */
const REASONS = ['accounts', 'claim', 'authority', 'buyer-asks'] as const;

const reasonSchema = z.enum(REASONS, `must be one of ${REASONS.join(', ')}`);

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
    const { firstName, lastName, shippingAddress, archivedAt } = archived;
    await journal({ subject: { kind: 'order', id }, changes: { readFor: [null, why] } });
    return {
      order: id,
      firstName,
      lastName,
      shippingAddress,
      archivedAt: archivedAt.toISOString(),
    };
  },
});
