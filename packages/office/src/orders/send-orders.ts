import { enqueueEmail, takeBackEmail } from '@agres/core/jobs/email';
import type { Actor } from '@agres/core/operations/actor';
import { defineChange, type ChangeContext } from '@agres/core/operations/operation';
import { refuse, refuseEach } from '@agres/core/operations/refuse';
import type { Tx } from '@agres/db/db';
import {
  CARRIER_NAMES,
  CARRIERS,
  TRACKING_NUMBER,
  trackingNumberOf,
  type Carrier,
} from '@agres/domain/carriers';
import { momentOfDay, parisDayOf, startOfDay } from '@agres/domain/days';
import type { Refusal } from '@agres/domain/refusals';
import { recheckDeclarationsOf } from '@agres/money/declarations/declaration';
import { orderSentEmail, sendingUndoneEmail } from '@agres/money/orders/emails';
import { holdDisputed, holdOrder, releaseOrder } from '@agres/money/orders/hold-order';
import {
  ARE_GOODS_BACK,
  findObstacles,
  isOfEarlierDay,
  lockOrders,
  orderIdsSchema,
  orderStateSchema,
  sentEmailKey,
  shownState,
  type HeldFor,
  type OrderState,
} from '@agres/money/orders/order-state';
import { z } from 'zod';

/** Delays an email about a parcel, so that a mistake can be undone before it leaves. */
export const EMAIL_WAITS_SECONDS = 600;
/** Delays a correction until the email that it corrects has left or is cancelled. */
const CORRECTION_WAITS_SECONDS = 30;

export const carrierSchema = z.enum(CARRIER_NAMES, `must be one of: ${CARRIER_NAMES.join(', ')}`);

const trackingInput = (mayBeEmpty: boolean) =>
  z
    .string()
    .transform(trackingNumberOf)
    .refine((number) => (mayBeEmpty && number === '') || TRACKING_NUMBER.test(number), {
      error: 'must be 4 to 40 letters and digits',
      params: { problem: 'tracking' },
    });
export const typedTrackingSchema = trackingInput(false);

export type Parcel = { carrier: Carrier | null; tracking: string | null };

/** The hold as shown to the person who decides; null checks none. */
const shownHoldSchema = z.string().max(20).nullable().optional();

const sendInput = z
  .object({
    orders: orderIdsSchema,
    carrier: carrierSchema.nullable(),
    /**
     * The tracking numbers, one per order in the same sequence, empty without a number; null if no order has
     * one.
     */
    tracking: z.array(trackingInput(true)).max(100).nullable(),
    /** The day of sending in Paris; null means now. */
    on: z.iso.date().nullable(),
    /** Whether the parcels of held orders have left too. */
    held: z.boolean(),
    heldFor: shownHoldSchema,
  })
  .refine(({ orders, tracking }) => tracking === null || tracking.length === orders.length, {
    path: ['tracking'],
    message: 'must be as many as the orders',
    params: { problem: 'trackingOfEach' },
  });

export const sentSchema = z.object({
  orders: z.array(orderStateSchema),
  /** Orders whose number does not match the carrier's format. */
  doubtful: z.array(z.int()),
});

/**
 * Marks orders as sent: all, or none if one cannot be. Each buyer gets an email ten minutes later, so that a
 * mistake can be undone unnoticed. `held` states that the parcels of held orders have left, which ends the
 * hold.
 */
