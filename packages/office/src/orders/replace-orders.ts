import { enqueueEmail, requeueSkippedEmail, takeBackEmail } from '@agres/core/jobs/email';
import { defineChange, type ChangeContext } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Prisma, Tx } from '@agres/db/db';
import type { Carrier } from '@agres/domain/carriers';
import { parisDayOf } from '@agres/domain/days';
import { mayBeRefunded } from '@agres/domain/order-marks';
import { MAX_REPLACEMENTS, REPLACEMENT_REASONS } from '@agres/domain/replacements';
import { paragraphSchema } from '@agres/domain/text.schema';
import { replacementSentEmail } from '@agres/money/orders/emails';
import {
  findRefunding,
  isFullyRefunded,
  isOfEarlierDay,
  lockOrders,
  replacementEmailKey,
  type OrderState,
} from '@agres/money/orders/order-state';
import { isOrderMoneyOpen, readGivenCents } from '@agres/money/refund/returned-money';
import { z } from 'zod';

import { lockOption, moveUnits } from '../catalogue/adjust-stock.ts';
import { findOrderWithdrawals } from '../declarations/list-declarations.ts';
import { refuseStale } from '../operations/versions.ts';
import {
  addressFields,
  correctedAddress,
  NOTE_LENGTH,
  refuseOtherArea,
  replacementAddressEditOf,
  versionSchema,
} from './edit-orders.ts';
import { readSendableReplacement, sendableReplacementSchema } from './find-orders.ts';
import { replacementSchema, shownReplacement } from './read-replacements.ts';
import {
  carrierSchema,
  EMAIL_WAITS_SECONDS,
  isDoubtful,
  parcelOf,
  pastMoment,
  storedAs,
  trackedParcel,
  typedTrackingSchema,
  type Parcel,
} from './send-orders.ts';

const replacedSchema = z.object({ order: z.int(), replacement: replacementSchema });
const trackedSchema = replacedSchema.extend({ isTrackingDoubtful: z.boolean() });

/**
 * Creates the free replacement of a sent order and takes its unit out of stock. An order has at most one
 * unsent replacement, so a repeated call is refused (decision 134).
 */
export const createReplacement = defineChange({
  name: 'replacements.create',
  permission: 'orders.replace',
  kind: 'change',
  input: z.object({
    order: z.int().positive(),
    /** An option of the order's item; null means the bought one. */
    option: z.int().positive().nullable(),
    reason: z.enum(REPLACEMENT_REASONS),
    note: paragraphSchema(NOTE_LENGTH).nullable(),
  }),
  output: replacedSchema,
  run: async (work, { order: id, option: chosen, reason, note }) => {
    const { tx, clock } = work;
    const [state] = await lockOrders(tx, [id]);
    if (state !== undefined) await requireReplaceable(tx, state, clock());
    const existing = await tx.replacement.findMany({
      where: { orderId: id, cancelledAt: null },
      select: { sentAt: true },
    });
    if (existing.some(({ sentAt }) => sentAt === null)) {
      refuse({ code: 'replacement_waiting', order: id });
    }
    if (existing.length >= MAX_REPLACEMENTS) {
      refuse({ code: 'replacements_all_used', order: id, most: MAX_REPLACEMENTS });
    }
    const { attempt, ...order } = await tx.order.findUniqueOrThrow({
      where: { id },
      include: { attempt: { select: { optionId: true } } },
    });
    if (order.shippingAddress === '') refuse({ code: 'order_recipient_gone', order: id });
    const optionId = chosen ?? attempt.optionId;
    const titles = await readTitles(tx, { order, bought: attempt.optionId, optionId });
    const option = await lockOption(tx, optionId);
    if (option.remaining < 1) {
      const { item, title, remaining } = option;
      refuse({ code: 'stock_not_enough', option: optionId, item, title, units: 1, remaining });
    }
    await moveUnit(work, { orderId: id, optionId, reason }, -1);
    const { firstName, lastName, shippingAddress, relayId } = order;
    const recipient = { firstName, lastName, shippingAddress, relayId };
    const row = await tx.replacement.create({
      data: { orderId: id, optionId, ...titles, reason, note, ...recipient },
    });
    await work.journal({
      subject: { kind: 'order', id },
      changes: { replacement: [null, row.id], replacementReason: [null, reason] },
    });
    return { order: id, replacement: shownReplacement(row) };
  },
});

