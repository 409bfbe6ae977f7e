import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';

import type { Db } from '@agres/db/db';

import { readStat, TICKS_PER_SECOND } from '../../scripts/process-stat.ts';
import { startProcessorClock } from '../../scripts/processor-time.ts';

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

/**
 * Returns the resident memory of a process in MB, and the part that it does not share; undefined if
 * unavailable.
 */
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

/** Returns the ids of all processes of the machine. */
const processIds = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** Returns the processor time of a database server and its sessions, in milliseconds. */
export function databaseTimeOf(postmaster: number): number {
  const first = readStat(postmaster);
  if (first === undefined) return Number.NaN;
  const ticks = processIds()
    .flatMap((id) => readStat(id) ?? [])
    .filter(({ parent }) => parent === postmaster)
    .reduce((sum, { ownTicks }) => sum + ownTicks, first.ownTicks + first.waitedTicks);
  return (ticks * 1000) / TICKS_PER_SECOND;
}

const ours = startProcessorClock();

/**
 * Starts to measure other load on the machine; the returned function gives the cores used since then, on
 * average. Excludes this process, its descendants and PostgreSQL. 0 if unavailable.
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
  const ticks = processIds()
    .filter(isPostgres)
    .map((id) => readStat(id))
    .reduce((sum, stat) => sum + (stat?.ownTicks ?? 0) + (stat?.waitedTicks ?? 0), 0);
  return ticks / TICKS_PER_SECOND;
}

function isPostgres(processId: number): boolean {
  try {
    return readFileSync(`/proc/${processId}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}
