import { readdirSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';

import type { Db } from '@agres/db/db';

import { readStat, TICKS_PER_SECOND } from '../../scripts/testing/process-stat.ts';

/** Describes the bench's machine in one sentence, and how busy it was. */
export function describeMachine(): string {
  const [processor] = cpus();
  const [load = 0] = loadavg();
  const cores = availableParallelism();
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  const busy =
    load > cores / 2
      ? `busy with other work: a load of ${load.toFixed(1)} before the bench began`
      : `idle before the bench began`;
  return `${cores} × ${processor?.model.trim() ?? 'unknown processor'}, ${memory}, ${type()} ${release()}, Node.js ${process.version}; ${busy}`;
}

/** Returns the processor time of a process in milliseconds; undefined if unavailable. */
export function processorTimeOf(processId: number): number | undefined {
  const stat = readStat(processId);
  return stat === undefined ? undefined : (stat.ownTicks * 1000) / TICKS_PER_SECOND;
}

/** Returns the id of the postmaster, the parent process of all database sessions. */
export async function findDatabaseServer(db: Db): Promise<number> {
  const [own] = await db.$queryRaw<{ id: number }[]>`SELECT pg_backend_pid() AS id`;
  return readStat(own?.id ?? 0)?.parent ?? 0;
}

/** Returns the processor time of a database server and its sessions, in milliseconds. */
export function databaseTimeOf(postmaster: number): number {
  const first = readStat(postmaster);
  if (first === undefined) return Number.NaN;
  const ticks = readdirSync('/proc')
    .flatMap((id) => (/^\d+$/.test(id) ? (readStat(Number(id)) ?? []) : []))
    .filter(({ parent }) => parent === postmaster)
    .reduce((sum, { ownTicks }) => sum + ownTicks, first.ownTicks + first.waitedTicks);
  return (ticks * 1000) / TICKS_PER_SECOND;
}
