import { randomUUID } from 'node:crypto';

import { logUnderRequestId, underRequestId } from '../request-id.ts';
import { raiseAlert, raiseAlertOnce } from './alert.ts';
import type { ClaimedJob, Job, JobDeps, JobOutcome } from './job.ts';
import {
  CLAIM_TIMES,
  claimJobs,
  extendClaim,
  returnJob,
  giveUpJob,
  markDone,
  MAX_ATTEMPTS,
  postponeJob,
  releaseClaims,
  type ClaimTimes,
} from './queue.ts';
import { endScheduleLease, takeScheduleLease, type PeriodicWork } from './schedule-lease.ts';
import { createWakeUp, type WakeUp } from './wake-up.ts';

export type Round = {
  name: string;
  everyMs: number;
  /** Returns `more` if work may be left: it then runs again at once instead of after `everyMs`. */
  run: () => Promise<'more' | 'none'>;
};

export type JobWorkerOptions = {
  deps: JobDeps;
  jobs: readonly Job<unknown>[];
  /**
   * The poll interval of a worker that has just had work. An idle worker polls up to five times less often,
   * because this process's own jobs wake it. Schedules are polled when due, and at least at every fifteenth
   * interval, because another process may have changed them.
   */
  pollMs: number;
  rounds?: readonly Round[];
  periodic?: readonly PeriodicWork[];
  /** How long claims last; `CLAIM_TIMES` by default. */
  claimTimes?: ClaimTimes;
};

export type JobWorker = {
  start: () => void;
  /** Makes the job loop poll now, or a round by name. */
  wake: (name?: string) => void;
  /** Stops claiming; resolves when running work is done. */
  stop: () => Promise<void>;
};

const MAX_CONCURRENT_JOBS = 4;
/** How long a kind of job rests in this process after its service could not be reached. */
const UNREACHED_REST_MS = 2000;
const JOBS = 'jobs';
/** Multiples of `pollMs` at which an idle worker polls, in this order. */
const IDLE_POLLS = [1, 2, 5];
const SCHEDULE_POLLS = 15;

/**
 * Creates a worker that runs the database's jobs beside any number of other processes. Each job runs at least
 * once; if a process dies, another takes over its jobs.
 */
export function createJobWorker(options: JobWorkerOptions): JobWorker {
  const { deps, pollMs, rounds = [], periodic = [], claimTimes = CLAIM_TIMES } = options;
  const kinds = new Map(options.jobs.map((job) => [job.kind, job]));
  const workerId = randomUUID();
  const wakeUps = new Map<string, WakeUp>();
  const loops: Promise<void>[] = [];
  const wake = (name = JOBS) => wakeUps.get(name)?.wake();
  const working: WorkerContext = {
    deps,
    kinds,
    workerId,
    claimTimes,
    restUntilMs: new Map(),
    wake,
  };
  const stopping = new AbortController();

  const loop = async ({ name, run }: Loop) => {
    const wakeUp = createWakeUp();
    wakeUps.set(name, wakeUp);
    while (!stopping.signal.aborted) {
      let restMs = pollMs;
      try {
        restMs = await run();
      } catch (error) {
        deps.log.warn({ round: name, err: error }, 'background work failed, trying again');
      }
      if (restMs > 0 && !stopping.signal.aborted) await wakeUp.sleep(restMs);
    }
  };

  return {
    start: () => {
      const all = [
        jobLoop(working, pollMs),
        ...rounds.map(roundLoop),
        ...periodic.map((work) => scheduleLoop(deps, work, pollMs)),
      ];
      loops.push(...all.map(loop));
    },
    wake,
    stop: async () => {
      stopping.abort();
      for (const wakeUp of wakeUps.values()) wakeUp.wake();
      await Promise.all(loops);
      await working.pacedOnes;
      await releaseClaims(deps.db, workerId).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'claims of jobs not released'),
      );
    },
  };
}

/** `run` returns the milliseconds until the next run, 0 for at once. */
type Loop = { name: string; run: () => Promise<number> };

function jobLoop(working: WorkerContext, pollMs: number): Loop {
  let idlePolls = 0;
  return {
    name: JOBS,
    run: async () => {
      const found = await runJobs(working);
      if (found === MAX_CONCURRENT_JOBS) return 0;
      idlePolls = found === 0 ? Math.min(idlePolls + 1, IDLE_POLLS.length) : 1;
      return pollMs * (IDLE_POLLS[idlePolls - 1] ?? 1);
    },
  };
}

function roundLoop({ name, everyMs, run }: Round): Loop {
  return { name, run: async () => ((await run()) === 'more' ? 0 : everyMs) };
}

function scheduleLoop(deps: JobDeps, work: PeriodicWork, pollMs: number): Loop {
  return {
    name: `schedule ${work.name}`,
    run: async () => {
      const waitSeconds = await takeScheduleLease(deps.db, work);
      if (waitSeconds === 0) {
        await work.run();
        await endScheduleLease(deps.db, work);
      }
      const restMs = 1000 * (waitSeconds === 0 ? work.everySeconds : waitSeconds);
      return Math.min(restMs, pollMs * SCHEDULE_POLLS);
    },
  };
}

type WorkerContext = {
  deps: JobDeps;
  kinds: ReadonlyMap<string, Job<unknown>>;
  workerId: string;
  claimTimes: ClaimTimes;
  /** The time until which each kind rests, by `performance.now()`. */
  restUntilMs: Map<string, number>;
  pacedOnes?: Promise<void> | undefined;
  wake: () => void;
};

