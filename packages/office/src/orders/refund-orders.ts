import { dayOf } from '@agres/core/operations/days';
import { euros } from '@agres/core/operations/format';
import { hasJournal } from '@agres/core/operations/journal';
import { defineChange } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import type { Tx } from '@agres/db/db';
import { wakeDeclarationsOf } from '@agres/money/declarations/declaration';
import { lockOrders, refuseUnknown, type OrderState } from '@agres/money/orders/order-state';
import { recordBankTransfer } from '@agres/money/refund/bank-transfer';
import {
  cancelOrder,
  readOrderPayment,
  requestRefund,
  type RefundOrigin,
} from '@agres/money/refund/refund';
import {
  outcomeWords,
  refundSchema,
  requested,
  whatMayBeRefused,
  withOutcome,
} from '@agres/money/refund/refund-outcome';
import { z } from 'zod';

import { defineOperationCommand } from '../operations/command.ts';
import { lines } from '../operations/report.ts';
import { flagValue, idValue, lineValue, priceValue } from '../operations/values.ts';

/** Who asks again for what is promised already is on record too. */
async function noteRepetition(tx: Tx, note: () => Promise<void>): Promise<void> {
  if (!hasJournal(tx)) await note();
}

const isUnsent = ({ status, sentAt, cancelledAt }: OrderState) =>
  status === 'waiting' && sentAt === null && cancelledAt === null;

/** Gives money of an order back to the card that paid, all that is left or a part (refund.md). */
const refundOrder = defineChange({
  name: 'refunds.request',
  permission: 'orders.refund',
  kind: 'danger',
  input: z.object({
    order: z.int().positive(),
    /** Null: all that is left. */
    amountCents: z.int().positive().nullable(),
    /** The refundable sum that the person saw; null if it was not shown. */
    leftCents: z.int().nullable(),
    reason: z.string(),
    unitIsBack: z.boolean(),
  }),
  output: z.object({ order: z.int(), refund: refundSchema }),
  run: async ({ tx, actor, clock, journal }, { order: id, ...wish }) => {
    const [order] = await lockOrders(tx, [id]);
    const payment = await readOrderPayment(tx, id);
    if (order === undefined || payment === null) refuseUnknown([id]);
    const { account, intentId, paidCents, leftCents: restCents } = payment;
    const day = dayOf(clock());
    // The same command again, on the same day, is the same wish.
    const key = `office:${id}:${wish.amountCents ?? 'all'}:${wish.reason}:${day}`;
    const known = await tx.refund.findFirst({
      where: { paymentIntentId: intentId, key, NOT: { state: 'failed' } },
      select: { id: true, amountCents: true },
    });
    if (known === null && restCents <= 0) {
      if (payment.bankCents > 0) {
        refuse({ code: 'refund_by_bank', order: id, bankCents: payment.bankCents });
      }
      refuse({ code: 'refund_nothing_left', order: id });
    }
    const amountCents = wish.amountCents ?? known?.amountCents ?? restCents;
    if (known === null && isUnsent(order) && amountCents === restCents) {
      refuse({ code: 'refund_of_unsent', order: id });
    }
    const refund = await whatMayBeRefused({ paid: 'order', number: id }, () =>
      requestRefund(tx, {
        account,
        intentId,
        orderId: id,
        paidCents,
        amountCents,
        ...(wish.leftCents === null ? {} : { leftCents: wish.leftCents }),
        reason: wish.reason,
        actor,
        key,
        origin: 'office',
        unitIsBack: wish.unitIsBack,
      }),
    );
    await noteRepetition(tx, () =>
      journal({ subject: { kind: 'order', id }, changes: { refund: [refund.id, refund.id] } }),
    );
    return { order: id, refund: requested(refund) };
  },
  after: async (deps, { order, refund }) => ({ order, refund: await withOutcome(deps, refund) }),
});

/** Writes down that the money of a refund that failed was sent to the buyer by bank transfer. */
const transferOrder = defineChange({
  name: 'refunds.transfer',
  permission: 'orders.refund',
  kind: 'danger',
  input: z.object({ order: z.int().positive(), reference: z.string() }),
  output: z.object({ order: z.int(), amountCents: z.int() }),
  run: async ({ tx, actor }, { order: id, reference }) => {
    await lockOrders(tx, [id]);
    const transferred = await recordBankTransfer(tx, { of: { orderId: id }, reference, actor });
    if (transferred === null) {
      refuse({ code: 'transfer_nothing_owed', order: id });
    }
    return { order: id, amountCents: transferred.amountCents };
  },
});

const orderParameter = { kind: 'word', value: 'ORDER', about: 'its number' } as const;

