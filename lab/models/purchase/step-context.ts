import type { Actor, IntentState, ModelAttempt, ModelState, Step } from './state.ts';
import type { Variant } from './variants.ts';

export type StepContext = { state: ModelState; index: number; actor: Actor; variant: Variant };

export const attemptOf = ({ state, actor }: StepContext): ModelAttempt => {
  const attempt = state.attempts[actor.attempt];
  if (attempt === undefined) throw new RangeError('no such attempt');
  return attempt;
};

/** Returns the payment of the generation that the actor works on. */
export const intentOf = (ctx: StepContext): IntentState =>
  attemptOf(ctx).intents[ctx.actor.generation] ?? 'none';

export function withIntent(
  attempt: ModelAttempt,
  generation: number,
  next: IntentState,
): ModelAttempt {
  return { ...attempt, intents: attempt.intents.with(generation, next) };
}

export function withAttempt(state: ModelState, index: number, attempt: ModelAttempt): ModelState {
  return { ...state, attempts: state.attempts.with(index, attempt) };
}

export function change(ctx: StepContext, by: (attempt: ModelAttempt) => ModelAttempt): ModelState {
  return withAttempt(ctx.state, ctx.actor.attempt, by(attemptOf(ctx)));
}

export function withActor(state: ModelState, index: number, actor: Actor): ModelState {
  return { ...state, actors: state.actors.with(index, actor) };
}

export function moveTo({ state, index, actor }: StepContext, step: Step): ModelState {
  return withActor(state, index, step === 'over' ? restOf(actor) : { ...actor, step });
}

/** Claims an attempt for the actor, which continues at a step. */
export function takeLease(ctx: StepContext, attempt: ModelAttempt, step: Step): ModelState {
  const { state, index, actor } = ctx;
  const taken = withAttempt(state, actor.attempt, attempt);
  return withActor(taken, index, { ...actor, step, generation: attempt.generation });
}

/** Ends an actor's work and releases its lease. */
export function endStep(ctx: StepContext): ModelState {
  const freed = change(ctx, (attempt) =>
    attempt.lease === ctx.index ? { ...attempt, lease: -1 } : attempt,
  );
  return withActor(freed, ctx.index, restOf(ctx.actor));
}

/** Delivers the response to the buyer and ends the call. */
export function deliver(ctx: StepContext): ModelState {
  return endStep({ ...ctx, state: change(ctx, (attempt) => ({ ...attempt, isSent: true })) });
}

/** Resets an actor: a call ends for good, the reconciler starts over. */
export function restOf(actor: Actor): Actor {
  return { ...actor, step: actor.isReconciler ? 'begin' : 'over', generation: 0 };
}
