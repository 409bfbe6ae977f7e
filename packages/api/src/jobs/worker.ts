import { randomUUID } from 'node:crypto';

import { createAlarm } from './alarm.ts';
import { raiseAlert } from './alert.ts';
import { handleJob, type JobDeps } from './handlers.ts';
import type { ClaimedJob, JobOutcome } from './job.ts';
import {
  claimJobs,
  extendClaim,
  giveUp,
  markDone,
  MAX_ATTEMPTS,
  postpone,
  releaseClaims,
} from './queue.ts';
import { endTurn, takeTurn, type PeriodicWork } from './schedule.ts';

/** Work that every process does again and again by itself. */
export type Round = { name: string; everyMs: number; run: () => Promise<unknown> };

export type JobWorkerOptions = {
  deps: JobDeps;
  /** How long an idle worker sleeps before it looks for jobs again, in ms. */
  pollMs: number;
  /** Work that each process does. */
  rounds?: readonly Round[];
  /** Work that one process does at a time, whichever. */
  periodic?: readonly PeriodicWork[];
};

export type JobWorker = {
  start: () => void;
  /** Looks for work now. */
  wake: () => void;
  /** Claims nothing any more, and resolves when what was begun is done. */
  stop: () => Promise<void>;
};

const AT_ONCE = 4;
const HEARTBEAT_MS = 10_000;

/**
 * Does the jobs of the database, beside any number of other processes. Each job is done at least
 * once: a process that dies in the middle leaves it to the next.
 */
export function createJobWorker(options: JobWorkerOptions): JobWorker {
  const { deps, pollMs, rounds = [], periodic = [] } = options;
  const owner = randomUUID();
  const alarms: { ring: () => void }[] = [];
  const loops: Promise<void>[] = [];
  const stopping = new AbortController();

  const loop = async ({ name, everyMs, run }: Round) => {
    const alarm = createAlarm();
    alarms.push(alarm);
    while (!stopping.signal.aborted) {
      try {
        // A full batch may have left some: look again at once.
        if ((await run()) === 'more') continue;
      } catch (error) {
        deps.log.warn({ round: name, err: error }, 'background work failed, trying again');
      }
      if (!stopping.signal.aborted) await alarm.sleep(everyMs);
    }
  };

  return {
    start: () => {
      const all = [
        { name: 'jobs', everyMs: pollMs, run: () => runJobs(deps, owner) },
        ...rounds,
        ...periodic.map((work) => roundOf(deps, work, pollMs)),
      ];
      loops.push(...all.map(loop));
    },
    wake: () => {
      for (const alarm of alarms) alarm.ring();
    },
    stop: async () => {
      stopping.abort();
      for (const alarm of alarms) alarm.ring();
      await Promise.all(loops);
      await releaseClaims(deps.db, owner).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'claims of jobs not released'),
      );
    },
  };
}

function roundOf(deps: JobDeps, work: PeriodicWork, everyMs: number): Round {
  return {
    name: work.name,
    everyMs,
    run: async () => {
      if (!(await takeTurn(deps.db, work))) return;
      await work.run();
      await endTurn(deps.db, work);
    },
  };
}

/** Does the jobs that are due, a few at once; `more` if there may be others. */
async function runJobs(deps: JobDeps, owner: string): Promise<'more' | 'none'> {
  const jobs = await claimJobs(deps.db, { owner, limit: AT_ONCE });
  await Promise.all(jobs.map((job) => runJob(deps, job, owner)));
  return jobs.length === AT_ONCE ? 'more' : 'none';
}

async function runJob(deps: JobDeps, job: ClaimedJob, owner: string): Promise<void> {
  const claim = { jobId: job.id, owner };
  const heartbeat = setInterval(() => {
    extendClaim(deps.db, claim).catch((error: unknown) =>
      deps.log.warn({ jobId: job.id, err: error }, 'claim of a job not extended'),
    );
  }, HEARTBEAT_MS);
  try {
    const result = await tryJob(deps, job);
    if (result.outcome === 'done') return await markDone(deps.db, claim);
    deps.log.warn({ jobId: job.id, kind: job.kind, reason: result.reason }, 'job not done');
    if (result.outcome === 'postponed' && job.attempts < MAX_ATTEMPTS) {
      return await postpone(deps.db, claim, { reason: result.reason, attempts: job.attempts });
    }
    if (await giveUp(deps.db, claim, result.reason)) await alertOfDead(deps, job, result.reason);
  } finally {
    clearInterval(heartbeat);
  }
}

async function tryJob(deps: JobDeps, job: ClaimedJob): Promise<JobOutcome> {
  try {
    return await handleJob(deps, job);
  } catch (error) {
    deps.log.error({ jobId: job.id, kind: job.kind, err: error }, 'job failed');
    return { outcome: 'postponed', reason: error instanceof Error ? error.name : 'unknown' };
  }
}

/** An alert that cannot be sent is told by the log alone: a letter about it would not arrive either. */
async function alertOfDead(deps: JobDeps, job: ClaimedJob, reason: string): Promise<void> {
  const facts = { jobId: job.id, kind: job.kind, tries: job.attempts, reason };
  const event = 'A job was given up';
  if (isAlertLetter(job)) deps.log.fatal(facts, event);
  else await raiseAlert(deps, { event, facts, dedupe: `dead:${job.id}` });
}

function isAlertLetter({ kind, payload }: ClaimedJob): boolean {
  return (
    kind === 'mail' &&
    typeof payload === 'object' &&
    payload !== null &&
    'letter' in payload &&
    payload.letter === 'alert'
  );
}
