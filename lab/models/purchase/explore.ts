import { movesOf } from './moves.ts';
import { initialState, isInFlight, nameOf, type ModelState, type Scenario } from './state.ts';
import type { Variant } from './variants.ts';

type Exploration = {
  states: number;
  /** The first broken invariant with the shortest trace to it; null if none can break. */
  violation: { invariant: string; trace: string[] } | null;
};

type CameFrom = Map<string, { before: string; label: string } | null>;

/** Visits every reachable state of a scenario breadth first, up to the first that breaks an invariant. */
export function explore(scenario: Scenario, variant: Variant): Exploration {
  const first = initialState(scenario);
  const cameFrom: CameFrom = new Map([[nameOf(first), null]]);
  let frontier = [first];
  while (frontier.length > 0) {
    const next: ModelState[] = [];
    for (const state of frontier) {
      const before = nameOf(state);
      let canMove = false;
      for (const { label, state: reached } of movesOf(state, variant)) {
        const name = nameOf(reached);
        if (name !== before) canMove = true;
        if (cameFrom.has(name)) continue;
        cameFrom.set(name, { before, label });
        next.push(reached);
      }
      const invariant =
        brokenInvariant(state, scenario, variant) ?? (canMove ? null : stuckInvariant(state));
      if (invariant !== null) {
        const trace = traceTo(before, cameFrom);
        return { states: cameFrom.size, violation: { invariant, trace } };
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

function brokenInvariant(state: ModelState, scenario: Scenario, variant: Variant): string | null {
  const held = state.attempts.filter(isInFlight).length;
  const paid = state.attempts.filter((attempt) => attempt.state === 'paid').length;
  if (state.stock < 0) return 'stock below zero';
  if (paid > scenario.stock) return 'oversold';
  // Without a reservation the number of units is not conserved.
  const isReserving = variant !== 'charged_before_reserving';
  if (isReserving && state.stock + held + paid !== scenario.stock) return 'units lost or made';
  if (state.isBoughtTwice && paid > 1) return 'bought twice after a lost answer';
  for (const attempt of state.attempts) {
    const isRebuilt = attempt.state === 'paid' && attempt.generation === attempt.lost;
    const taken = attempt.intents.flatMap((intent, generation) =>
      // A payment whose rows were lost waits for the audit or the owner.
      intent === 'succeeded' && (generation !== attempt.lost || isRebuilt) ? [generation] : [],
    );
    const isGone = attempt.state === 'refused' || attempt.state === 'expired';
    const isForeign = taken.some((generation) => generation !== attempt.generation);
    if (taken.length > 0 && (isGone || isForeign)) return 'money taken for nothing';
    if (attempt.state === 'paid' && !taken.includes(attempt.generation))
      return 'order without money';
  }
  return null;
}

function stuckInvariant(state: ModelState): string | null {
  if (state.attempts.some(isInFlight)) return 'stuck';
  const isForgotten = state.attempts.some(
    ({ lost, user, state: now }) =>
      lost !== -1 &&
      now !== 'paid' &&
      // If the member has bought again, the owner decides.
      !state.attempts.some((other) => other.user === user && other.state === 'paid'),
  );
  return isForgotten ? 'money taken for nothing' : null;
}