export const sendOrders = defineChange({
  name: 'orders.send',
  permission: 'orders.send',
  kind: 'change',
  input: sendInput,
  output: sentSchema,
  run: async (
    { tx, clock, journal, may },
    { orders: ids, carrier, tracking, on, held, heldFor },
  ) => {
    if (held) may('orders.release');
    const sentAt = pastMoment(on, clock());
    const orders = await lockOrders(tx, ids);
    refuseEach(await findObstacles(tx, orders, { held }));
    for (const order of orders) refuseOtherHold(order, heldFor);
    refuseEach(orders.flatMap((order) => checkSendDate(order, sentAt)));
    // A declared withdrawal continues as for a sent order.
    await recheckDeclarationsOf(tx, ids);
    const sent: OrderState[] = [];
    const doubtful: number[] = [];
    for (const [index, order] of orders.entries()) {
      const number = tracking?.[index] ?? '';
      const parcel = parcelOf(carrier, number === '' ? null : number);
      if (isDoubtful(parcel)) doubtful.push(order.id);
      sent.push(await markAsSent({ tx, journal }, order, { parcel, sentAt }));
    }
    return { orders: sent.map(shownState), doubtful };
  },
});

/** Refuses a decision about another hold than the order has now. */
function refuseOtherHold({ id, heldFor }: OrderState, shown: string | null | undefined): void {
  if (shown == null || heldFor === null || heldFor === shown) return;
  refuse({ code: 'order_held_otherwise', order: id, heldFor });
}

type Work = Pick<ChangeContext, 'tx' | 'journal'>;

/** Marks a locked order as sent and enqueues its delayed email. The caller checks the obstacles. */
export async function markAsSent(
  { tx, journal }: Work,
  order: OrderState,
  { parcel, sentAt }: { parcel: Parcel; sentAt: Date },
): Promise<OrderState> {
  await tx.$executeRaw`
    UPDATE orders SET sent_at = ${sentAt}, carrier = ${parcel.carrier},
      tracking_number = ${parcel.tracking}, held_for = NULL
    WHERE id = ${order.id}::int`;
  await journal({
    subject: { kind: 'order', id: order.id },
    changes: {
      sentAt: [null, sentAt.toISOString()],
      ...(parcel.tracking === null ? {} : { trackingNumber: [null, parcel.tracking] }),
      ...(order.heldFor === null ? {} : { heldFor: [order.heldFor, null] }),
    },
  });
  await enqueueEmail(tx, {
    email: orderSentEmail,
    request: { orderId: order.id, sentAt: sentAt.toISOString() },
    dedupe: sentEmailKey(order.id, sentAt),
    inSeconds: EMAIL_WAITS_SECONDS,
  });
  return { ...order, sentAt, ...storedAs(parcel), heldFor: null };
}

/** Returns the moment of a day as `momentOfDay` does. Refuses a future day. */
export function pastMoment(on: string | null, now: Date): Date {
  const start = on === null ? undefined : startOfDay(on);
  if (start !== undefined && start > now) refuse({ code: 'day_to_come', day: on ?? '' });
  return momentOfDay(on, now);
}

function checkSendDate({ id, orderDate }: OrderState, sentAt: Date): Refusal[] {
  if (!isOfEarlierDay(sentAt, orderDate)) return [];
  return [
    { code: 'day_before_order', order: id, bought: parisDayOf(orderDate), day: parisDayOf(sentAt) },
  ];
}

/** A tracking number without a carrier gets the carrier `other`. */
export const parcelOf = (carrier: Carrier | null, tracking: string | null): Parcel => ({
  carrier: carrier ?? (tracking === null ? null : 'other'),
  tracking,
});

/** Returns the parcel with another tracking number. The stored carrier stays unless one is given. */
export const trackedParcel = (
  stored: string | null,
  carrier: Carrier | null,
  tracking: string,
): Parcel => parcelOf(carrier ?? carrierSchema.nullable().parse(stored), tracking);

export const storedAs = ({ carrier, tracking }: Parcel) => ({ carrier, trackingNumber: tracking });

/** Whether a number does not match its carrier's format, so that the owner should check it. */
export const isDoubtful = ({ carrier, tracking }: Parcel) =>
  carrier !== null && tracking !== null && !CARRIERS[carrier].looksLike.test(tracking);

const oneOrder = z.object({ order: z.int().positive() });

