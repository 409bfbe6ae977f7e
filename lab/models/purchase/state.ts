/** The state of a payment at the provider. */
export type IntentState = 'none' | 'created' | 'action' | 'declined' | 'canceled' | 'succeeded';

export type AttemptState =
  | 'none'
  | 'reserved'
  | 'charging'
  | 'action'
  | 'paid'
  | 'refused'
  | 'expired';

/** The next step of a call or of the reconciler; each is killed, frozen or cut off between any two. */
export type Step =
  | 'begin'
  | 'create'
  | 'store'
  | 'confirm'
  | 'check'
  | 'succeeded'
  | 'declined'
  | 'action'
  | 'cancel'
  | 'canceled'
  | 'answer'
  | 'over';

export type ModelAttempt = {
  user: number;
  state: AttemptState;
  generation: number;
  /** Index of the actor that holds it, or -1. */
  lease: number;
  /** Its answer reached the buyer. */
  isSent: boolean;
  /** The browser got the secret of the payment of this generation. */
  isSecretOut: boolean;
  /** One payment a generation. */
  intents: readonly IntentState[];
  /** The generation of the payment whose rows were lost, or -1. */
  lost: number;
};

/** A call of a buyer, or the reconciler of one attempt. */
export type Actor = {
  isReconciler: boolean;
  attempt: number;
  step: Step;
  /** The generation it works for. */
  generation: number;
};

export type ModelState = {
  stock: number;
  attempts: readonly ModelAttempt[];
  actors: readonly Actor[];
  /** A unit was reserved for a buyer who has one already and was never told. */
  isBoughtTwice: boolean;
  /** A backup of before a purchase may still be restored, once. */
  mayLoseRows: boolean;
};

/** What is tried: the units for sale, which attempt each call is for, whose attempts they are. */
export type Scenario = {
  stock: number;
  /** The user of each attempt. */
  users: readonly number[];
  /** The attempt of each call; a number twice is a repeated call. */
  calls: readonly number[];
  /** How many payments an attempt may go through. */
  generations: number;
  /** Whether a backup of before a purchase is restored. */
  losesRows?: boolean;
};

/** Everything before the first call. */
export function initialState({
  stock,
  users,
  calls,
  generations,
  losesRows = false,
}: Scenario): ModelState {
  return {
    stock,
    attempts: users.map((user) => ({
      user,
      state: 'none',
      generation: 0,
      lease: -1,
      isSent: false,
      isSecretOut: false,
      intents: Array.from({ length: generations }, () => 'none'),
      lost: -1,
    })),
    actors: [
      ...calls.map(
        (attempt) => ({ isReconciler: false, attempt, step: 'begin', generation: 0 }) as const,
      ),
      ...users.map(
        (_user, attempt) =>
          ({ isReconciler: true, attempt, step: 'begin', generation: 0 }) as const,
      ),
    ],
    isBoughtTwice: false,
    mayLoseRows: losesRows,
  };
}

/** The attempt still holds a unit. */
export function isInFlight({ state }: ModelAttempt): boolean {
  return state === 'reserved' || state === 'charging' || state === 'action';
}

/** Names a state; two states are the same if their names are. */
export function nameOf({
  stock,
  attempts,
  actors,
  isBoughtTwice,
  mayLoseRows,
}: ModelState): string {
  let name = `${stock}${isBoughtTwice ? '!' : ''}${mayLoseRows ? '?' : ''}`;
  for (const { state, generation, lease, isSent, isSecretOut, intents, lost } of attempts) {
    name += `|${state} ${generation} ${lease}${isSent ? ' t' : ''}${isSecretOut ? ' s' : ''}`;
    if (lost !== -1) name += ` l${lost}`;
    for (const intent of intents) name += ` ${intent}`;
  }
  for (const { step, generation } of actors) name += `/${step}${generation}`;
  return name;
}
