import { mayConfirmNow, planStepOf, verdictAt } from './product.ts';
import {
  isInFlight,
  type IntentState,
  type ModelAttempt,
  type ModelState,
  type Step,
} from './state.ts';
import {
  attemptOf,
  change,
  deliver,
  endStep,
  intentOf,
  moveTo,
  takeLease,
  withIntent,
  type StepContext,
} from './step-context.ts';

/** Returns the states that an actor's next step can lead to, one for each way it can succeed or fail. */
export function stepsOf(ctx: StepContext): ModelState[] {
  switch (ctx.actor.step) {
    case 'begin':
      return ctx.actor.isReconciler ? claim(ctx) : begin(ctx);
    case 'create':
      return create(ctx);
    case 'store':
      return store(ctx);
    case 'confirm':
      return confirm(ctx);
    case 'check':
      return check(ctx);
    case 'succeeded':
    case 'declined':
    case 'action':
    case 'canceled':
      return applyVerdict(ctx, ctx.actor.step);
    case 'cancel':
      return cancel(ctx);
    case 'answer':
      return [deliver(ctx), endStep(ctx)];
    case 'over':
      return [];
  }
}

/** S1 (docs/chaos.md): the product's own plan decides, based on the buyer's earlier attempts. */
function begin(ctx: StepContext): ModelState[] {
  const { state, index, actor, variant } = ctx;
  const attempt = attemptOf(ctx);
  const others = state.attempts.filter(
    (other, otherIndex) => otherIndex !== actor.attempt && other.user === attempt.user,
  );
  const unsent = others.find((other) => other.state === 'paid' && !other.isSent);
  const inFlight = others.find(isInFlight);
  const step = planStepOf({
    same: attempt,
    unsent: variant === 'unsent_answer_forgotten' ? undefined : unsent,
    inFlight: variant === 'several_in_flight' ? undefined : inFlight,
  });
  if (step === 'replay' && attempt.state === 'paid') return [moveTo(ctx, 'answer')];
  if (step === 'take_over') {
    const next = attempt.state === 'reserved' ? 'create' : 'check';
    return [takeLease(ctx, { ...attempt, lease: index }, next)];
  }
  // The caller gets another order's answer or a decline, or asks again once the other attempt is over.
  if (step !== 'reserve' && step !== 'reserve_again') return [endStep(ctx)];

  // An attempt whose row was lost starts with another id, and so with another payment.
  const generation = (step === 'reserve_again' ? attempt.generation : attempt.lost) + 1;
  if (generation >= attempt.intents.length) return [endStep(ctx)];
  if (variant !== 'charged_before_reserving' && state.stock === 0) return [endStep(ctx)];

  const begun: ModelAttempt = {
    ...attempt,
    state: 'reserved',
    lease: index,
    generation,
    isSecretOut: false,
  };
  const isTwice = unsent !== undefined || inFlight !== undefined;
  const taken = variant === 'charged_before_reserving' ? 0 : 1;
  return [
    {
      ...takeLease(ctx, begun, 'create'),
      stock: state.stock - taken,
      isBoughtTwice: state.isBoughtTwice || isTwice,
    },
  ];
}

/** The reconciler claims an attempt whose lease has expired; a `reserved` attempt has charged no card. */
function claim(ctx: StepContext): ModelState[] {
  const attempt = attemptOf(ctx);
  if (!isInFlight(attempt) || attempt.lease !== -1) return [];
  return [takeLease(ctx, { ...attempt, lease: ctx.index }, 'check')];
}

/** S2: creates the payment; the response may be lost, or be an error stored under the idempotency key. */
function create(ctx: StepContext): ModelState[] {
  const made = change(ctx, (attempt) =>
    intentOf(ctx) === 'none' ? withIntent(attempt, ctx.actor.generation, 'created') : attempt,
  );
  const { state, lease } = attemptOf(ctx);
  const isOurs = state === 'reserved' && lease === ctx.index;
  return [ctx.state, made].flatMap((after) => [
    ...(after === made ? [moveTo({ ...ctx, state: made }, 'store')] : []),
    ...(isOurs ? [release({ ...ctx, state: after }, 'expired')] : []),
    endStep({ ...ctx, state: after }),
  ]);
}

/** S3: the holder of the lease commits this before it confirms anything. */
function store(ctx: StepContext): ModelState[] {
  const attempt = attemptOf(ctx);
  const mayCharge = attempt.state === 'reserved' && attempt.lease === ctx.index;
  if (!mayCharge && ctx.variant !== 'confirmed_without_lease') return [endStep(ctx)];
  const charging = change(ctx, () =>
    attempt.state === 'reserved' ? { ...attempt, state: 'charging' } : attempt,
  );
  return [moveTo({ ...ctx, state: charging }, 'confirm'), endStep(ctx)];
}

/** S4: tries the card once; the same idempotency key returns the same response. */
function confirm(ctx: StepContext): ModelState[] {
  const intent = intentOf(ctx);
  // A call's card pays once: a payment whose rows were lost has used it.
  const isSpent = attemptOf(ctx).lost !== -1;
  const tried: IntentState[] = isSpent ? ['declined'] : ['succeeded', 'declined', 'action'];
  const outcomes = intent === 'created' ? tried : [intent];
  return [
    ...outcomes.flatMap((outcome) => {
      const state = change(ctx, (attempt) => withIntent(attempt, ctx.actor.generation, outcome));
      const after = { ...ctx, state };
      return [moveTo(after, stepAfter(outcome)), endStep(after)];
    }),
    // The provider stores a failure under the key without charging the card.
    ...(intent === 'created' ? [moveTo(ctx, 'cancel')] : []),
    endStep(ctx),
  ];
}

