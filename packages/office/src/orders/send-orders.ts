import { enqueueEmail, takeBackEmail } from '@agres/core/jobs/email';
import { dayOf, momentOfDay, startOfDay } from '@agres/core/operations/days';
import { counted } from '@agres/core/operations/format';
import { defineChange } from '@agres/core/operations/operation';
import { refuse, refuseEach } from '@agres/core/operations/refuse';
import type { Tx } from '@agres/db/db';
import {
  CARRIER_NAMES,
  CARRIERS,
  TRACKING_NUMBER,
  trackingNumberOf,
  type Carrier,
} from '@agres/domain/carriers';
import type { Refusal } from '@agres/domain/refusals';
import { wakeDeclarationsOf } from '@agres/money/declarations/declaration';
import { orderSentEmail, sendingUndoneEmail } from '@agres/money/orders/emails';
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
import { releaseOrder } from '@agres/money/refund/refund';
import { z } from 'zod';

import { defineOperationCommand } from '../operations/command.ts';
import { lines } from '../operations/report.ts';
import { dayValue, flagValue, idsValue, idValue } from '../operations/values.ts';

/** How long an email about a parcel waits, so that a mistake can be undone before the email leaves. */
const EMAIL_WAITS_SECONDS = 600;
/** A correction is decided once the email that it corrects is out of hand. */
const CORRECTION_WAITS_SECONDS = 30;

const carrierSchema = z.enum(CARRIER_NAMES, `must be one of: ${CARRIER_NAMES.join(', ')}`);

