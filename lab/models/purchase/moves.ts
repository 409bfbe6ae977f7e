import { stepsOf } from './protocol.ts';
import { movesOfRestoring } from './restoring.ts';
import type { Actor, IntentState, ModelState, Move } from './state.ts';
import { withActor, restOf, withAttempt, withIntent } from './step-context.ts';
import type { Variant } from './variants.ts';

/**
 * Yields every possible event: an actor takes its next step, loses the provider's response before or after
 * the effect, fails to write, or dies; a lease expires, its holder alive or not; a buyer completes 3-D Secure
 * or tries another card; a backup is restored, and the audit rebuilds an order.
 */
export function* movesOf(state: ModelState, variant: Variant): Generator<Move> {
  yield* movesOfBuyers(state);
  yield* endsOfLeases(state);
  yield* movesOfRestoring(state, variant);
  for (const [index, actor] of state.actors.entries()) {
    if (actor.step === 'over') continue;
    if (actor.isReconciler && variant === 'no_reconciler') continue;
    if (actor.step !== 'begin' || !actor.isReconciler) {
      yield {
        label: `${nameOfActor(actor, index)} dies`,
        state: withActor(state, index, restOf(actor)),
      };
    }
    for (const next of stepsOf({ state, index, actor, variant })) {
      yield { label: `${nameOfActor(actor, index)}: ${actor.step}`, state: next };
    }
  }
}

function* movesOfBuyers(state: ModelState): Generator<Move> {
  for (const [index, attempt] of state.attempts.entries()) {
    for (const [generation, intent] of attempt.intents.entries()) {
      const become = (next: IntentState) =>
        withAttempt(state, index, withIntent(attempt, generation, next));
      if (intent === 'action') {
        yield { label: `3-D Secure ${index} passed`, state: become('succeeded') };
        yield { label: `3-D Secure ${index} failed`, state: become('declined') };
      }
      const isSecretOut = attempt.isSecretOut && generation === attempt.generation;
      if (intent === 'declined' && isSecretOut) {
        yield { label: `another card in browser ${index}`, state: become('succeeded') };
      }
    }
  }
}

function* endsOfLeases(state: ModelState): Generator<Move> {
  for (const [index, attempt] of state.attempts.entries()) {
    if (attempt.lease === -1) continue;
    yield {
      label: `lease ${index} ends`,
      state: withAttempt(state, index, { ...attempt, lease: -1 }),
    };
  }
}

const nameOfActor = ({ isReconciler, attempt }: Actor, index: number) =>
  isReconciler ? `reconciler ${attempt}` : `call ${index}`;