/**
 * Refuses an order that was not sent, or whose money went back in full or may still go back: the unit would
 * be given away.
 */
async function requireReplaceable(tx: Tx, order: OrderState, now: Date): Promise<void> {
  const { id, cancelledAt, sentAt, status } = order;
  if (cancelledAt !== null)
    refuse({ code: 'order_cancelled', order: id, on: parisDayOf(cancelledAt) });
  if (sentAt === null && status !== 'delivered') {
    refuse({ code: 'replacement_before_parcel', order: id });
  }
  const withdrawal = (await findOrderWithdrawals(tx, [id], now)).get(id);
  // A withdrawn order is refunded, not replaced.
  if (withdrawal !== undefined && mayBeRefunded(withdrawal)) {
    refuse({ code: 'order_withdrawn', order: id, declaration: withdrawal.id });
  }
  if ((await findRefunding(tx, [id])).has(id)) refuse({ code: 'order_refund_on_way', order: id });
  if (await isOrderMoneyOpen(tx, id)) refuse({ code: 'order_money_open', order: id });
  const givenCents = (await readGivenCents(tx, [id])).get(id) ?? 0;
  if (isFullyRefunded(order) || givenCents >= order.amountCents) {
    refuse({ code: 'refund_nothing_left', order: id });
  }
}

type OptionChoice = { order: Prisma.OrderModel; bought: number; optionId: number };

/** Returns the titles of an option of the order's item. Those of the bought option are as at the purchase. */
async function readTitles(tx: Tx, { order, bought, optionId }: OptionChoice) {
  if (optionId === bought) {
    const { chosenOptionTitleFr, chosenOptionTitleEn } = order;
    return { optionTitleFr: chosenOptionTitleFr, optionTitleEn: chosenOptionTitleEn };
  }
  const option = await tx.itemOption.findFirst({
    where: { id: optionId, item: { options: { some: { id: bought } } } },
    select: { titleFr: true, titleEn: true },
  });
  if (option === null) {
    refuse({ code: 'replacement_of_other_item', order: order.id, option: optionId });
  }
  return { optionTitleFr: option.titleFr, optionTitleEn: option.titleEn };
}

type ReplacementUnit = Pick<Prisma.ReplacementModel, 'orderId' | 'optionId' | 'reason'>;

/** Takes the unit of a replacement out of stock (−1), or puts it back (1). */
async function moveUnit(
  work: Pick<ChangeContext, 'tx' | 'actor' | 'journal'>,
  { orderId, optionId, reason }: ReplacementUnit,
  units: 1 | -1,
): Promise<void> {
  const option = await lockOption(work.tx, optionId);
  await moveUnits(work, option, { units, kind: 'replacement', order: orderId, reason });
}

const replacementInput = z.object({ replacement: z.int().positive() });

/** Locks a replacement through its order (decision 073). Refuses an unknown one. */
async function lockReplacement(
  tx: Tx,
  id: number,
): Promise<{ row: Prisma.ReplacementModel; order: OrderState }> {
  const found = await tx.replacement.findUnique({ where: { id }, select: { orderId: true } });
  if (found === null) refuse({ code: 'replacement_unknown', replacement: id });
  const [order] = await lockOrders(tx, [found.orderId]);
  const row = await tx.replacement.findUniqueOrThrow({ where: { id } });
  return order === undefined
    ? refuse({ code: 'replacement_unknown', replacement: id })
    : { row, order };
}

async function lockWaiting(tx: Tx, id: number) {
  const locked = await lockReplacement(tx, id);
  const { cancelledAt, sentAt } = locked.row;
  if (cancelledAt !== null) {
    refuse({ code: 'replacement_cancelled', replacement: id, on: parisDayOf(cancelledAt) });
  }
  if (sentAt !== null)
    refuse({ code: 'replacement_sent', replacement: id, on: parisDayOf(sentAt) });
  return locked;
}

/** Cancels an unsent replacement and puts its unit back into stock. */
export const cancelReplacement = defineChange({
  name: 'replacements.cancel',
  permission: 'orders.replace',
  kind: 'change',
  input: replacementInput,
  output: replacedSchema,
  run: async (work, { replacement: id }) => {
    const { tx, clock, journal } = work;
    const { row } = await lockWaiting(tx, id);
    await moveUnit(work, row, 1);
    return changed({ tx, journal }, row, {
      set: { cancelledAt: clock() },
      changes: { replacementCancelled: [null, id] },
    });
  },
});