/** The same as people type it: `Mondial Relay`. */
const carrierValue = z
  .string()
  .transform((text) =>
    text
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  .pipe(carrierSchema);

const typedTrackingSchema = z
  .string()
  .transform(trackingNumberOf)
  .refine((number) => TRACKING_NUMBER.test(number), 'must be 4 to 40 letters and digits');

/** Of a parcel: who carries it, and its number there. */
type Parcel = { carrier: Carrier | null; tracking: string | null };

const sendInput = z
  .object({
    orders: orderIdsSchema,
    carrier: carrierSchema.nullable(),
    tracking: typedTrackingSchema.nullable(),
    /** A day in Paris; null: now. */
    on: z.iso.date().nullable(),
    /** Whether parcels of held orders are gone too. */
    held: z.boolean(),
  })
  .refine(({ orders, tracking }) => tracking === null || orders.length === 1, {
    path: ['tracking'],
    message: 'is of one parcel: name one order with it',
  });

/**
 * Marks orders as sent: all of them or, where one cannot be, none. Each buyer is written to ten minutes
 * later, so that a slip can be undone unseen. An order that is held is sent only where the owner says
 * that its parcel is gone; it is held no longer then.
 */
const sendOrders = defineChange({
  name: 'orders.send',
  permission: 'orders.send',
  kind: 'change',
  input: sendInput,
  output: z.object({ orders: z.array(orderStateSchema) }),
  run: async ({ tx, clock, journal, may }, { orders: ids, carrier, tracking, on, held }) => {
    if (held) may('orders.release');
    const now = clock();
    const start = on === null ? undefined : startOfDay(on);
    if (start !== undefined && start > now) refuse({ code: 'day_to_come', day: on ?? '' });
    const sentAt = momentOfDay(on, now);
    const orders = await lockOrders(tx, ids);
    refuseEach(await findObstacles(tx, orders, { held }));
    refuseEach(orders.flatMap((order) => objectToDay(order, sentAt)));
    // A withdrawal from it continues as for a sent order.
    await wakeDeclarationsOf(tx, ids);
    const parcel = { carrier: carrierOf({ carrier, tracking }), tracking };
    const sent: OrderState[] = [];
    for (const order of orders) {
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
      sent.push({ ...order, sentAt, ...storedAs(parcel), heldFor: null });
    }
    return { orders: sent.map(shownState) };
  },
});

function objectToDay({ id, orderDate }: OrderState, sentAt: Date): Refusal[] {
  if (!isOfEarlierDay(sentAt, orderDate)) return [];
  return [{ code: 'day_before_order', order: id, bought: dayOf(orderDate), day: dayOf(sentAt) }];
}

/** A tracking number without a carrier has the carrier `other`. */
const carrierOf = ({ carrier, tracking }: Parcel): Carrier | null =>
  carrier ?? (tracking === null ? null : 'other');

const storedAs = ({ carrier, tracking }: Parcel) => ({ carrier, trackingNumber: tracking });

const parcelParameters = {
  carrier: { kind: 'option', value: 'NAME', about: `who carries it: ${CARRIER_NAMES.join(', ')}` },
  tracking: { kind: 'option', value: 'NUMBER', about: 'the parcel’s number there; one order only' },
} as const;

/** What the owner should look at again: a number that does not look like the carrier's. */
function doubtsAbout({ carrier, tracking }: Parcel): string[] {
  if (carrier === null || tracking === null) return [];
  const { name, looksLike } = CARRIERS[carrier];
  if (looksLike.test(tracking)) return [];
  return [`${tracking} does not look like a number of ${name}: is it right?`];
}

export const sendCommand = defineOperationCommand({
  name: 'order:send',
  summary: 'Marks orders as sent; their buyers are written to ten minutes later',
  parameters: {
    orders: { kind: 'words', value: 'ORDER…', about: 'their numbers' },
    ...parcelParameters,
    on: { kind: 'option', value: 'DAY', about: 'on this day; today else' },
    held: { kind: 'flag', about: 'held ones too: their parcels are gone already' },
  },
  notes: [
    'All of them or, where one cannot be sent, none. Within ten minutes order:undo-sending takes it back',
    'before anybody is told.',
  ],
  examples: ['12', '12 13 14', '12 --carrier colissimo --tracking 6A12345678901'],
  input: {
    orders: idsValue('order'),
    carrier: carrierValue.optional(),
    tracking: z.string().optional(),
    on: dayValue.optional(),
    held: flagValue.optional(),
  },
  operation: sendOrders,
  read: ({ orders, carrier, tracking, on, held }) => ({
    orders,
    carrier: carrier ?? null,
    tracking: tracking ?? null,
    on: on === undefined ? null : dayOf(on),
    held: held !== undefined,
  }),
  show: ({ orders }, { typed: { orders: asked, carrier } }) => [
    lines(
      `${counted(orders.length, 'order')} sent ${sentDayOf(orders)}: ${asked.join(', ')}.`,
      ...orders.flatMap(({ tracking }) =>
        doubtsAbout({ carrier: carrier ?? null, tracking: tracking?.number ?? null }),
      ),
    ),
  ],
});

const sentDayOf = ([first]: readonly { sentDate: string | null }[]) =>
  first?.sentDate == null ? '' : dayOf(new Date(first.sentDate));

const oneOrder = z.object({ order: z.int().positive() });

/**
 * Takes back that an order was sent. If its email has not left, it is cancelled; else the buyer
 * gets a correction.
 */
const undoSending = defineChange({
  name: 'orders.undoSending',
  permission: 'orders.send',
  kind: 'change',
  input: oneOrder,
  output: z.object({ order: orderStateSchema, isBuyerTold: z.boolean() }),
  run: async ({ tx, journal }, { order: id }) => {
    const order = await lockSent(tx, id);
    if (order.status === 'delivered') {
      refuse({ code: 'order_delivered_undo_first', order: id });
    }
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
    const undone = { ...order, sentAt: null, ...storedAs({ carrier: null, tracking: null }) };
    return { order: shownState(undone), isBuyerTold };
  },
});

/** Takes the email back; one that left, or is just leaving, is corrected. Answers whether it is. */
async function correctEmail(tx: Tx, orderId: number, sentAt: Date): Promise<boolean> {
  const dedupe = sentEmailKey(orderId, sentAt);
  // guard: an unclaimed email is cancelled
  const fate = await takeBackEmail(tx, dedupe);
  if (fate === 'taken_back' || fate === 'given_up') return false;
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

export const undoSendingCommand = defineOperationCommand({
  name: 'order:undo-sending',
  summary: 'Takes back that an order was sent, where it was marked by mistake',
  parameters: { order: { kind: 'word', value: 'ORDER', about: 'its number' } },
  notes: ['Where the email to the buyer has left, a correction follows it.'],
  examples: ['12'],
  input: { order: idValue('an order') },
  operation: undoSending,
  read: (typed) => typed,
  show: ({ order: { id }, isBuyerTold }) => [
    lines(
      `Order ${id} is to be sent again. ${isBuyerTold ? 'The buyer gets a correction by email.' : 'Nobody was written to.'}`,
    ),
  ],
});

/** Puts a held order back on the list of parcels: its parcel is here, and it is to be sent. */
const releaseHeld = defineChange({
  name: 'orders.release',
  permission: 'orders.release',
  kind: 'change',
  input: oneOrder,
  output: z.object({ order: orderStateSchema, wasHeldFor: z.string() }),
  run: async ({ tx, actor }, { order: id }) => {
    const [order] = await lockOrders(tx, [id]);
    const wasHeldFor = await releaseOrder(tx, { orderId: id, actor });
    if (order === undefined || wasHeldFor === null) {
      refuse({ code: 'order_not_held', order: id });
    }
    await wakeDeclarationsOf(tx, [id]);
    return { order: shownState({ ...order, heldFor: null }), wasHeldFor };
  },
});

export const releaseCommand = defineOperationCommand({
  name: 'order:release',
  summary: 'Puts a held order back on the list of parcels',
  parameters: { order: { kind: 'word', value: 'ORDER', about: 'its number' } },
  notes: [
    'Is its parcel gone already: order:send --held. Is it not to be sent any more: order:cancel.',
  ],
  examples: ['12'],
  input: { order: idValue('an order') },
  operation: releaseHeld,
  read: (typed) => typed,
  show: ({ order: { id }, wasHeldFor }) => [
    lines(`Order ${id} is held no longer (${wasHeldFor}): it is to be sent.`),
  ],
});

/** Names the carrier and the number of a parcel that was sent, or corrects them. */
const trackOrder = defineChange({
  name: 'orders.track',
  permission: 'orders.send',
  kind: 'change',
  input: oneOrder.extend({ carrier: carrierSchema.nullable(), tracking: typedTrackingSchema }),
  output: z.object({ order: orderStateSchema }),
  run: async ({ tx, journal }, { order: id, carrier, tracking }) => {
    const order = await lockSent(tx, id);
    const parcel = { carrier: carrierOf({ carrier, tracking }), tracking };
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
    return { order: shownState({ ...order, ...storedAs(parcel) }) };
  },
});

export const trackCommand = defineOperationCommand({
  name: 'order:track',
  summary: 'Says with which number a sent parcel can be followed',
  parameters: {
    order: { kind: 'word', value: 'ORDER', about: 'its number' },
    ...parcelParameters,
  },
  notes: ['The buyer sees it in the profile, and in the email if that has not left yet.'],
  examples: ['12 --carrier mondial_relay --tracking 12345678'],
  input: {
    order: idValue('an order'),
    carrier: carrierValue.optional(),
    tracking: z.string(),
  },
  operation: trackOrder,
  read: ({ order, carrier, tracking }) => ({ order, carrier: carrier ?? null, tracking }),
  show: ({ order: { id, tracking } }, { typed: { carrier } }) => [
    lines(
      `Order ${id}: ${tracking?.carrier ?? 'another carrier'}, ${tracking?.number ?? 'no number'}.`,
      ...doubtsAbout({ carrier: carrier ?? null, tracking: tracking?.number ?? null }),
    ),
  ],
});
