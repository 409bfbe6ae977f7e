import type { Db, Tx } from '@shop/db/db';
import { PAYMENT_ACCOUNTS } from '@shop/domain/shapes';
import { z } from 'zod';

import { whoseIs } from '../installation.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { defineJob, outcomeOf } from '../jobs/job.ts';

const intentSchema = z.object({ account: z.enum(PAYMENT_ACCOUNTS), intentId: z.string() });

/** Cancels a payment at the provider. */
export const cancelIntentJob = defineJob({
  kind: 'cancel_intent',
  payload: intentSchema,
  run: async ({ payments }, { account, intentId }) => {
    return outcomeOf(await payments.cancelIntent(account, intentId));
  },
});

/**
 * Refunds a payment, unless there is an order for it after all, or it is another installation's. That
 * of an invoice bears no mark: who promises its refund says that it is ours (`isOurs`). Each try has a key of its own, because the provider keeps even a failure under its
 * key for a day; it refunds nothing twice.
 */
export const refundIntentJob = defineJob({
  kind: 'refund_intent',
  payload: intentSchema.extend({ isOurs: z.boolean().optional() }),
  run: async ({ db, payments, installation }, { account, intentId, isOurs }, { attempts }) => {
    const paid = await db.purchaseAttempt.findFirst({
      where: { paymentIntentId: intentId, state: 'paid' },
      select: { id: true },
    });
    if (paid !== null) return { outcome: 'given_up', reason: 'there is an order for it' };
    const read = await payments.readIntent(account, intentId);
    if (read.outcome !== 'known') return outcomeOf(read);
    const isUnmarkedOurs = isOurs === true && read.value.metadata['installation'] === undefined;
    if (!isUnmarkedOurs && whoseIs(installation, read.value) === 'another') {
      return { outcome: 'given_up', reason: 'it is the payment of another shop' };
    }
    const metadata = { installation: installation.id };
    // guard: each try to give money back has a key of its own
    const idempotencyKey = `refund_${intentId}_${attempts}`;
    return outcomeOf(await payments.refundIntent(account, { intentId, metadata, idempotencyKey }));
  },
});

/** Longer than a call that gives the money back at once takes. */
const REFUND_AFTER_SECONDS = 60;

/** Promises a refund that the caller makes at once: a job makes it where that fails. */
export async function promiseRefund(tx: Tx, payload: z.output<typeof intentSchema>): Promise<void> {
  await enqueue(tx, {
    job: refundIntentJob,
    payload,
    dedupe: refundDedupe(payload.intentId),
    inSeconds: REFUND_AFTER_SECONDS,
  });
}

/** Whether somebody is giving a payment back, or has done so lately. */
export async function isRefundPromised(tx: Db | Tx, intentId: string): Promise<boolean> {
  const promised = await tx.job.count({ where: { dedupe: refundDedupe(intentId), deadAt: null } });
  return promised > 0;
}

/** One refund for each payment. */
export const refundDedupe = (intentId: string) => `refund:${intentId}`;
