export type Move<State> = { label: string; state: State };

/** A protocol as a state graph, and its invariants. */
export type Protocol<State> = {
  /** Returns a state's name; states with the same name are equal. */
  nameOf: (state: State) => string;
  movesOf: (state: State) => Iterable<Move<State>>;
  /** Returns the invariant that a state breaks; null if there is none. */
  brokenInvariant: (state: State) => string | null;
  /** Returns the invariant that a state without successors breaks; null if there is none. */
  stuckInvariant: (state: State) => string | null;
};

export type Exploration = {
  states: number;
  /** The first broken invariant with the shortest trace to it; null if none can break. */
  violation: { invariant: string; trace: string[] } | null;
};

type CameFrom = Map<string, { before: string; label: string } | null>;

/** Visits every reachable state breadth first, up to the first that breaks an invariant. */
export function search<State>(first: State, protocol: Protocol<State>): Exploration {
  const { nameOf, movesOf, brokenInvariant, stuckInvariant } = protocol;
  const cameFrom: CameFrom = new Map([[nameOf(first), null]]);
  let frontier = [first];
  while (frontier.length > 0) {
    const next: State[] = [];
    for (const state of frontier) {
      const before = nameOf(state);
      let canMove = false;
      for (const { label, state: reached } of movesOf(state)) {
        const name = nameOf(reached);
        if (name !== before) canMove = true;
        if (cameFrom.has(name)) continue;
        cameFrom.set(name, { before, label });
        next.push(reached);
      }
      const invariant = brokenInvariant(state) ?? (canMove ? null : stuckInvariant(state));
      if (invariant !== null) {
        return {
          states: cameFrom.size,
          violation: { invariant, trace: traceTo(before, cameFrom) },
        };
      }
    }
    frontier = next;
  }
  return { states: cameFrom.size, violation: null };
}

function traceTo(name: string, cameFrom: CameFrom): string[] {
  const trace: string[] = [];
  let step = cameFrom.get(name);
  while (step) {
    trace.unshift(step.label);
    step = cameFrom.get(step.before);
  }
  return trace;
}
