import type { Clock } from './clock.ts';

type Task = { at: number; run: () => void };

/** Timed tasks by name: renewals, retries, expiries. Times are in whole seconds. */
export type Agenda = {
  /** Schedules a task under a name, replacing any task of that name. */
  plan(name: string, at: number, run: () => void): void;
  forget(name: string): void;
  nextAt(): number | undefined;
  /** Removes and returns the earliest task that is due by the given time. */
  takeDue(by: number): Task | undefined;
  clear(): void;
};

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

/** Advances the clock to a time, running each task that falls due on the way at its own time. */
export function moveTime(clock: Clock, agenda: Agenda, toMs: number): void {
  for (;;) {
    const due = agenda.takeDue(Math.floor(toMs / 1000));
    if (!due) break;
    clock.moveTo(due.at * 1000);
    due.run();
  }
  clock.moveTo(toMs);
}
