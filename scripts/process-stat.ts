/** What the kernel tells of a process. Used by processor-time.ts, lab/bench/machine.ts and dev.test.ts. */
import { readFileSync } from 'node:fs';

/** The kernel tells times in these, on every Linux (proc_pid_stat(5)). */
export const TICKS_PER_SECOND = 100;

export type ProcessStat = {
  parent: number;
  /** The processor time of the process, in programs and in the kernel. */
  ownTicks: number;
  /** That of the children that it waited for. */
  waitedTicks: number;
};

/** Undefined where the process has ended, and where there is no /proc. */
export function readStat(processId: number): ProcessStat | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name in parentheses may hold anything; what follows begins with the third field, the state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15).map(Number);
  return { parent: Number(fields[1]), ownTicks: utime + stime, waitedTicks: cutime + cstime };
}
