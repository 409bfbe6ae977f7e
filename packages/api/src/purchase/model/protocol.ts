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
  go,
  intentOf,
  leave,
  take,
  tell,
  withIntent,
  type Turn,
} from './turn.ts';

/** Where an actor's next step may lead: to another place for each way it can go or fail. */
export function stepsOf(turn: Turn): ModelState[] {
  switch (turn.actor.step) {
    case 'begin':
      return turn.actor.isSweep ? claim(turn) : click(turn);
    case 'create':
      return create(turn);
    case 'store':
      return store(turn);
    case 'confirm':
      return confirm(turn);
    case 'look':
      return look(turn);
    case 'succeeded':
      return settleSucceeded(turn);
    case 'declined':
      return settleDeclined(turn);
    case 'action':
      return settleAction(turn);
    case 'cancel':
      return cancel(turn);
    case 'canceled':
      return settleCanceled(turn);
    case 'answer':
      return [tell(turn), leave(turn)];
    case 'over':
      return [];
  }
}

/** S1: what the buyer did before decides. */
function click(turn: Turn): ModelState[] {
  const { state, index, actor, variant } = turn;
  const attempt = attemptOf(turn);
  if (attempt.state === 'paid') return [go(turn, 'answer')];
  if (attempt.state === 'refused') return [leave(turn)];
  if (isInFlight(attempt)) {
    if (attempt.lease !== -1) return [leave(turn)];
    const step = attempt.state === 'reserved' ? 'create' : 'look';
    return [take(turn, { ...attempt, lease: index }, step)];
  }
  const isKnown = attempt.state === 'expired';
  if (isKnown && attempt.generation + 1 >= attempt.intents.length) return [leave(turn)];

  const others = state.attempts.filter(
    (other, otherIndex) => otherIndex !== actor.attempt && other.user === attempt.user,
  );
  const isUnsent = others.some((other) => other.state === 'paid' && !other.isSent);
  // The call is answered with the order that it never heard of.
  if (isUnsent && variant !== 'unsent_answer_forgotten') return [leave(turn)];
  // One attempt in flight: the call asks again once the sweep, or its own help, has ended the other.
  if (others.some(isInFlight) && variant !== 'several_in_flight') return [leave(turn)];
  if (variant !== 'charged_before_reserving' && state.stock === 0) return [leave(turn)];

  const begun: ModelAttempt = {
    ...attempt,
    state: 'reserved',
    lease: index,
    generation: isKnown ? attempt.generation + 1 : 0,
    isSecretOut: false,
  };
  const isTwice = isUnsent || others.some(isInFlight);
  const taken = variant === 'charged_before_reserving' ? 0 : 1;
  return [
    {
      ...take(turn, begun, 'create'),
      stock: state.stock - taken,
      isBoughtTwice: state.isBoughtTwice || isTwice,
    },
  ];
}

/** The sweep takes an attempt whose lease is over; `reserved` has no money in it. */
function claim(turn: Turn): ModelState[] {
  const attempt = attemptOf(turn);
  if (!isInFlight(attempt) || attempt.lease !== -1) return [];
  return [take(turn, { ...attempt, lease: turn.index }, 'look')];
}

/** S2: the payment is made, and its answer may be lost. */
function create(turn: Turn): ModelState[] {
  const made = change(turn, (attempt) =>
    intentOf(turn) === 'none' ? withIntent(attempt, turn.actor.generation, 'created') : attempt,
  );
  return [go({ ...turn, state: made }, 'store'), leave({ ...turn, state: made }), leave(turn)];
}

/** S3: nothing is confirmed before this is committed by the holder of the lease. */
function store(turn: Turn): ModelState[] {
  const attempt = attemptOf(turn);
  const mayCharge = attempt.state === 'reserved' && attempt.lease === turn.index;
  if (!mayCharge && turn.variant !== 'confirmed_without_lease') return [leave(turn)];
  const charging = change(turn, () =>
    attempt.state === 'reserved' ? { ...attempt, state: 'charging' } : attempt,
  );
  return [go({ ...turn, state: charging }, 'confirm'), leave(turn)];
}

