import { isInFlight, type ModelAttempt, type ModelState, type Move } from './state.ts';
import { restOf, withAttempt } from './step-context.ts';
import type { Variant } from './variants.ts';

/**
 * Yields the restore of a backup from before a purchase, at most once, and the audit that rebuilds the order.
 */
export function* movesOfRestoring(state: ModelState, variant: Variant): Generator<Move> {
  for (const [index, attempt] of state.attempts.entries()) {
    if (state.mayLoseRows && attempt.state === 'paid') {
      yield { label: `rows ${index} lost`, state: lose(state, index, attempt) };
    }
    if (attempt.lost !== -1 && variant !== 'no_audit') {
      yield* rebuildings(state, variant, { index, attempt });
    }
  }
}

/** No process runs while a backup is restored; the provider still has the payment. */
function lose(state: ModelState, index: number, attempt: ModelAttempt): ModelState {
  const lost: ModelAttempt = {
    ...attempt,
    state: 'none',
    lease: -1,
    generation: 0,
    isSent: false,
    isSecretOut: false,
    lost: attempt.generation,
  };
  return {
    ...withAttempt(state, index, lost),
    stock: state.stock + 1,
    actors: state.actors.map((actor) => (actor.step === 'begin' ? actor : restOf(actor))),
    mayLoseRows: false,
  };
}

type Lost = { index: number; attempt: ModelAttempt };

/** Rebuilds the attempt with its own key, its unit and its order, in one transaction. */
function* rebuildings(
  state: ModelState,
  variant: Variant,
  { index, attempt }: Lost,
): Generator<Move> {
  const isThere = attempt.state === 'paid' && variant !== 'rebuilt_without_condition';
  // A pending purchase must finish first.
  if (isThere || isInFlight(attempt) || state.stock === 0) return;
  const others = state.attempts.filter(
    (other, otherIndex) => otherIndex !== index && other.user === attempt.user,
  );
  if (others.some(isInFlight)) return;
  const isTwice = others.some((other) => other.state === 'paid');
  if (isTwice && variant !== 'rebuilt_over_a_second_purchase') return;
  const rebuilt: ModelAttempt = {
    ...attempt,
    state: 'paid',
    generation: attempt.lost,
    lease: -1,
    isSent: false,
  };
  yield {
    label: `audit rebuilds ${index}`,
    state: {
      ...withAttempt(state, index, rebuilt),
      stock: state.stock - 1,
      isBoughtTwice: state.isBoughtTwice || isTwice,
    },
  };
}
