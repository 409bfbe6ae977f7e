import type { Actor, IntentState, ModelAttempt, ModelState, Step } from './state.ts';
import type { Variant } from './variants.ts';

/** An actor about to take its next step. */
export type Turn = { state: ModelState; index: number; actor: Actor; variant: Variant };

/** The attempt that the actor works on. */
export const attemptOf = ({ state, actor }: Turn): ModelAttempt => {
  const attempt = state.attempts[actor.attempt];
  if (attempt === undefined) throw new RangeError('no such attempt');
  return attempt;
};

/** The payment of the generation that the actor works for. */
export const intentOf = (turn: Turn): IntentState =>
  attemptOf(turn).intents[turn.actor.generation] ?? 'none';

/** An attempt whose payment of one generation stands differently. */
export function withIntent(
  attempt: ModelAttempt,
  generation: number,
  next: IntentState,
): ModelAttempt {
  return { ...attempt, intents: attempt.intents.with(generation, next) };
}

/** A state in which one attempt is another. */
export function withAttempt(state: ModelState, index: number, attempt: ModelAttempt): ModelState {
  return { ...state, attempts: state.attempts.with(index, attempt) };
}

/** Changes the attempt that the actor works on. */
export function change(turn: Turn, by: (attempt: ModelAttempt) => ModelAttempt): ModelState {
  return withAttempt(turn.state, turn.actor.attempt, by(attemptOf(turn)));
}

/** A state in which one actor stands elsewhere. */
export function at(state: ModelState, index: number, actor: Actor): ModelState {
  return { ...state, actors: state.actors.with(index, actor) };
}

/** Moves the actor to a step. */
export function go({ state, index, actor }: Turn, step: Step): ModelState {
  return at(state, index, step === 'over' ? restOf(actor) : { ...actor, step });
}

/** Has the actor take an attempt on, as it is then. */
export function take(turn: Turn, attempt: ModelAttempt, step: Step): ModelState {
  const { state, index, actor } = turn;
  const taken = withAttempt(state, actor.attempt, attempt);
  return at(taken, index, { ...actor, step, generation: attempt.generation });
}

/** Ends an actor's work and gives its lease back. */
export function leave(turn: Turn): ModelState {
  const freed = change(turn, (attempt) =>
    attempt.lease === turn.index ? { ...attempt, lease: -1 } : attempt,
  );
  return at(freed, turn.index, restOf(turn.actor));
}

/** The answer reaches the buyer, and the call is over. */
export function tell(turn: Turn): ModelState {
  return leave({ ...turn, state: change(turn, (attempt) => ({ ...attempt, isSent: true })) });
}

/** A call ends for good; a sweep comes back. */
export function restOf(actor: Actor): Actor {
  return { ...actor, step: actor.isSweep ? 'begin' : 'over', generation: 0 };
}