function stepAfter(intent: IntentState): Step {
  switch (intent) {
    case 'succeeded':
    case 'declined':
    case 'action':
    case 'canceled':
      return intent;
    case 'none':
    case 'created':
      return 'over';
  }
}

/** The provider's state decides, also for a call that takes over. */
function check(ctx: StepContext): ModelState[] {
  const attempt = attemptOf(ctx);
  const { actor, index, variant } = ctx;
  if (attempt.generation !== actor.generation && variant !== 'payment_not_checked') {
    return [endStep(ctx)];
  }
  if (attempt.state === 'reserved') {
    return actor.isReconciler && attempt.lease === index
      ? [release(ctx, 'expired')]
      : [endStep(ctx)];
  }
  if (!isInFlight(attempt)) return [endStep(ctx)];
  const intent = intentOf(ctx);
  if (!actor.isReconciler && mayConfirmNow(attempt, intent)) {
    return [moveTo(ctx, 'confirm'), endStep(ctx)];
  }
  if (intent === 'created' || intent === 'none') {
    const isFenced =
      verdictAt(attempt, intent) === 'cancel' && variant !== 'released_without_cancelling';
    return [moveTo(ctx, isFenced ? 'cancel' : 'canceled'), endStep(ctx)];
  }
  // The reconciler cancels an older attempt of the same buyer, with or without a hold.
  const isCut = actor.isReconciler && intent === 'action';
  return [moveTo(ctx, stepAfter(intent)), ...(isCut ? [moveTo(ctx, 'cancel')] : []), endStep(ctx)];
}

/** Applies the product's verdict on the payment that the actor received, in a transaction that may fail. */
function applyVerdict(ctx: StepContext, heard: IntentState): ModelState[] {
  const attempt = attemptOf(ctx);
  const { variant } = ctx;
  if (heard === 'succeeded' && attempt.state === 'paid') return [moveTo(ctx, 'answer')];
  if (heard === 'declined' && variant === 'unit_returned_without_condition') {
    return [release(ctx, 'refused'), endStep(ctx)];
  }
  if (!mayStillApply(ctx, attempt)) return [endStep(ctx)];
  switch (verdictAt(attempt, heard)) {
    case 'pay':
      return pay(ctx, attempt);
    case 'refuse':
      return [release(ctx, 'refused'), endStep(ctx)];
    case 'hold':
      return [hold(ctx, attempt), endStep(ctx)];
    case 'release':
      return [release(ctx, 'expired'), endStep(ctx)];
    case 'cancel': {
      const isRefused = variant === 'refused_while_the_browser_may_confirm';
      return [isRefused ? release(ctx, 'refused') : moveTo(ctx, 'cancel'), endStep(ctx)];
    }
    case 'wait':
      return [endStep(ctx)];
    case 'give_back':
    case 'leave':
      throw new Error('every payment of the model is ours, and as agreed');
  }
}

/** Records the paid order, or fails to write it. */
function pay(ctx: StepContext, attempt: ModelAttempt): ModelState[] {
  const state = change(ctx, () => ({ ...attempt, state: 'paid', lease: -1 }));
  const later = endStep(ctx);
  if (ctx.variant !== 'charged_before_reserving')
    return [moveTo({ ...ctx, state }, 'answer'), later];
  if (state.stock === 0) {
    return [endStep({ ...ctx, state: change(ctx, () => ({ ...attempt, state: 'expired' })) })];
  }
  return [moveTo({ ...ctx, state: { ...state, stock: state.stock - 1 } }, 'answer'), later];
}

/** Keeps the unit reserved while the browser has the client secret. */
function hold(ctx: StepContext, attempt: ModelAttempt): ModelState {
  const held = { ...attempt, state: 'action', lease: -1, isSecretOut: true } as const;
  return endStep({ ...ctx, state: change(ctx, () => held) });
}

/** The fence: the provider refuses to cancel a payment that has succeeded. */
function cancel(ctx: StepContext): ModelState[] {
  if (intentOf(ctx) === 'succeeded') return [moveTo(ctx, 'succeeded'), endStep(ctx)];
  const state = change(ctx, (attempt) => withIntent(attempt, ctx.actor.generation, 'canceled'));
  const after = { ...ctx, state };
  return [moveTo(after, 'canceled'), endStep(after), endStep(ctx)];
}

/** The condition of each of these transactions: the attempt is still open and has the same payment. */
function mayStillApply({ actor, variant }: StepContext, attempt: ModelAttempt): boolean {
  const isOpen = attempt.state === 'charging' || attempt.state === 'action';
  const isSamePayment = attempt.generation === actor.generation;
  return isOpen && (isSamePayment || variant === 'payment_not_checked');
}

function release(ctx: StepContext, end: 'expired' | 'refused'): ModelState {
  const state = change(ctx, (attempt) => ({ ...attempt, state: end, lease: -1 }));
  const returned = ctx.variant === 'charged_before_reserving' ? 0 : 1;
  return endStep({ ...ctx, state: { ...state, stock: state.stock + returned } });
}
