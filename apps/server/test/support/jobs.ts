import { enqueue, type JobDeps, type JobOutcome } from '@agres/core/jobs/job';
import type { Db, Tx } from '@agres/db/db';
import { JOBS } from '@agres/shop/background-schedule';
import { z } from 'zod';

type StoredJob = { kind: string; payload: object; dedupe?: string; inSeconds?: number };

export function enqueueStored(tx: Db | Tx, { kind, ...rest }: StoredJob): Promise<boolean> {
  return enqueue(tx, { job: { kind, payload: z.unknown() }, ...rest });
}

/** Runs a job once, as a worker that has claimed it does. */
export async function tryJob(
  deps: JobDeps,
  { kind, payload }: { kind: string; payload: object },
): Promise<JobOutcome> {
  const job = JOBS.find((known) => known.kind === kind);
  if (job === undefined) throw new Error(`no such job: ${kind}`);
  return job.tryOnce(deps, { id: 1, kind, payload, attempts: 1, isPaced: false, requestId: null });
}
