import { secondsFromNow } from '@agres/db/database-clock';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import type { WriteEmail } from '@agres/mail/emails';
import type { Mailer } from '@agres/mail/mailer';
import type { Answer } from '@agres/payments/answer';
import type { z } from 'zod';

import type { Deps } from '../context.ts';
import { currentRequestId } from '../request-id.ts';

/** What background work needs from outside. */
export type JobDeps = Pick<
  Deps,
  | 'db'
  | 'payments'
  | 'log'
  | 'clock'
  | 'config'
  | 'wakeJobs'
  | 'wakeRefunds'
  | 'installation'
  | 'contractTexts'
  | 'processId'
  | 'leaseTimes'
  | 'rateLimiter'
> & {
  mailer: Mailer;
  writeEmail: WriteEmail;
  /** Receives alerts. */
  alertEmail: string;
};

/** A job that a worker has claimed. */
export type ClaimedJob = {
  id: number;
  kind: string;
  payload: unknown;
  /** How often it was tried, this time included. */
  attempts: number;
  /** It should have been done a while ago, and is of a kind whose late ones leave at a pace. */
  isPaced: boolean;
  /** Of the request that caused it; null where none did. */
  requestId: string | null;
};

/**
 * The outcome of one try.
 * - `postponed`: retried with exponential back-off, until its tries are used up.
 * - `unreached`: the service that jobs of this kind need is down. It counts as no try, and jobs of the kind
 *   rest for a while.
 * - `given_up`: no retry can help. It raises an alert of its own; those given up `by` the recipients of emails
 *   share one a day.
 */
export type JobOutcome =
  | { outcome: 'done' }
  | { outcome: 'postponed'; reason: string }
  | { outcome: 'unreached'; reason: string }
  | { outcome: 'given_up'; reason: string; by?: 'recipient' };

export const DONE: JobOutcome = { outcome: 'done' };
/** It is about something at the payment provider that another installation made. */
export const OF_ANOTHER: JobOutcome = { outcome: 'given_up', reason: 'another installation’s' };

/** A kind of job. Its noun defines it, and `background.ts` lists it for the worker. */
export type Job<Payload> = {
  /** Its name in the table `job`: a job written before a deploy is done after it. */
  kind: string;
  /** What it has to know: ids, never a secret. */
  payload: z.ZodType<Payload>;
  /** Whether late ones leave at a pace, beside all other jobs. */
  pacesLate: boolean;
  /** One try. What it throws counts as `postponed`; a payload that it cannot read is given up. */
  tryOnce: (deps: JobDeps, job: ClaimedJob) => Promise<JobOutcome>;
};

/** Defines a kind of job by what one try of it does. It may be tried again after it succeeded. */
export function defineJob<Payload>({
  kind,
  payload,
  pacesLate = false,
  run,
}: Pick<Job<Payload>, 'kind' | 'payload'> & {
  pacesLate?: boolean;
  run: (deps: JobDeps, payload: Payload, job: ClaimedJob) => Promise<JobOutcome>;
}): Job<Payload> {
  const tryOnce = async (deps: JobDeps, job: ClaimedJob): Promise<JobOutcome> => {
    const parsed = payload.safeParse(job.payload);
    if (!parsed.success) return { outcome: 'given_up', reason: 'unreadable payload' };
    return run(deps, parsed.data, job);
  };
  return { kind, payload, pacesLate, tryOnce };
}

/** A job that was one call to the provider is done when the provider has said what became of it. */
export function outcomeOf(answer: Answer<unknown>): JobOutcome {
  if (answer.outcome === 'known') return DONE;
  return { outcome: 'postponed', reason: `${answer.outcome}: ${answer.cause.kind}` };
}

export type NewJob<Payload> = {
  job: Pick<Job<Payload>, 'kind' | 'payload'>;
  /** What the schema of the job will read. */
  payload: NoInfer<Payload>;
  /** One job for one event, however often it is asked for. */
  dedupe?: string;
  /** Not before so many seconds from now. */
  inSeconds?: number;
  /** What becomes of a job with the same `dedupe` that was given up: retried by default. */
  ifGivenUp?: 'try_again' | 'leave';
};

/**
 * Enqueues a job in the transaction of the change that asks for it: where that rolls back, there is no
 * job. After the commit `deps.wakeJobs()` has it done at once. A job with a known `dedupe` is not enqueued
 * again, but one that was given up starts anew with this payload. Answers whether this call
 * enqueued or revived it. It keeps the id of the request that is being served, or of the request that
 * caused the running job.
 */
export async function enqueue<Payload>(
  tx: Db | Tx,
  { job: { kind }, payload, dedupe, inSeconds = 0, ifGivenUp = 'try_again' }: NewJob<Payload>,
): Promise<boolean> {
  // guard: a job that was given up is tried again when it is asked for anew
  const conflict = ifGivenUp === 'leave' ? Prisma.sql`NOTHING` : REVIVE;
  const enqueued = await tx.$executeRaw`
    INSERT INTO job (kind, payload, dedupe, request_id, run_at)
    VALUES (${kind}, ${JSON.stringify(payload)}::jsonb, ${dedupe ?? null}::text, ${currentRequestId()}::text,
      ${secondsFromNow(inSeconds)})
    ON CONFLICT (dedupe) DO ${conflict}`;
  return enqueued > 0;
}

const REVIVE = Prisma.sql`UPDATE
  SET dead_at = NULL, attempts = 0, last_error = NULL, run_at = EXCLUDED.run_at,
    payload = EXCLUDED.payload, request_id = EXCLUDED.request_id
  WHERE job.dead_at IS NOT NULL`;
