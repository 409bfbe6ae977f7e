/** Reads a process's state from the kernel. Used by lab/bench/machine.ts and dev.test.ts. */
import { readFileSync } from 'node:fs';

/** The unit of the kernel's times on every Linux (proc_pid_stat(5)). */
export const TICKS_PER_SECOND = 100;

export type ProcessStat = {
  parent: number;
  /** The processor time of the process, in user and kernel mode. */
  ownTicks: number;
  /** The processor time of the children that it waited for. */
  waitedTicks: number;
};

/** Reads the state of a process; undefined if it has ended, or if there is no /proc. */
export function readStat(processId: number): ProcessStat | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name in parentheses may contain anything; the text after it starts with the third field, the state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15).map(Number);
  return { parent: Number(fields[1]), ownTicks: utime + stime, waitedTicks: cutime + cstime };
}