/**
 * Claims a few due jobs and waits for all of them, including failures; returns their number. Paced jobs run
 * beside them, neither awaited nor counted.
 */
async function runJobs(working: WorkerContext): Promise<number> {
  const { deps, kinds, workerId, claimTimes, wake } = working;
  const { leaseSeconds } = claimTimes;
  const claimedAtMs = performance.now();
  const resting = [...working.restUntilMs].flatMap(([kind, untilMs]) =>
    untilMs > claimedAtMs ? [kind] : [],
  );
  const jobs = await claimJobs(deps.db, {
    workerId,
    limit: MAX_CONCURRENT_JOBS,
    leaseSeconds,
    kinds: [...kinds.keys()],
    letters: [...kinds.values()].flatMap(({ letters = [] }) => letters),
    resting,
    paced: [...kinds.values()].flatMap(({ kind, pacesLate }) => (pacesLate ? [kind] : [])),
    pacedLimit: working.pacedOnes === undefined ? MAX_CONCURRENT_JOBS : 0,
  });
  const run = async (job: ClaimedJob) => {
    try {
      const log = logUnderRequestId(deps.log, job.requestId);
      await underRequestId(job.requestId, () =>
        runJob({ ...working, deps: { ...deps, log } }, job, claimedAtMs),
      );
    } catch (error) {
      // Nothing else is needed: the lease expires, and the job runs again.
      deps.log.warn({ jobId: job.id, err: error }, 'end of a job not stored');
    }
  };
  const paced = jobs.filter(({ isPaced }) => isPaced);
  const usual = jobs.filter(({ isPaced }) => !isPaced);
  const runPaced = async () => {
    await Promise.all(paced.map(run));
    working.pacedOnes = undefined;
    if (paced.length === MAX_CONCURRENT_JOBS) wake();
  };
  // guard: late emails do not delay other jobs
  if (paced.length > 0) working.pacedOnes = runPaced();
  // guard: a worker waits for all its jobs, even if the end of one cannot be stored
  await Promise.all(usual.map(run));
  return usual.length;
}

async function runJob(working: WorkerContext, job: ClaimedJob, claimedAtMs: number): Promise<void> {
  const { deps, workerId, claimTimes } = working;
  const claim = { jobId: job.id, workerId };
  let heldFromMs = claimedAtMs;
  const extend = async () => {
    const nowMs = performance.now();
    // Another worker claimed the job, or it is done.
    if (!(await extendClaim(deps.db, claim, claimTimes))) heldFromMs = Number.NEGATIVE_INFINITY;
    else heldFromMs = nowMs;
  };
  const extending = setInterval(() => {
    extend().catch((error: unknown) =>
      deps.log.warn({ jobId: job.id, err: error }, 'claim of a job not extended'),
    );
  }, claimTimes.extendEveryMs);
  // guard: a job calls the provider only while its claim lasts
  const leftMs = () => heldFromMs + claimTimes.callsMs - performance.now();
  try {
    const payments = deps.payments.until({ leftMs });
    const result = await tryJob({ ...working, deps: { ...deps, payments } }, job);
    if (result.outcome === 'done') return await markDone(deps.db, claim, result.note ?? null);
    deps.log.warn({ jobId: job.id, kind: job.kind, reason: result.reason }, 'job not done');
    if (result.outcome === 'unreached') {
      working.restUntilMs.set(job.kind, performance.now() + UNREACHED_REST_MS);
      return await returnJob(deps.db, claim, result.reason);
    }
    const isWaiting = result.outcome === 'waiting';
    if (isWaiting || (result.outcome === 'postponed' && job.attempts < MAX_ATTEMPTS)) {
      const { reason } = result;
      return await postponeJob(deps.db, claim, { reason, attempts: job.attempts, isWaiting });
    }
    if (await giveUpJob(deps.db, claim, result.reason)) await alertOfDead(deps, job, result);
  } finally {
    clearInterval(extending);
  }
}

async function tryJob({ deps, kinds }: WorkerContext, job: ClaimedJob): Promise<JobOutcome> {
  try {
    const kind = kinds.get(job.kind);
    if (kind === undefined) return { outcome: 'given_up', reason: 'unknown kind' };
    return await kind.tryOnce(deps, job);
  } catch (error) {
    deps.log.error({ jobId: job.id, kind: job.kind, err: error }, 'job failed');
    return { outcome: 'postponed', reason: error instanceof Error ? error.name : 'unknown' };
  }
}

/** An email about a given-up alert email would not arrive either, so that is only logged. */
async function alertOfDead(
  deps: JobDeps,
  job: ClaimedJob,
  { reason, by }: { reason: string; by?: 'recipient' },
): Promise<void> {
  const facts = { jobId: job.id, kind: job.kind, tries: job.attempts, reason };
  const event = 'A job was given up';
  if (isAlertEmail(job)) deps.log.fatal(facts, event);
  else if (by === undefined) await raiseAlert(deps, { event, facts, dedupe: `dead:${job.id}` });
  else {
    const refused = 'Recipients’ mail servers refused emails';
    const dedupe = `dead:${job.kind}`;
    await raiseAlertOnce(deps, { event: refused, facts, dedupe, every: 'day' });
  }
}

function isAlertEmail({ kind, payload }: ClaimedJob): boolean {
  return (
    kind === 'mail' &&
    typeof payload === 'object' &&
    payload !== null &&
    'letter' in payload &&
    payload.letter === 'alert'
  );
}
