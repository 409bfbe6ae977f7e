import { defineChange } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { lockFailedRefund, recordBankTransfer } from '@agres/money/refund/bank-transfer';
import {
  refundSchema,
  toShownRefund,
  refuseDomainErrors,
  awaitShownOutcome,
} from '@agres/money/refund/refund-outcome';
import { requestRefund } from '@agres/money/refund/request-refund';
import { z } from 'zod';

import { paymentIdSchema } from '../operations/values.ts';
import { transferFields } from './refund-orders.ts';

function refuseUnowed(payment: string): never {
  refuse({ code: 'refund_of_payment_not_owed', payment });
}

/** Retries a failed refund of a subscription payment, or of a payment that bought nothing. */
export const refundPayment = defineChange({
  name: 'refunds.requestAgain',
  permission: 'orders.refund',
  kind: 'danger',
  input: z.object({ payment: paymentIdSchema }),
  output: z.object({ payment: z.string(), refund: refundSchema }),
  run: async ({ tx, actor }, { payment }) => {
    const failed = await lockFailedRefund(tx, { intentId: payment });
    if (failed === null) refuseUnowed(payment);
    const { id: _failed, ...wish } = failed;
    // Reuse the idempotency key, so that other requests find this refund.
    const refund = await refuseDomainErrors({ paid: 'payment', number: payment }, () =>
      requestRefund(tx, { ...wish, actor }),
    );
    return { payment, refund: toShownRefund(refund) };
  },
  after: async (deps, { payment, refund }) => ({
    payment,
    refund: await awaitShownOutcome(deps, refund),
  }),
});

/** Records that the money of a failed refund was sent by bank transfer. */
export const recordPaymentTransfer = defineChange({
  name: 'refunds.transferPayment',
  permission: 'orders.refund',
  kind: 'danger',
  input: z.object({ payment: paymentIdSchema, ...transferFields }),
  output: z.object({ payment: z.string(), amountCents: z.int() }),
  run: async ({ tx, actor }, { payment, ...transfer }) => {
    const transferred = await recordBankTransfer(tx, {
      of: { intentId: payment },
      ...transfer,
      actor,
    });
    if (transferred === null) refuseUnowed(payment);
    return { payment, amountCents: transferred.amountCents };
  },
});
