import type { Db, Tx } from '@shop/db/db';

import type { JobKind, JobPayload } from './job.ts';

export type NewJob<Kind extends JobKind> = {
  kind: Kind;
  payload: JobPayload<Kind>;
  /** One job for one event, however often it is asked for. */
  dedupe?: string;
  /** Not before so many seconds from now. */
  inSeconds?: number;
};

/**
 * Promises work in the transaction of the change that asks for it: both happen or neither. After
 * the commit `deps.wakeJobs()` has it done at once. A job with a known `dedupe` is no second one.
 */
export async function enqueue<Kind extends JobKind>(
  tx: Db | Tx,
  { kind, payload, dedupe, inSeconds = 0 }: NewJob<Kind>,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO job (kind, payload, dedupe, run_at)
    VALUES (${kind}, ${JSON.stringify(payload)}::jsonb, ${dedupe ?? null}::text,
      clock_timestamp() + make_interval(secs => ${inSeconds}::float8))
    ON CONFLICT (dedupe) DO NOTHING`;
}
