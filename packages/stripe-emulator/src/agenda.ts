type Appointment = { at: number; run: () => void };

/** What will happen by itself later: renewals, retries, expiries. Times in whole seconds. */
export type Agenda = {
  /** Plans something under a name; planning the name again replaces it. */
  plan(name: string, at: number, run: () => void): void;
  forget(name: string): void;
  /** When the next one is due; undefined if nothing is planned. */
  nextAt(): number | undefined;
  /** Takes the earliest appointment due by a moment off the list. */
  takeDue(by: number): Appointment | undefined;
  clear(): void;
};

/** An empty agenda. */
export function createAgenda(): Agenda {
  const appointments = new Map<string, Appointment>();
  let earliest: string | undefined;

  const findEarliest = () => {
    let found: [string, Appointment] | undefined;
    for (const entry of appointments) {
      if (!found || entry[1].at < found[1].at) found = entry;
    }
    earliest = found?.[0];
    return found?.[1];
  };
  const first = () =>
    (earliest === undefined ? undefined : appointments.get(earliest)) ?? findEarliest();

  return {
    plan(name, at, run) {
      const current = earliest === undefined ? undefined : appointments.get(earliest);
      appointments.set(name, { at, run });
      if (!current || name === earliest || at < current.at) earliest = undefined;
    },
    forget(name) {
      appointments.delete(name);
      if (name === earliest) earliest = undefined;
    },
    nextAt: () => first()?.at,
    takeDue(by) {
      const next = first();
      if (!next || next.at > by || earliest === undefined) return undefined;
      appointments.delete(earliest);
      earliest = undefined;
      return next;
    },
    clear() {
      appointments.clear();
      earliest = undefined;
    },
  };
}
