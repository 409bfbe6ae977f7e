export type IntentState = 'none' | 'created' | 'action' | 'declined' | 'canceled' | 'succeeded';

export type AttemptState =
  | 'none'
  | 'reserved'
  | 'charging'
  | 'action'
  | 'paid'
  | 'refused'
  | 'expired';

/** Between any two steps the call or the reconciler can be killed, frozen or disconnected. */
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
  /** The index of the actor that holds the lease, or -1. */
  lease: number;
  /** True if the response reached the buyer. */
  isSent: boolean;
  /** True if the browser received the client secret of this generation's payment. */
  isSecretOut: boolean;
  intents: readonly IntentState[];
  /** The generation whose payment's rows were lost, or -1. */
  lost: number;
};

/** A call of a buyer, or the reconciler of one attempt. */
export type Actor = {
  isReconciler: boolean;
  attempt: number;
  step: Step;
  /** The generation that the actor works on. */
  generation: number;
};

export type ModelState = {
  stock: number;
  attempts: readonly ModelAttempt[];
  actors: readonly Actor[];
  /** True if a buyer who never got the response of an earlier purchase reserved a second unit. */
  isBoughtTwice: boolean;
  /** True if a backup from before a purchase may still be restored. */
  mayLoseRows: boolean;
};

/** An event, and the state after it. */
export type Move = { label: string; state: ModelState };

/** A scenario: the units for sale, the attempt of each call, and the user of each attempt. */
export type Scenario = {
  stock: number;
  users: readonly number[];
  /** The attempt of each call; a repeated number is a repeated call. */
  calls: readonly number[];
  /** The payments that an attempt may use. */
  generations: number;
  /** True if a backup from before a purchase is restored. */
  losesRows?: boolean;
};

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

/** Whether an attempt holds a unit. */
export function isInFlight({ state }: ModelAttempt): boolean {
  return state === 'reserved' || state === 'charging' || state === 'action';
}

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
