import { defineJob, outcomeOf } from '@agres/core/jobs/job';
import { PAYMENT_ACCOUNTS } from '@agres/domain/shapes';
import { z } from 'zod';

const accountSchema = z.object({ account: z.enum(PAYMENT_ACCOUNTS) });
const intentSchema = z.object({ account: z.enum(PAYMENT_ACCOUNTS), intentId: z.string() });

/** Compares the refunds and disputes of a payment with our rows. */
export const checkRefunds = { kind: 'check_refunds', payload: intentSchema };

/** Compares the new refunds and disputes of an account with our rows. */
export const checkAccountRefunds = { kind: 'check_account_refunds', payload: accountSchema };

export const cancelIntentJob = defineJob({
  kind: 'cancel_intent',
  payload: intentSchema,
  run: async ({ payments }, { account, intentId }) => {
    return outcomeOf(await payments.cancelIntent(account, intentId));
  },
});
