/** How a payment stands at the provider. */
export type IntentState = 'none' | 'created' | 'action' | 'declined' | 'canceled' | 'succeeded';

export type AttemptState =
  | 'none'
  | 'reserved'
  | 'charging'
  | 'action'
  | 'paid'
  | 'refused'
  | 'expired';

/** Where a call or a sweep stands; each is killed, frozen or cut off between any two steps. */
export type Step =
  | 'begin'
  | 'create'
  | 'store'
  | 'confirm'
  | 'look'
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
};

/** A call of a buyer, or the sweep of one attempt. */
export type Actor = {
  isSweep: boolean;
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
};

/** What is tried: the units for sale, who clicks for which attempt, whose attempts they are. */
export type Scenario = {
  stock: number;
  /** The user of each attempt. */
  users: readonly number[];
  /** The attempt of each call; a number twice is a double click. */
  calls: readonly number[];
  /** How many payments an attempt may go through. */
  generations: number;
};

/** Everything before the first click. */
export function initialState({ stock, users, calls, generations }: Scenario): ModelState {
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
    })),
    actors: [
      ...calls.map(
        (attempt) => ({ isSweep: false, attempt, step: 'begin', generation: 0 }) as const,
      ),
      ...users.map(
        (_user, attempt) => ({ isSweep: true, attempt, step: 'begin', generation: 0 }) as const,
      ),
    ],
    isBoughtTwice: false,
  };
}

/** The attempt still holds a unit. */
export function isInFlight({ state }: ModelAttempt): boolean {
  return state === 'reserved' || state === 'charging' || state === 'action';
}

/** Names a state; two states are the same if their names are. */
export function nameOf({ stock, attempts, actors, isBoughtTwice }: ModelState): string {
  let name = `${stock}${isBoughtTwice ? '!' : ''}`;
  for (const { state, generation, lease, isSent, isSecretOut, intents } of attempts) {
    name += `|${state} ${generation} ${lease}${isSent ? ' t' : ''}${isSecretOut ? ' s' : ''}`;
    for (const intent of intents) name += ` ${intent}`;
  }
  for (const { step, generation } of actors) name += `/${step}${generation}`;
  return name;
}
