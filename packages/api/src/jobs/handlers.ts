import type { WriteLetter } from '@shop/mail/letters';
import type { Mailer } from '@shop/mail/mailer';
import type { z } from 'zod';

import type { Deps } from '../context.ts';
import { tellNewEmail } from '../payments/customer-email.ts';
import { settleCard } from '../payments/settle-card.ts';
import { passCreditOn } from '../referral/pass-credit-on.ts';
import { returnCredit } from '../subscription/return-credit.ts';
import { endSubscriptions } from './end-subscriptions.ts';
import {
  JOB_PAYLOADS,
  type ClaimedJob,
  type JobKind,
  type JobOutcome,
  type JobPayload,
} from './job.ts';
import { sendLetter } from './letters.ts';
import { outcomeOf } from './provider-outcome.ts';

/** What background work needs from outside. */
export type JobDeps = Pick<Deps, 'db' | 'payments' | 'log' | 'clock' | 'config' | 'wakeJobs'> & {
  mailer: Mailer;
  writeLetter: WriteLetter;
  /** Who is told when something needs a person. */
  alertEmail: string;
};

/** One try of a job. What it throws counts as `postponed`. */
type Try = { deps: JobDeps; job: ClaimedJob };

const HANDLERS = {
  mail: handler(JOB_PAYLOADS.mail, sendLetter),
  cancel_intent: handler(JOB_PAYLOADS.cancel_intent, cancelIntent),
  refund_intent: handler(JOB_PAYLOADS.refund_intent, refundOrphan),
  settle_card: handler(JOB_PAYLOADS.settle_card, settleCard),
  pass_credit_on: handler(JOB_PAYLOADS.pass_credit_on, passCreditOn),
  return_credit: handler(JOB_PAYLOADS.return_credit, returnCredit),
  customer_email: handler(JOB_PAYLOADS.customer_email, tellNewEmail),
  end_subscriptions: handler(JOB_PAYLOADS.end_subscriptions, endSubscriptions),
} satisfies Record<JobKind, (job: Try) => Promise<JobOutcome>>;

/** Does one try of a job of any kind; a kind or payload that nobody knows is given up. */
export async function handleJob(deps: JobDeps, job: ClaimedJob): Promise<JobOutcome> {
  const { kind } = job;
  if (!isJobKind(kind)) return { outcome: 'given_up', reason: 'unknown kind' };
  return HANDLERS[kind]({ deps, job });
}

function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(HANDLERS, kind);
}

function handler<Payload>(
  schema: z.ZodType<Payload>,
  handle: (deps: JobDeps, payload: Payload, job: ClaimedJob) => Promise<JobOutcome>,
) {
  return async ({ deps, job }: Try): Promise<JobOutcome> => {
    const parsed = schema.safeParse(job.payload);
    if (!parsed.success) return { outcome: 'given_up', reason: 'unreadable payload' };
    return handle(deps, parsed.data, job);
  };
}

async function cancelIntent(
  { payments }: JobDeps,
  { account, intentId }: JobPayload<'cancel_intent'>,
): Promise<JobOutcome> {
  return outcomeOf(await payments.cancelIntent(account, intentId));
}

/**
 * Gives a payment back, unless an order came to be for it after all. Each try has a key of its own,
 * for the provider keeps even a failure under its key for a day; what is given back once it does
 * not give again.
 */
async function refundOrphan(
  { db, payments }: JobDeps,
  { account, intentId }: JobPayload<'refund_intent'>,
  { attempts }: ClaimedJob,
): Promise<JobOutcome> {
  const paid = await db.purchaseAttempt.findFirst({
    where: { paymentIntentId: intentId, state: 'paid' },
    select: { id: true },
  });
  if (paid !== null) return { outcome: 'given_up', reason: 'there is an order for it' };
  const idempotencyKey = `refund_${intentId}_${attempts}`;
  return outcomeOf(await payments.refundIntent(account, { intentId, idempotencyKey }));
}