export const refundCommand = defineOperationCommand({
  name: 'order:refund',
  summary: 'Gives money of an order back to the card that paid',
  parameters: {
    order: orderParameter,
    amount: {
      kind: 'option',
      value: 'EUROS',
      about: 'a part, such as 12,50; else all that is left',
    },
    reason: { kind: 'option', value: 'TEXT', about: 'why: for the records' },
    'unit-back': { kind: 'flag', about: 'the unit is here and can be sold again' },
  },
  notes: [
    'The site sends it, once, whoever else asks; the buyer gets an email. The same command again on the',
    'same day asks for the same refund. An order that was not sent: order:cancel.',
  ],
  examples: [
    "12 --reason 'Sent back within 14 days' --unit-back",
    "12 --amount 5,00 --reason 'A scratch, kept by the buyer'",
  ],
  input: {
    order: idValue('an order'),
    amount: priceValue.optional(),
    reason: lineValue(200),
    'unit-back': flagValue.optional(),
  },
  operation: refundOrder,
  read: ({ order, amount, reason, 'unit-back': unitBack }) => ({
    order,
    amountCents: amount ?? null,
    leftCents: null,
    reason,
    unitIsBack: unitBack !== undefined,
  }),
  show: ({ order, refund }) => [lines(`Order ${order}: ${outcomeWords(refund, 'order:transfer')}`)],
});

export const transferCommand = defineOperationCommand({
  name: 'order:transfer',
  summary: 'Says that the money of a refund that failed was sent by bank transfer',
  parameters: {
    order: orderParameter,
    reference: { kind: 'option', value: 'TEXT', about: 'what the bank names the transfer by' },
  },
  notes: ['After a refund that failed because the card is gone. The buyer gets an email.'],
  examples: ["12 --reference 'VIR 2026-11-22 0042'"],
  input: { order: idValue('an order'), reference: lineValue(140) },
  operation: transferOrder,
  read: (typed) => typed,
  show: ({ order, amountCents }) => [
    lines(`Order ${order}: ${euros(amountCents)} sent by bank transfer; the buyer is written to.`),
  ],
});

const ORIGINS: Readonly<Record<string, RefundOrigin>> = { late: 'late', withdrawal: 'withdrawal' };

/** Cancels an order that was not sent, and gives everything that is left of it back. */
const cancelUnsent = defineChange({
  name: 'orders.cancel',
  permission: 'orders.refund',
  kind: 'danger',
  input: z.object({ order: z.int().positive(), reason: z.string() }),
  output: z.object({
    order: z.int(),
    refund: refundSchema.nullable(),
    waitsFor: z.enum(['refund_in_flight', 'disputed']).nullable(),
  }),
  run: async ({ tx, actor, journal }, { order: id, reason }) => {
    const [order] = await lockOrders(tx, [id]);
    if (order === undefined) refuseUnknown([id]);
    await wakeDeclarationsOf(tx, [id]);
    const { refund, waitsFor } = await whatMayBeRefused({ paid: 'order', number: id }, () =>
      cancelOrder(tx, {
        orderId: id,
        reason,
        actor,
        key: `cancel:${id}`,
        origin: ORIGINS[order.heldFor ?? ''] ?? 'office',
      }),
    );
    await noteRepetition(tx, () =>
      journal({ subject: { kind: 'order', id }, changes: { cancelled: [true, true] } }),
    );
    return { order: id, refund: refund === null ? null : requested(refund), waitsFor };
  },
  after: async (deps, { order, refund, waitsFor }) => ({
    order,
    refund: refund === null ? null : await withOutcome(deps, refund),
    waitsFor,
  }),
});

const WAITS = {
  refund_in_flight: 'A refund of it is on its way; the rest follows by itself.',
  disputed: 'The buyer’s bank decides about a dispute: what is left then is given back by itself.',
} as const;

export const cancelCommand = defineOperationCommand({
  name: 'order:cancel',
  summary: 'Cancels an order that was not sent: everything goes back, the unit can be sold again',
  parameters: {
    order: orderParameter,
    reason: { kind: 'option', value: 'TEXT', about: 'why: for the records' },
  },
  notes: [
    'A held order too. One that was sent is not cancelled: order:refund. After a refund that failed the',
    'same command tries again.',
  ],
  examples: ["12 --reason 'The buyer withdrew before it was sent'"],
  input: { order: idValue('an order'), reason: lineValue(200) },
  operation: cancelUnsent,
  read: (typed) => typed,
  show: ({ order, refund, waitsFor }) => [
    lines(
      `Order ${order} is cancelled: its parcel stays here.`,
      ...(refund === null ? [] : [outcomeWords(refund, 'order:transfer')]),
      ...(waitsFor === null ? [] : [WAITS[waitsFor]]),
      ...(refund === null && waitsFor === null
        ? ['Nothing of its money was left to give back.']
        : []),
    ),
  ],
});