/** Undoes the sending of an order. Cancels its email, or corrects it if it has left. */
export const undoSending = defineChange({
  name: 'orders.undoSending',
  permission: 'orders.send',
  kind: 'change',
  input: oneOrder,
  output: z.object({ order: orderStateSchema, isBuyerTold: z.boolean() }),
  run: async ({ tx, actor, journal }, { order: id }) => {
    const order = await lockSent(tx, id);
    if (order.status === 'delivered') {
      refuse({ code: 'order_delivered_undo_first', order: id });
    }
    await requireSendableAgain(tx, id);
    const { sentAt, carrier, trackingNumber } = order;
    await tx.$executeRaw`
      UPDATE orders SET sent_at = NULL, carrier = NULL, tracking_number = NULL
      WHERE id = ${id}::int`;
    await journal({
      subject: { kind: 'order', id },
      changes: {
        sentAt: [sentAt.toISOString(), null],
        ...(carrier === null ? {} : { carrier: [carrier, null] }),
        ...(trackingNumber === null ? {} : { trackingNumber: [trackingNumber, null] }),
      },
    });
    const isBuyerTold = await correctEmail(tx, id, sentAt);
    const wasHeldFor = await findEndedHold(tx, id, sentAt);
    if (wasHeldFor !== null) await holdOrder(tx, { orderId: id, heldFor: wasHeldFor, actor });
    const heldFor = (await applyWhileSent(tx, id, actor)) ?? wasHeldFor;
    const parcel = storedAs({ carrier: null, tracking: null });
    const undone = { ...order, sentAt: null, ...parcel, heldFor };
    return { order: shownState(undone), isBuyerTold };
  },
});

/**
 * Returns the hold that the sending of an order ended (`held` of `sendOrders`), if its reason is still to be
 * decided, or null. `applyWhileSent` looks at disputes.
 */
async function findEndedHold(tx: Tx, orderId: number, sentAt: Date): Promise<HeldFor | null> {
  const [sending] = await tx.$queryRaw<{ heldFor: HeldFor | null }[]>`
    SELECT changes->'heldFor'->>0 AS "heldFor" FROM journal
    WHERE subject_kind = 'order' AND subject_id = ${String(orderId)}
      AND changes->'sentAt'->>1 = ${sentAt.toISOString()}
    ORDER BY id DESC LIMIT 1`;
  const heldFor = sending?.heldFor ?? null;
  if (heldFor === 'dispute') return null;
  if (heldFor !== 'withdrawal') return heldFor;
  const open = await tx.declaration.count({
    where: { orderId, kind: 'withdrawal', proof: { not: 'none' }, closedAt: null },
  });
  return open > 0 ? heldFor : null;
}

/**
 * Refuses an order that cannot be sent a second time: a replacement may leave for the same payment, its unit
 * came back and may be sold again, or its recipient is archived.
 */
export async function requireSendableAgain(tx: Tx, orderId: number): Promise<void> {
  const replacements = await tx.replacement.count({ where: { orderId, cancelledAt: null } });
  if (replacements > 0) refuse({ code: 'order_replaced', order: orderId });
  const [order] = await tx.$queryRaw<{ isReturned: boolean; isArchived: boolean }[]>`
    SELECT shipping_address = '' AS "isArchived",
      ${ARE_GOODS_BACK} OR EXISTS (SELECT FROM stock_adjustment s
        WHERE s.order_id = orders.id AND s.kind = 'return') AS "isReturned"
    FROM orders WHERE id = ${orderId}::int`;
  // guard: an order whose goods came back is not sent again
  if (order?.isReturned === true) refuse({ code: 'order_returned', order: orderId });
  if (order?.isArchived === true) refuse({ code: 'order_recipient_gone', order: orderId });
}

/**
 * Applies to an order that is unsent again what happened while it counted as sent: a dispute holds it, and a
 * declared withdrawal is checked at once. Returns what the order is held for.
 */
