import { euros } from '@agres/core/operations/format';
import { defineChange } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { lockFailedRefund, recordBankTransfer } from '@agres/money/refund/bank-transfer';
import { requestRefund } from '@agres/money/refund/refund';
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
import { lineValue } from '../operations/values.ts';

const paymentSchema = z.string().regex(/^pi_\w{1,64}$/);

function refuseNotOwed(payment: string): never {
  refuse({ code: 'refund_of_payment_not_owed', payment });
}

/** Tries a refund again that failed: of a payment of a subscription, or of one that bought nothing. */
const refundPayment = defineChange({
  name: 'refunds.requestAgain',
  permission: 'orders.refund',
  kind: 'danger',
  input: z.object({ payment: paymentSchema }),
  output: z.object({ payment: z.string(), refund: refundSchema }),
  run: async ({ tx, actor }, { payment }) => {
    const failed = await lockFailedRefund(tx, { intentId: payment });
    if (failed === null) refuseNotOwed(payment);
    const { id: _failed, ...wish } = failed;
    // The same key as before, so that other requests find this refund.
    const refund = await whatMayBeRefused({ paid: 'payment', number: payment }, () =>
      requestRefund(tx, { ...wish, actor }),
    );
    return { payment, refund: requested(refund) };
  },
  after: async (deps, { payment, refund }) => ({
    payment,
    refund: await withOutcome(deps, refund),
  }),
});

/** Writes down that the money of such a refund was sent by bank transfer. */
const transferPayment = defineChange({
  name: 'refunds.transferPayment',
  permission: 'orders.refund',
  kind: 'danger',
  input: z.object({ payment: paymentSchema, reference: z.string() }),
  output: z.object({ payment: z.string(), amountCents: z.int() }),
  run: async ({ tx, actor }, { payment, reference }) => {
    const transferred = await recordBankTransfer(tx, {
      of: { intentId: payment },
      reference,
      actor,
    });
    if (transferred === null) refuseNotOwed(payment);
    return { payment, amountCents: transferred.amountCents };
  },
});

const paymentParameter = {
  kind: 'word',
  value: 'PAYMENT',
  about: 'as `refunds` names it: pi_…',
} as const;
const paymentValue = paymentSchema;

export const refundPaymentCommand = defineOperationCommand({
  name: 'payment:refund',
  summary: 'Tries a refund again that failed, of a subscription or a payment without an order',
  parameters: { payment: paymentParameter },
  notes: [
    'To the card that paid, once, whoever else asks; the payer gets an email. Of an order: order:refund.',
  ],
  examples: ['pi_3Qk2aB'],
  input: { payment: paymentValue },
  operation: refundPayment,
  read: (typed) => typed,
  show: ({ payment, refund }) => [
    lines(`Payment ${payment}: ${outcomeWords(refund, 'payment:transfer')}`),
  ],
});

export const transferPaymentCommand = defineOperationCommand({
  name: 'payment:transfer',
  summary: 'Says that the money of such a refund was sent by bank transfer',
  parameters: {
    payment: paymentParameter,
    reference: { kind: 'option', value: 'TEXT', about: 'what the bank names the transfer by' },
  },
  notes: ['After payment:refund has failed too. The payer gets an email.'],
  examples: ["pi_3Qk2aB --reference 'VIR 2026-11-22 0042'"],
  input: { payment: paymentValue, reference: lineValue(140) },
  operation: transferPayment,
  read: (typed) => typed,
  show: ({ payment, amountCents }) => [
    lines(
      `Payment ${payment}: ${euros(amountCents)} sent by bank transfer; the payer is written to.`,
    ),
  ],
});
