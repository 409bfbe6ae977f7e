import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { createDb } from '@agres/db/db';

import { readStat, TICKS_PER_SECOND } from '../process-stat.ts';

/** Both begin at their call; the answer tells of the time since then. */
export type WatchedDatabase = {
  /** Processor time of all processes of the server, in milliseconds; NaN where the system does not tell. */
  processorMs: () => () => number;
  /** How many sessions were at work or in a transaction on average, and how many of them waited for a lock. */
  sessions: () => () => { busy: number; waitingForLocks: number };
  close: () => Promise<void>;
};

const SAMPLE_EVERY_MS = 20;

/** Watches a database and its server, from a connection of its own whose work is not counted. */
export async function watchDatabase(url: string): Promise<WatchedDatabase> {
  const { db, close } = createDb(url, { poolSize: 1 });
  const [own] = await db.$queryRaw<{ id: number }[]>`SELECT pg_backend_pid() AS id`;
  const backendId = own?.id ?? 0;
  const total = { samples: 0, busy: 0, waiting: 0 };
  const stopped = new AbortController();
  const sample = async () => {
    while (!stopped.signal.aborted) {
      const [seen] = await db.$queryRaw<{ busy: number; waiting: number }[]>`
        SELECT count(*)::int AS busy,
          (count(*) FILTER (WHERE wait_event_type = 'Lock'))::int AS waiting
        FROM pg_stat_activity
        WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`;
      total.samples += 1;
      total.busy += seen?.busy ?? 0;
      total.waiting += seen?.waiting ?? 0;
      await sleep(SAMPLE_EVERY_MS);
    }
  };
  const sampling = sample();
  return {
    processorMs: () => {
      const before = serverMs(backendId);
      return () => serverMs(backendId) - before;
    },
    sessions: () => {
      const before = { ...total };
      return () => {
        const samples = Math.max(1, total.samples - before.samples);
        return {
          busy: (total.busy - before.busy) / samples,
          waitingForLocks: (total.waiting - before.waiting) / samples,
        };
      };
    },
    close: async () => {
      stopped.abort();
      await sampling;
      await close();
    },
  };
}

/** Of the server that a session belongs to, without that session. */
function serverMs(backendId: number): number {
  const postmaster = readStat(backendId)?.parent;
  const first = postmaster === undefined ? undefined : readStat(postmaster);
  if (first === undefined) return Number.NaN;
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== backendId)
    .flatMap((name) => readStat(Number(name)) ?? [])
    .filter(({ parent }) => parent === postmaster)
    .reduce((sum, { ownTicks }) => sum + ownTicks, first.ownTicks + first.waitedTicks);
  return (ticks * 1000) / TICKS_PER_SECOND;
}
