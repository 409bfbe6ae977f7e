import { PAYMENT_ACCOUNTS } from '@shop/domain/shapes';
import { z } from 'zod';

import { letterRequestSchema } from './letter-request.ts';

const intentSchema = z.object({ account: z.enum(PAYMENT_ACCOUNTS), intentId: z.string() });

/** Every kind of job with what it has to know: ids, never a secret. */
export const JOB_PAYLOADS = {
  /** Writes a letter and hands it to the mail server. */
  mail: letterRequestSchema,
  /** Ends a payment for good at the provider. */
  cancel_intent: intentSchema,
  /** Gives a payment back for which there is no order. */
  refund_intent: intentSchema,
  /** Gives a referral credit to its owner's balance at the provider. */
  pass_credit_on: z.object({
    creditId: z.int(),
    account: z.enum(PAYMENT_ACCOUNTS),
    customerId: z.string(),
  }),
  /** Gives back the credit that paid for a subscription which never began. */
  return_credit: z.object({ account: z.enum(PAYMENT_ACCOUNTS), invoiceId: z.string() }),
  /** Ends a change of card that nobody went on with. */
  settle_card: z.object({ attemptId: z.uuid() }),
  /** Gives a person's customer at the provider the address that the person has. */
  customer_email: z.object({
    userId: z.int(),
    account: z.enum(PAYMENT_ACCOUNTS),
    customerId: z.string(),
  }),
  /** Ends what a customer still renews, once the account is deleted. */
  end_subscriptions: z.object({ account: z.enum(PAYMENT_ACCOUNTS), customerId: z.string() }),
} as const satisfies Record<string, z.ZodType>;

export type JobKind = keyof typeof JOB_PAYLOADS;
export type JobPayload<Kind extends JobKind> = z.output<(typeof JOB_PAYLOADS)[Kind]>;

/** A job that a worker has claimed. */
export type ClaimedJob = {
  id: number;
  kind: string;
  payload: unknown;
  /** How often it was tried, this time included. */
  attempts: number;
};

/** What became of one try: `given_up` is what no other try can mend. */
export type JobOutcome =
  | { outcome: 'done' }
  | { outcome: 'postponed'; reason: string }
  | { outcome: 'given_up'; reason: string };

export const DONE: JobOutcome = { outcome: 'done' };