/** Updates a replacement and journals the change under its order. */
async function changed(
  { tx, journal }: Pick<ChangeContext, 'tx' | 'journal'>,
  { id, orderId }: Prisma.ReplacementModel,
  {
    set,
    changes,
  }: {
    set: Prisma.ReplacementUncheckedUpdateInput;
    changes: Parameters<ChangeContext['journal']>[0]['changes'];
  },
): Promise<z.output<typeof replacedSchema>> {
  const row = await tx.replacement.update({ where: { id }, data: set });
  await journal({ subject: { kind: 'order', id: orderId }, changes });
  return { order: orderId, replacement: shownReplacement(row) };
}

/** Marks a replacement as prepared and returns its packing slip. Idempotent: keeps the first moment. */
export const prepareReplacement = defineChange({
  name: 'replacements.prepare',
  permission: 'orders.send',
  kind: 'change',
  input: replacementInput,
  output: z.object({ orders: z.array(sendableReplacementSchema) }),
  run: async ({ tx, clock, journal }, { replacement: id }) => {
    const { row, order } = await lockWaiting(tx, id);
    const now = clock();
    await requireReplaceable(tx, order, now);
    const printedAt = row.printedAt ?? now;
    await changed({ tx, journal }, row, {
      set: { printedAt },
      changes: { printedAt: [row.printedAt?.toISOString() ?? null, printedAt.toISOString()] },
    });
    return { orders: [await readSendableReplacement(tx, row)] };
  },
});

/** Marks a replacement as sent. The buyer's email leaves ten minutes later; until then it can be undone. */
export const sendReplacement = defineChange({
  name: 'replacements.send',
  permission: 'orders.send',
  kind: 'change',
  input: replacementInput.extend({
    carrier: carrierSchema.nullable(),
    tracking: typedTrackingSchema.nullable(),
  }),
  output: trackedSchema,
  run: (work, { replacement, carrier, tracking }) =>
    markReplacementAsSent(work, replacement, parcelOf(carrier, tracking)),
});

type Work = Pick<ChangeContext, 'tx' | 'clock' | 'journal'>;

/** Marks a waiting replacement as sent and enqueues its delayed email. */
export async function markReplacementAsSent(
  work: Work,
  id: number,
  parcel: Parcel,
): Promise<z.output<typeof trackedSchema>> {
  const { tx, clock } = work;
  const { row, order } = await lockWaiting(tx, id);
  const sentAt = clock();
  await requireReplaceable(tx, order, sentAt);
  const sent = await changed(work, row, {
    set: { sentAt, ...storedAs(parcel) },
    changes: {
      sentAt: [null, sentAt.toISOString()],
      ...(parcel.tracking === null ? {} : { trackingNumber: [null, parcel.tracking] }),
    },
  });
  await enqueueEmail(tx, {
    email: replacementSentEmail,
    request: { orderId: order.id, replacementId: id },
    dedupe: replacementEmailKey(id, sentAt),
    inSeconds: EMAIL_WAITS_SECONDS,
  });
  return { ...sent, isTrackingDoubtful: isDoubtful(parcel) };
}

async function lockSent(tx: Tx, id: number) {
  const { row } = await lockReplacement(tx, id);
  const { sentAt, deliveredAt } = row;
  if (sentAt === null) refuse({ code: 'replacement_not_sent', replacement: id });
  return { row, sentAt, deliveredAt };
}

async function lockUnderway(tx: Tx, id: number) {
  const { deliveredAt, ...locked } = await lockSent(tx, id);
  if (deliveredAt !== null) {
    refuse({ code: 'replacement_delivered', replacement: id, on: parisDayOf(deliveredAt) });
  }
  return locked;
}

export const trackReplacement = defineChange({
  name: 'replacements.track',
  permission: 'orders.send',
  kind: 'change',
  input: replacementInput.extend({
    carrier: carrierSchema.nullable(),
    tracking: typedTrackingSchema,
  }),
  output: trackedSchema,
  run: (work, { replacement, carrier, tracking }) =>
    changeReplacementTracking(work, replacement, { carrier, tracking }),
});

