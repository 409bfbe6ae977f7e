import type { Agenda } from './agenda.ts';
import type { Clock } from './clock.ts';

/** Does what is due by a moment, each thing at its own time, and leaves the clock at that moment. */
export function moveTime(clock: Clock, agenda: Agenda, toMs: number): void {
  for (;;) {
    const due = agenda.takeDue(Math.floor(toMs / 1000));
    if (!due) break;
    clock.moveTo(due.at * 1000);
    due.run();
  }
  clock.moveTo(toMs);
}
