import type { Db, Tx } from '@shop/db/db';

import type { Job } from './job.ts';

export type NewJob<Payload> = {
  job: Pick<Job<Payload>, 'kind' | 'payload'>;
  /** What the schema of the job will read. */
  payload: NoInfer<Payload>;
  /** One job for one event, however often it is asked for. */
  dedupe?: string;
  /** Not before so many seconds from now. */
  inSeconds?: number;
};

/**
 * Enqueues a job in the transaction of the change that asks for it: both happen or neither. After the
 * commit `deps.wakeJobs()` has it done at once. A job with a known `dedupe` is not enqueued again.
 */
export async function enqueue<Payload>(
  tx: Db | Tx,
  { job: { kind }, payload, dedupe, inSeconds = 0 }: NewJob<Payload>,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO job (kind, payload, dedupe, run_at)
    VALUES (${kind}, ${JSON.stringify(payload)}::jsonb, ${dedupe ?? null}::text,
      clock_timestamp() + make_interval(secs => ${inSeconds}::float8))
    ON CONFLICT (dedupe) DO NOTHING`;
}