/** Sets the tracking number of a sent replacement. The carrier stays unless one is given. */
export async function changeReplacementTracking(
  work: Work,
  id: number,
  { carrier, tracking }: { carrier: Carrier | null; tracking: string },
): Promise<z.output<typeof trackedSchema>> {
  const { row } = await lockSent(work.tx, id);
  const parcel = trackedParcel(row.carrier, carrier, tracking);
  const tracked = await changed(work, row, {
    set: storedAs(parcel),
    changes: {
      carrier: [row.carrier, parcel.carrier],
      trackingNumber: [row.trackingNumber, parcel.tracking],
    },
  });
  return { ...tracked, isTrackingDoubtful: isDoubtful(parcel) };
}

export const deliverReplacement = defineChange({
  name: 'replacements.deliver',
  permission: 'orders.deliver',
  kind: 'change',
  input: replacementInput.extend({
    /** A day in Paris; null means now. */
    on: z.iso.date().nullable(),
  }),
  output: replacedSchema,
  run: async ({ tx, clock, journal }, { replacement: id, on }) => {
    const deliveredAt = pastMoment(on, clock());
    const { row, sentAt } = await lockUnderway(tx, id);
    if (isOfEarlierDay(deliveredAt, sentAt)) {
      const [sent, day] = [parisDayOf(sentAt), parisDayOf(deliveredAt)];
      refuse({ code: 'day_before_sending', order: row.orderId, sent, day });
    }
    return changed({ tx, journal }, row, {
      set: { deliveredAt },
      changes: { postDate: [null, parisDayOf(deliveredAt)] },
    });
  },
});

/** Undoes the delivery of a replacement, which stays marked as sent. */
export const undoReplacementDelivery = defineChange({
  name: 'replacements.undoDelivery',
  permission: 'orders.deliver',
  kind: 'change',
  input: replacementInput,
  output: replacedSchema,
  run: async ({ tx, journal }, { replacement: id }) => {
    const { row } = await lockReplacement(tx, id);
    const { deliveredAt } = row;
    if (deliveredAt === null) refuse({ code: 'replacement_not_delivered', replacement: id });
    if (row.sentAt !== null) {
      const dedupe = replacementEmailKey(id, row.sentAt);
      await requeueSkippedEmail(tx, { dedupe, inSeconds: EMAIL_WAITS_SECONDS });
    }
    return changed({ tx, journal }, row, {
      set: { deliveredAt: null },
      changes: { postDate: [parisDayOf(deliveredAt), null] },
    });
  },
});

/** Undoes the sending of a replacement. Refuses once the buyer's email has left. */
export const undoReplacementSending = defineChange({
  name: 'replacements.undoSending',
  permission: 'orders.send',
  kind: 'change',
  input: replacementInput,
  output: replacedSchema,
  run: async ({ tx, journal }, { replacement: id }) => {
    const { row, sentAt } = await lockUnderway(tx, id);
    const fate = await takeBackEmail(tx, replacementEmailKey(id, sentAt));
    if (fate === 'left' || fate === 'under_way') {
      refuse({ code: 'replacement_announced', replacement: id });
    }
    // The owner may have created another replacement since.
    const waiting = await tx.replacement.count({
      where: { orderId: row.orderId, sentAt: null, cancelledAt: null },
    });
    if (waiting > 0) refuse({ code: 'replacement_waiting', order: row.orderId });
    return changed({ tx, journal }, row, {
      set: { sentAt: null, carrier: null, trackingNumber: null },
      changes: { sentAt: [sentAt.toISOString(), null] },
    });
  },
});

/**
 * Corrects the recipient and address of an unsent replacement. The journal records that they changed, but not
 * the values.
 */
export const correctReplacementAddress = defineChange({
  name: 'replacements.correctAddress',
  permission: 'orders.send',
  kind: 'change',
  input: replacementInput.extend({ ...addressFields, version: versionSchema }),
  output: replacedSchema.extend({ isPrepared: z.boolean() }),
  run: async ({ tx, journal }, { replacement: id, version, ...next }) => {
    const { row } = await lockWaiting(tx, id);
    await refuseStale(tx, replacementAddressEditOf(row.orderId), version);
    await refuseOtherArea(tx, row.orderId, next);
    const corrected = await changed({ tx, journal }, row, correctedAddress(row, next));
    return { ...corrected, isPrepared: row.printedAt !== null };
  },
});
