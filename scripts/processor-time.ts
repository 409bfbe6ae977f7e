/** Measures the processor time of a run, unaffected by other load on the machine. Used by test.ts. */
import { readdirSync } from 'node:fs';

import { readStat, TICKS_PER_SECOND } from './process-stat.ts';

// A sample takes a millisecond.
const LOOK_EVERY_MS = 200;

export type ProcessorClock = {
  /**
   * Returns the processor time in seconds, user and kernel mode, of this process and all its descendants so
   * far, ended or not. Undefined without /proc: Node.js reports only its own time.
   */
  seconds: () => number | undefined;
};

/**
 * Starts a clock that counts from the start of this process. The time of an ended process moves to the parent
 * that waited for it. A browser leaves orphans, which drop out of the process tree: their time is counted up to
 * the last sample, at most a fifth of a second earlier.
 */
export function startProcessorClock(): ProcessorClock {
  let last = 0;
  let lost = 0;
  const seconds = () => {
    let now = ticksOfTree();
    // A process that ends while a sample is taken may be missing from it, so the sample is repeated.
    if (now !== undefined && now < last) now = Math.max(now, ticksOfTree() ?? 0);
    if (now === undefined) return undefined;
    lost += Math.max(0, last - now);
    last = now;
    return (now + lost) / TICKS_PER_SECOND;
  };
  setInterval(seconds, LOOK_EVERY_MS).unref();
  return { seconds };
}

type Process = { id: number; parent: number; ticks: number };

/** Sums the ticks of this process, its living descendants, and all children that they waited for. */
function ticksOfTree(): number | undefined {
  const ticksOf = (id: number, children: ReadonlyMap<number, Process[]>): number =>
    (children.get(id) ?? []).reduce(
      (sum, child) => sum + child.ticks + ticksOf(child.id, children),
      0,
    );
  const own = readProcess(process.pid);
  if (own === undefined) return undefined;
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
  return (
    own.ticks +
    ticksOf(
      own.id,
      Map.groupBy(all, ({ parent }) => parent),
    )
  );
}

/** Reads a process; undefined if it has ended, or if there is no /proc. */
function readProcess(id: number): Process | undefined {
  const stat = readStat(id);
  if (stat === undefined) return undefined;
  return { id, parent: stat.parent, ticks: stat.ownTicks + stat.waitedTicks };
}
