import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';

import type { Db } from '@agres/db/db';

import { readStat, TICKS_PER_SECOND } from '../../scripts/process-stat.ts';
import { startProcessorClock } from '../../scripts/processor-time.ts';

/** What a bench ran on, in one sentence, and how much of it was free. */
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

/** The memory that a process holds, in MB, and how much of it is its own alone; undefined where the system does not tell. */
export function memoryOf(processId: number): { resident: number; own: number } | undefined {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    const megabytes = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
    return { resident: megabytes('VmRSS'), own: megabytes('RssAnon') };
  } catch {
    return undefined;
  }
}

/** The processor time that a process has used, in milliseconds; undefined where the system does not tell. */
export function processorTimeOf(processId: number): number | undefined {
  const stat = readStat(processId);
  return stat === undefined ? undefined : (stat.ownTicks * 1000) / TICKS_PER_SECOND;
}

/** The first process of a database's server, which its sessions are children of. */
export async function findDatabaseServer(db: Db): Promise<number> {
  const [own] = await db.$queryRaw<{ id: number }[]>`SELECT pg_backend_pid() AS id`;
  return readStat(own?.id ?? 0)?.parent ?? 0;
}

/** The processor time that a database server and its sessions have used, in milliseconds. */
export function databaseTimeOf(postmaster: number): number {
  const first = readStat(postmaster);
  if (first === undefined) return Number.NaN;
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? [])
    .filter(({ parent }) => parent === postmaster)
    .reduce((sum, { ownTicks }) => sum + ownTicks, first.ownTicks + first.waitedTicks);
  return (ticks * 1000) / TICKS_PER_SECOND;
}

const ours = startProcessorClock();

/**
 * Begins to watch what else the machine does; the answer is how many cores that took since then, on
 * average. What this process and those below it use is not counted, nor what PostgreSQL does. 0 where
 * the system does not tell.
 */
export function watchOtherWork(): () => number {
  const startedMs = performance.now();
  const before = otherSeconds();
  return () => {
    const after = otherSeconds();
    if (before === undefined || after === undefined) return 0;
    return ((after - before) * 1000) / (performance.now() - startedMs);
  };
}

function otherSeconds(): number | undefined {
  const seconds = ours.seconds();
  if (seconds === undefined) return undefined;
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = readFileSync(
    '/proc/stat',
    'utf8',
  )
    .split('\n', 1)
    .join('')
    .split(/\s+/)
    .map(Number);
  const busyTicks = user + nice + system + irq + softirq + steal;
  return busyTicks / TICKS_PER_SECOND - seconds - postgresSeconds();
}

function postgresSeconds(): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isPostgres(name))
    .map((name) => readStat(Number(name)))
    .reduce((sum, stat) => sum + (stat?.ownTicks ?? 0) + (stat?.waitedTicks ?? 0), 0);
  return ticks / TICKS_PER_SECOND;
}

function isPostgres(processId: string): boolean {
  try {
    return readFileSync(`/proc/${processId}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}
