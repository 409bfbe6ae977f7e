import { dayOf } from '@agres/core/operations/days';
import { defineChange } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { RETENTION } from '@agres/domain/retention';
import { lockOrders } from '@agres/money/orders/order-state';
import { z } from 'zod';

import { defineOperationCommand } from '../operations/command.ts';
import { lines } from '../operations/report.ts';
import { idValue } from '../operations/values.ts';

/** Reasons for reading the archive: a closed list, so that the journal holds no personal data. */
const REASONS = ['accounts', 'claim', 'authority', 'buyer-asks'] as const;

const reasonSchema = z.enum(REASONS, `must be one of ${REASONS.join(', ')}`);

/** Reads name and address of an archived order; the journal keeps who did, and for what. */
const readRecipient = defineChange({
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

export const recipientCommand = defineOperationCommand({
  name: 'order:recipient',
  summary: `Name and address of an order of more than ${RETENTION.orderListYears} years ago`,
  parameters: {
    order: { kind: 'word', value: 'ORDER', about: 'its number' },
    why: { kind: 'option', value: 'WHY', about: `what for: ${REASONS.join(', ')}` },
  },
  notes: [
    'They are kept apart, for the accounts alone. The journal keeps who looked, and what for.',
  ],
  examples: ['12 --why accounts'],
  input: { order: idValue('an order'), why: reasonSchema },
  operation: readRecipient,
  read: (typed) => typed,
  show: ({ order, firstName, lastName, shippingAddress, archivedAt }) => [
    lines(
      `Order ${order}, in the archive since ${dayOf(new Date(archivedAt))}, for ${firstName} ${lastName}:`,
      ...shippingAddress.split('\n').map((line) => `  ${line}`),
    ),
  ],
});
