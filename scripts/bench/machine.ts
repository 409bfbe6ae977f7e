import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';

import { readStat, TICKS_PER_SECOND } from '../process-stat.ts';

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
