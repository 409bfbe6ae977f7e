import { search, type Exploration } from '../checkout/search.ts';
import { movesOf } from './moves.ts';
import { initialState, isInFlight, nameOf, type ModelState, type Scenario } from './state.ts';
import type { Variant } from './variants.ts';

/** Explores every course of a scenario, up to the first state that breaks an invariant. */
export function explore(scenario: Scenario, variant: Variant): Exploration {
  return search(initialState(scenario), {
    nameOf,
    movesOf: (state) => movesOf(state, variant),
    brokenInvariant: (state) => brokenInvariant(state, scenario, variant),
    stuckInvariant,
  });
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