export async function applyWhileSent(
  tx: Tx,
  orderId: number,
  actor: Actor,
): Promise<HeldFor | null> {
  await recheckDeclarationsOf(tx, [orderId]);
  return (await holdDisputed(tx, orderId, actor)) ? 'dispute' : null;
}

/** Cancels the email, or enqueues a correction if it has left. Returns whether it is corrected. */
async function correctEmail(tx: Tx, orderId: number, sentAt: Date): Promise<boolean> {
  const dedupe = sentEmailKey(orderId, sentAt);
  // guard: undoing a dispatch cancels an email that is not sent yet
  const fate = await takeBackEmail(tx, dedupe);
  if (fate !== 'under_way' && fate !== 'left') return false;
  await enqueueEmail(tx, {
    email: sendingUndoneEmail,
    request: { orderId, sentAt: sentAt.toISOString() },
    dedupe: `un${dedupe}`,
    inSeconds: CORRECTION_WAITS_SECONDS,
  });
  return true;
}

type Sent = OrderState & { sentAt: Date };

async function lockSent(tx: Tx, id: number): Promise<Sent> {
  const [order] = await lockOrders(tx, [id]);
  const { sentAt = null } = order ?? {};
  if (order === undefined || sentAt === null) {
    refuse({ code: 'order_not_sent', order: id });
  }
  return { ...order, sentAt };
}

/**
 * Releases a held order whose parcel has not left, so that it is listed for sending again. A dispute that opened
 * meanwhile holds it again.
 */
export const releaseHeld = defineChange({
  name: 'orders.release',
  permission: 'orders.release',
  kind: 'change',
  input: oneOrder.extend({ heldFor: shownHoldSchema }),
  output: z.object({ order: orderStateSchema, wasHeldFor: z.string() }),
  run: async ({ tx, actor }, { order: id, heldFor: shown }) => {
    const [order] = await lockOrders(tx, [id]);
    if (order !== undefined) refuseOtherHold(order, shown);
    const wasHeldFor = await releaseOrder(tx, { orderId: id, actor });
    if (order === undefined || wasHeldFor === null) {
      refuse({ code: 'order_not_held', order: id });
    }
    await recheckDeclarationsOf(tx, [id]);
    // A dispute that opened while the order was held for another reason is a decision of its own.
    const isDisputed = wasHeldFor !== 'dispute' && (await holdDisputed(tx, id, actor));
    const heldFor = isDisputed ? 'dispute' : null;
    return { order: shownState({ ...order, heldFor }), wasHeldFor };
  },
});

/** Sets the tracking number of a sent parcel. The carrier stays unless one is given. */
export const trackOrder = defineChange({
  name: 'orders.track',
  permission: 'orders.send',
  kind: 'change',
  input: oneOrder.extend({ carrier: carrierSchema.nullable(), tracking: typedTrackingSchema }),
  output: z.object({ order: orderStateSchema, isTrackingDoubtful: z.boolean() }),
  run: async ({ tx, journal }, { order: id, carrier, tracking }) => {
    const order = await lockSent(tx, id);
    const parcel = trackedParcel(order.carrier, carrier, tracking);
    const tracked = await changeTracking({ tx, journal }, order, parcel);
    return { order: shownState(tracked), isTrackingDoubtful: isDoubtful(parcel) };
  },
});

export async function changeTracking(
  { tx, journal }: Work,
  order: OrderState,
  parcel: Parcel,
): Promise<OrderState> {
  const { id } = order;
  await tx.$executeRaw`
    UPDATE orders SET carrier = ${parcel.carrier}, tracking_number = ${parcel.tracking}
    WHERE id = ${id}::int`;
  await journal({
    subject: { kind: 'order', id },
    changes: {
      carrier: [order.carrier, parcel.carrier],
      trackingNumber: [order.trackingNumber, parcel.tracking],
    },
  });
  return { ...order, ...storedAs(parcel) };
}
