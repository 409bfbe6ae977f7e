/** The processor time of a run, unaffected by other load on the machine. Used by test.ts. */
import { readdirSync } from 'node:fs';

import { readStat, TICKS_PER_SECOND } from './process-stat.ts';

// A look takes a millisecond.
const LOOK_EVERY_MS = 200;

export type ProcessorClock = {
  /**
   * The seconds of processor, in programs and in the kernel, of this process and of everything below
   * it until now, ended or not. Undefined where there is no /proc: Node.js tells of itself alone.
   */
  seconds: () => number | undefined;
};

/**
 * Counts from the start of this process. What ends goes over to the parent that waited for it. A
 * browser leaves orphans behind: their time falls out of the tree, and is kept
 * as of the last look, a fifth of a second before.
 */
export function startProcessorClock(): ProcessorClock {
  let last = 0;
  let lost = 0;
  const seconds = () => {
    let now = ticksOfTree();
    // What ends between two reads of one look may be missing from both.
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

/** Of this process, of those below it that live, and of all that they waited for. */
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

/** Undefined where it has ended, and where there is no /proc. */
function readProcess(id: number): Process | undefined {
  const stat = readStat(id);
  if (stat === undefined) return undefined;
  return { id, parent: stat.parent, ticks: stat.ownTicks + stat.waitedTicks };
}
