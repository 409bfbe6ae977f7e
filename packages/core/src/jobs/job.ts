import { secondsFromNow } from '@agres/db/database-clock';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import type { WriteEmail } from '@agres/mail/emails';
import type { Mailer } from '@agres/mail/mailer';
import type { Answer } from '@agres/payments/answer';
import type { z } from 'zod';

import type { Deps } from '../context.ts';
import { currentRequestId } from '../request-id.ts';

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
  alertEmail: string;
};

export type ClaimedJob = {
  id: number;
  kind: string;
  payload: unknown;
  /** The number of attempts, including this one. */
  attempts: number;
  /** Whether the job is overdue and its kind `pacesLate`. */
  isPaced: boolean;
  /** The id of the request that caused the job; null if none did. */
  requestId: string | null;
};

/**
 * The outcome of one attempt.
 * - `done`: it succeeded, or there was nothing to do; the job's row keeps the `note`.
 * - `postponed`: retried with exponential back-off, up to `MAX_ATTEMPTS`.
 * - `waiting`: as `postponed`, but an hour apart at most and without a limit, because only time or a person
 *   outside helps, as with a dispute.
 * - `unreached`: the service that this kind needs is down. It does not count as an attempt, and the kind
 *   rests for a while.
 * - `given_up`: no retry can help. It raises an alert; jobs given up `by` the recipients of emails share
 *   one alert a day.
 */
export type JobOutcome =
  | { outcome: 'done'; note?: string }
  | { outcome: 'postponed'; reason: string }
  | { outcome: 'waiting'; reason: string }
  | { outcome: 'unreached'; reason: string }
  | { outcome: 'given_up'; reason: string; by?: 'recipient' };

export const DONE: JobOutcome = { outcome: 'done' };
export const OTHER_INSTALLATION_OUTCOME: JobOutcome = {
  outcome: 'given_up',
  reason: 'another installation’s',
};

/** A kind of job. A feature defines it; `packages/shop/src/background-schedule.ts` registers it. */
export type Job<Payload> = {
  /**
   * The name stored in the table `job`. It must not change, so that jobs enqueued before a deploy still run.
   */
  kind: string;
  /** Contains mostly ids, and never a secret. */
  payload: z.ZodType<Payload>;
  /** Only for `mail`: the emails that this release can send. A worker leaves the others to a newer one. */
  letters?: readonly string[];
  /** Whether overdue jobs of this kind are paced; they run beside all other jobs. */
  pacesLate: boolean;
  /** Makes one attempt. A thrown error counts as `postponed`; an unreadable payload is given up. */
  tryOnce: (deps: JobDeps, job: ClaimedJob) => Promise<JobOutcome>;
};

/**
 * Defines a kind of job. `run` makes one attempt and must be idempotent: it may run again after it succeeded.
 */
export function defineJob<Payload>({
  pacesLate = false,
  run,
  ...defined
}: Pick<Job<Payload>, 'kind' | 'payload' | 'letters'> & {
  pacesLate?: boolean;
  run: (deps: JobDeps, payload: Payload, job: ClaimedJob) => Promise<JobOutcome>;
}): Job<Payload> {
  const tryOnce = async (deps: JobDeps, job: ClaimedJob): Promise<JobOutcome> => {
    const parsed = defined.payload.safeParse(job.payload);
    if (!parsed.success) return { outcome: 'given_up', reason: 'unreadable payload' };
    return run(deps, parsed.data, job);
  };
  return { ...defined, pacesLate, tryOnce };
}

/** Maps the answer of a job's only provider call: the job is done once the provider's state is known. */
export function outcomeOf(answer: Answer<unknown>): JobOutcome {
  if (answer.outcome === 'known') return DONE;
  return { outcome: 'postponed', reason: `${answer.outcome}: ${answer.cause.kind}` };
}

export type NewJob<Payload> = {
  job: Pick<Job<Payload>, 'kind' | 'payload'>;
  payload: NoInfer<Payload>;
  /** Identifies the job: a key has one job, however often it is enqueued. */
  dedupe?: string;
  inSeconds?: number;
  /** Whether a given-up job with the same `dedupe` key restarts; it does by default. */
  ifGivenUp?: 'try_again' | 'leave';
};

/**
 * Enqueues a job in the transaction of the change that needs it: a rollback leaves no job. Call
 * `deps.wakeJobs()` after the commit to run it at once. A job whose `dedupe` key exists is not enqueued
 * again; a given-up one restarts with this payload. Returns whether this call enqueued or revived it. Stores
 * the id of the current request, or of the one that caused the running job.
 */
export async function enqueue<Payload>(
  tx: Db | Tx,
  { job: { kind }, payload, dedupe, inSeconds = 0, ifGivenUp = 'try_again' }: NewJob<Payload>,
): Promise<boolean> {
  // guard: a dead job restarts when it is enqueued again
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
