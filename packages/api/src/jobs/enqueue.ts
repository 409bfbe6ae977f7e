import { Prisma, type Db, type Tx } from '@shop/db/db';

import { currentRequestId } from '../request-id.ts';
import type { Job } from './job.ts';

export type NewJob<Payload> = {
  job: Pick<Job<Payload>, 'kind' | 'payload'>;
  /** What the schema of the job will read. */
  payload: NoInfer<Payload>;
  /** One job for one event, however often it is asked for. */
  dedupe?: string;
  /** Not before so many seconds from now. */
  inSeconds?: number;
  /** What becomes of a job with the same `dedupe` that was given up: tried anew, unless told. */
  ifGivenUp?: 'try_again' | 'leave';
};

/**
 * Enqueues a job in the transaction of the change that asks for it: both happen or neither. After the
 * commit `deps.wakeJobs()` has it done at once. A job with a known `dedupe` is not enqueued again; one
 * that was given up starts again, with what is known now (decision 047). Answers whether it is to be done
 * because of this call. It bears the id of the request that is being served, or that caused the job which asks.
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
      clock_timestamp() + make_interval(secs => ${inSeconds}::float8))
    ON CONFLICT (dedupe) DO ${conflict}`;
  return enqueued > 0;
}

const REVIVE = Prisma.sql`UPDATE
  SET dead_at = NULL, attempts = 0, last_error = NULL, run_at = EXCLUDED.run_at,
    payload = EXCLUDED.payload, request_id = EXCLUDED.request_id
  WHERE job.dead_at IS NOT NULL`;