/** S4: the card is tried once; the same key brings the same answer. */
function confirm(turn: Turn): ModelState[] {
  const intent = intentOf(turn);
  const outcomes: IntentState[] =
    intent === 'created' ? ['succeeded', 'declined', 'action'] : [intent];
  return [
    ...outcomes.flatMap((outcome) => {
      const state = change(turn, (attempt) => withIntent(attempt, turn.actor.generation, outcome));
      const after = { ...turn, state };
      return [go(after, stepAfter(outcome)), leave(after)];
    }),
    leave(turn),
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

/** What the provider says decides, also for whoever takes over. */
function look(turn: Turn): ModelState[] {
  const attempt = attemptOf(turn);
  const { actor, index, variant } = turn;
  if (attempt.generation !== actor.generation && variant !== 'payment_not_checked') {
    return [leave(turn)];
  }
  if (attempt.state === 'reserved') {
    return actor.isSweep && attempt.lease === index ? [release(turn, 'expired')] : [leave(turn)];
  }
  if (!isInFlight(attempt)) return [leave(turn)];
  const intent = intentOf(turn);
  if (intent === 'created' || intent === 'none') {
    if (!actor.isSweep) return [go(turn, 'confirm'), leave(turn)];
    return [
      go(turn, variant === 'released_without_cancelling' ? 'canceled' : 'cancel'),
      leave(turn),
    ];
  }
  // An older click of the same buyer is cancelled, whatever its hold.
  const isCut = actor.isSweep && intent === 'action';
  return [go(turn, stepAfter(intent)), ...(isCut ? [go(turn, 'cancel')] : []), leave(turn)];
}

/** TX3, and what happens when it cannot be written. */
function settleSucceeded(turn: Turn): ModelState[] {
  const attempt = attemptOf(turn);
  const later = leave(turn);
  if (attempt.state === 'paid') return [go(turn, 'answer')];
  if (!mayStillSettle(turn, attempt)) return [later];
  const state = change(turn, () => ({ ...attempt, state: 'paid', lease: -1 }));
  if (turn.variant !== 'charged_before_reserving') return [go({ ...turn, state }, 'answer'), later];
  if (state.stock === 0) {
    return [leave({ ...turn, state: change(turn, () => ({ ...attempt, state: 'expired' })) })];
  }
  return [go({ ...turn, state: { ...state, stock: state.stock - 1 } }, 'answer'), later];
}

/** TX4. */
function settleDeclined(turn: Turn): ModelState[] {
  const attempt = attemptOf(turn);
  const { variant } = turn;
  if (variant === 'unit_returned_without_condition') return [release(turn, 'refused'), leave(turn)];
  if (!mayStillSettle(turn, attempt)) return [leave(turn)];
  const mayRefuse =
    attempt.state === 'charging' || variant === 'refused_while_the_browser_may_confirm';
  return [mayRefuse ? release(turn, 'refused') : go(turn, 'cancel'), leave(turn)];
}

/** TX5: the unit waits while the browser has the secret. */
function settleAction(turn: Turn): ModelState[] {
  const attempt = attemptOf(turn);
  if (attempt.state !== 'charging' || !mayStillSettle(turn, attempt)) return [leave(turn)];
  const held = change(turn, () => ({ ...attempt, state: 'action', lease: -1, isSecretOut: true }));
  return [leave({ ...turn, state: held }), leave(turn)];
}

/** The fence: refused by the provider once the money is there. */
function cancel(turn: Turn): ModelState[] {
  if (intentOf(turn) === 'succeeded') return [go(turn, 'succeeded'), leave(turn)];
  const state = change(turn, (attempt) => withIntent(attempt, turn.actor.generation, 'canceled'));
  const after = { ...turn, state };
  return [go(after, 'canceled'), leave(after), leave(turn)];
}

function settleCanceled(turn: Turn): ModelState[] {
  const attempt = attemptOf(turn);
  if (!mayStillSettle(turn, attempt)) return [leave(turn)];
  return [release(turn, 'expired'), leave(turn)];
}

/** What every settling transaction asks: still open, and still paying with this payment. */
function mayStillSettle({ actor, variant }: Turn, attempt: ModelAttempt): boolean {
  const isOpen = attempt.state === 'charging' || attempt.state === 'action';
  const isSamePayment = attempt.generation === actor.generation;
  return isOpen && (isSamePayment || variant === 'payment_not_checked');
}

function release(turn: Turn, end: 'expired' | 'refused'): ModelState {
  const state = change(turn, (attempt) => ({ ...attempt, state: end, lease: -1 }));
  const returned = turn.variant === 'charged_before_reserving' ? 0 : 1;
  return leave({ ...turn, state: { ...state, stock: state.stock + returned } });
}
