import { hasJournal } from '@agres/core/operations/journal';
import { defineChange } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { parisDayOf } from '@agres/domain/days';
import { recheckDeclarationsOf } from '@agres/money/declarations/declaration';
import { lockOrders, refuseUnknown } from '@agres/money/orders/order-state';
import { isUnsent } from '@agres/money/orders/read-order';
import { recordBankTransfer } from '@agres/money/refund/bank-transfer';
import { cancelOrder } from '@agres/money/refund/cancel-order';
import {
  refundSchema,
  toShownRefund,
  refuseDomainErrors,
  awaitShownOutcome,
} from '@agres/money/refund/refund-outcome';
import { requestRefund } from '@agres/money/refund/request-refund';
import { readOrderPayment } from '@agres/money/refund/returned-money';
import { z } from 'zod';

import { lineValue } from '../operations/values.ts';

/** Refunds an order to the card that paid, in full or in part (decision 053). */
export const refundOrder = defineChange({
  name: 'refunds.request',
  permission: 'orders.refund',
  kind: 'danger',
  input: z.object({
    order: z.int().positive(),
    /** Null refunds the rest. */
    amountCents: z.int().positive().nullable(),
    /** The refundable sum that the person saw; null if none was shown. */
    leftCents: z.int().nullable(),
    reason: lineValue(200),
    unitIsBack: z.boolean(),
  }),
  output: z.object({ order: z.int(), refund: refundSchema }),
  run: async ({ tx, actor, clock, journal }, { order: id, ...wish }) => {
    const [order] = await lockOrders(tx, [id]);
    const payment = await readOrderPayment(tx, id);
    if (order === undefined || payment === null) refuseUnknown([id]);
    // A unit that has not left does not return to stock.
    if (wish.unitIsBack && isUnsent(order)) refuse({ code: 'goods_not_sent', order: id });
    const { account, intentId, paidCents, leftCents: restCents } = payment;
    const day = parisDayOf(clock());
    // Idempotency key: the same command on the same day is the same request. The sum that the person saw
    // distinguishes a second refund of the same amount from a repetition.
    const seen = wish.leftCents === null ? '' : `:${wish.leftCents}`;
    const key = `office:${id}:${wish.amountCents ?? 'all'}:${wish.reason}:${day}${seen}`;
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
    const refund = await refuseDomainErrors({ paid: 'order', number: id }, () =>
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
    // A repeated request for a promised refund wrote no entry itself.
    if (!hasJournal(tx)) {
      await journal({
        subject: { kind: 'order', id },
        changes: { refund: [refund.id, refund.id] },
      });
    }
    return { order: id, refund: toShownRefund(refund) };
  },
  after: async (deps, { order, refund }) => ({
    order,
    refund: await awaitShownOutcome(deps, refund),
  }),
});

export const transferFields = {
  /** The amount of the failed refund; null means the newest. */
  amountCents: z.int().positive().nullable(),
  reference: lineValue(140),
};

/** Records that the money of a failed refund was sent to the buyer by bank transfer. */
export const recordOrderTransfer = defineChange({
  name: 'refunds.transfer',
  permission: 'orders.refund',
  kind: 'danger',
  input: z.object({ order: z.int().positive(), ...transferFields }),
  output: z.object({ order: z.int(), amountCents: z.int() }),
  run: async ({ tx, actor }, { order: id, ...transfer }) => {
    await lockOrders(tx, [id]);
    const transferred = await recordBankTransfer(tx, { of: { orderId: id }, ...transfer, actor });
    if (transferred === null) {
      refuse({ code: 'transfer_nothing_owed', order: id });
    }
    return { order: id, amountCents: transferred.amountCents };
  },
});

/** Cancels an unsent order and refunds the rest of its payment. */
export const cancelUnsent = defineChange({
  name: 'orders.cancel',
  permission: 'orders.refund',
  kind: 'danger',
  input: z.object({ order: z.int().positive(), reason: lineValue(200) }),
  output: z.object({
    order: z.int(),
    refund: refundSchema.nullable(),
    waitsFor: z.enum(['refund_in_flight', 'disputed']).nullable(),
  }),
  run: async ({ tx, actor, journal }, { order: id, reason }) => {
    const [order] = await lockOrders(tx, [id]);
    if (order === undefined) refuseUnknown([id]);
    await recheckDeclarationsOf(tx, [id]);
    const { refund, waitsFor } = await refuseDomainErrors({ paid: 'order', number: id }, () =>
      cancelOrder(tx, {
        orderId: id,
        reason,
        actor,
        key: `cancel:${id}`,
        origin:
          order.heldFor === 'late' || order.heldFor === 'withdrawal' ? order.heldFor : 'office',
      }),
    );
    if (!hasJournal(tx)) {
      await journal({ subject: { kind: 'order', id }, changes: { cancelled: [true, true] } });
    }
    return { order: id, refund: refund === null ? null : toShownRefund(refund), waitsFor };
  },
  after: async (deps, { order, refund, waitsFor }) => ({
    order,
    refund: refund === null ? null : await awaitShownOutcome(deps, refund),
    waitsFor,
  }),
});
