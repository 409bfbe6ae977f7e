import { changesBetween } from '@agres/core/operations/journal';
import { defineChange } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Tx } from '@agres/db/db';
import { parisDayOf } from '@agres/domain/days';
import { addressesOf, deliveryAreaOf, SHIPPING_ADDRESS_LENGTH } from '@agres/domain/delivery';
import { checkAddressArea } from '@agres/domain/delivery-area';
import { nameSchema, paragraphSchema } from '@agres/domain/text.schema';
import {
  isFullyRefunded,
  lockOrders,
  refuseUnknown,
  type OrderState,
} from '@agres/money/orders/order-state';
import { z } from 'zod';

import { refuseStale } from '../operations/versions.ts';

/** The version from `orders.get`; null overwrites concurrent changes. */
export const versionSchema = z.int().min(0).nullable().optional();

export const addressEditOf = (id: number) => ({
  kind: 'order',
  id,
  operation: 'orders.correctAddress',
});
/** The addresses of all replacements of an order have one version. */
export const replacementAddressEditOf = (id: number) => ({
  kind: 'order',
  id,
  operation: 'replacements.correctAddress',
});
export const noteEditOf = (id: number) => ({ kind: 'order', id, operation: 'orders.setNote' });

export const NOTE_LENGTH = { min: 1, max: 1000 } as const;

export const addressFields = {
  firstName: nameSchema,
  lastName: nameSchema,
  shippingAddress: paragraphSchema(SHIPPING_ADDRESS_LENGTH),
};

/**
 * Corrects the recipient and address of an unsent order, within the delivery area whose fee was paid. The
 * journal records that they changed, but not the values.
 */
export const correctAddress = defineChange({
  name: 'orders.correctAddress',
  permission: 'orders.send',
  kind: 'change',
  input: z.object({
    order: z.int().positive(),
    ...addressFields,
    version: versionSchema,
  }),
  output: z.object({ order: z.int(), isPrepared: z.boolean() }),
  run: async ({ tx, journal }, { order: id, version, ...next }) => {
    const [order] = await lockOrders(tx, [id]);
    if (order === undefined) refuseUnknown([id]);
    await refuseStale(tx, addressEditOf(id), version);
    requireUnsent(order);
    await refuseOtherArea(tx, id, next);
    const before = await tx.order.findUniqueOrThrow({
      where: { id },
      select: { firstName: true, lastName: true, shippingAddress: true, relayId: true },
    });
    const { set, changes } = correctedAddress(before, next);
    await tx.order.update({ where: { id }, data: set, select: { id: true } });
    await journal({ subject: { kind: 'order', id }, changes });
    return { order: id, isPrepared: order.printedAt !== null };
  },
});

type TypedAddress = z.output<z.ZodObject<typeof addressFields>>;

/** Refuses an address outside the delivery area whose fee was paid. */
export async function refuseOtherArea(tx: Tx, orderId: number, next: TypedAddress): Promise<void> {
  const { area } = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    select: { area: true },
  });
  const paidArea = deliveryAreaOf(area);
  if (paidArea !== null && checkAddressArea(paidArea, next.shippingAddress) === 'contradicts') {
    refuse({ code: 'order_other_area', order: orderId });
  }
}

/** Returns the columns to set, and the journal's changes without the values. */
export function correctedAddress(
  before: TypedAddress & { relayId: string | null },
  next: TypedAddress,
) {
  // A different pickup point was typed, so its id is unknown.
  const isSamePoint =
    addressesOf(before.shippingAddress)?.pickupPoint ===
    addressesOf(next.shippingAddress)?.pickupPoint;
  return {
    set: { ...next, relayId: isSamePoint ? before.relayId : null },
    changes: changesBetween<TypedAddress>(before, next, new Set(Object.keys(addressFields))),
  };
}

function requireUnsent(order: OrderState): void {
  const { id, cancelledAt, sentAt, postDate } = order;
  if (cancelledAt !== null)
    refuse({ code: 'order_cancelled', order: id, on: parisDayOf(cancelledAt) });
  if (order.status === 'delivered') {
    refuse({
      code: 'order_delivered',
      order: id,
      on: postDate === null ? '' : parisDayOf(postDate),
    });
  }
  if (sentAt !== null) refuse({ code: 'order_sent', order: id, on: parisDayOf(sentAt) });
  if (isFullyRefunded(order)) refuse({ code: 'order_given_back', order: id });
}

/**
 * Sets or clears the shop's internal note on an order. The site does not show it to buyers, but it is in the copy
 * of their data (GDPR, article 15).
 */
export const setNote = defineChange({
  name: 'orders.setNote',
  permission: 'orders.send',
  kind: 'change',
  input: z.object({
    order: z.int().positive(),
    note: paragraphSchema(NOTE_LENGTH).nullable(),
    version: versionSchema,
  }),
  output: z.object({ order: z.int(), note: z.string().nullable() }),
  run: async ({ tx, journal }, { order: id, note, version }) => {
    await lockOrders(tx, [id]);
    await refuseStale(tx, noteEditOf(id), version);
    await tx.$executeRaw`UPDATE orders SET note = ${note} WHERE id = ${id}::int`;
    await journal({ subject: { kind: 'order', id }, changes: { note: true } });
    return { order: id, note };
  },
});
