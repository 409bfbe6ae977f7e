import type { Clock } from './clock.ts';

/** Something planned, at whole seconds. */
type Task = { at: number; run: () => void };

/** Timed tasks by name: renewals, retries, expiries. Times in whole seconds. */
export type Agenda = {
  /** Plans a task under a name; planning the name again replaces it. */
  plan(name: string, at: number, run: () => void): void;
  forget(name: string): void;
  /** When the next one is due; undefined if nothing is planned. */
  nextAt(): number | undefined;
  /** Takes the earliest task due by a moment off the list. */
  takeDue(by: number): Task | undefined;
  clear(): void;
};

/** An empty agenda. */
export function createAgenda(): Agenda {
  const tasks = new Map<string, Task>();
  let earliest: string | undefined;

  const findEarliest = () => {
    let found: [string, Task] | undefined;
    for (const entry of tasks) {
      if (!found || entry[1].at < found[1].at) found = entry;
    }
    earliest = found?.[0];
    return found?.[1];
  };
  const first = () => (earliest === undefined ? undefined : tasks.get(earliest)) ?? findEarliest();

  return {
    plan(name, at, run) {
      const current = earliest === undefined ? undefined : tasks.get(earliest);
      tasks.set(name, { at, run });
      if (!current || name === earliest || at < current.at) earliest = undefined;
    },
    forget(name) {
      tasks.delete(name);
      if (name === earliest) earliest = undefined;
    },
    nextAt: () => first()?.at,
    takeDue(by) {
      const next = first();
      if (!next || next.at > by || earliest === undefined) return undefined;
      tasks.delete(earliest);
      earliest = undefined;
      return next;
    },
    clear() {
      tasks.clear();
      earliest = undefined;
    },
  };
}

/** Runs what is due by a moment, each task at its own time, and leaves the clock at that moment. */
export function moveTime(clock: Clock, agenda: Agenda, toMs: number): void {
  for (;;) {
    const due = agenda.takeDue(Math.floor(toMs / 1000));
    if (!due) break;
    clock.moveTo(due.at * 1000);
    due.run();
  }
  clock.moveTo(toMs);
}
