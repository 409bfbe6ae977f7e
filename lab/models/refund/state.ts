export type ProviderState = 'pending' | 'succeeded' | 'failed';

export type ModelRow = {
  /** The request's idempotency key; empty for refunds of the dashboard. */
  key: string;
  amount: number;
  state: 'requested' | 'sending' | ProviderState;
  /** The index of the actor that holds the lease, or -1. */
  lease: number;
  /** Numbers the row's idempotency keys at the provider. */
  keyNo: number;
  /** True if the provider is about to forget the key. */
  isKeyOld: boolean;
  /** The index of the provider's refund, or -1. */
  at: number;
  /** True if the rest of a cancelled order is requested once this refund is settled. */
  bringsRest: boolean;
};

/** `row` is the row that the metadata names; -1 for a refund of the dashboard. */
export type ProviderRefund = { amount: number; row: number; state: ProviderState };

/** The response that the provider stores under a key: the refund made, or an error. */
export type Kept = { row: number; keyNo: number; answer: number | 'server_error' | 'refused' };

/** The requested refund; `all` is the whole remainder. */
export type Wish =
  | { what: 'refund'; key: string; amount: number | 'all'; unitIsBack?: true }
  | { what: 'cancel'; key: string }
  | { what: 'send' };

/** The refunds in a response of the provider, in its order. */
export type Heard = readonly ProviderRefund[];

/** A staff member's call, a background reconciler, or the hourly audit. */
export type Actor =
  | {
      kind: 'call';
      wish: number;
      step: 'look' | 'decide' | 'write' | 'over';
      /** The remainder that the page showed, and the remainder at the decision. */
      saw: number;
      left: number;
      sawInFlight: boolean;
    }
  | {
      kind: 'reconciler';
      step: 'claim' | 'list' | 'note' | 'create' | 'apply' | 'rotate';
      row: number;
      keyNo: number;
      heard: Heard;
      /** The provider's answer to the creation: the index of the refund, or its refusal. */
      answer: number | 'refused';
    }
  | { kind: 'audit'; step: 'list' | 'write'; heard: Heard };

export type ModelState = {
  isSent: boolean;
  isCancelled: boolean;
  unitsBack: number;
  /** The index of the actor that has locked the order, or -1. */
  lock: number;
  rows: readonly ModelRow[];
  refunds: readonly ProviderRefund[];
  kept: readonly Kept[];
  /** Unanswered calls that the provider will carry out later. */
  late: readonly { row: number; keyNo: number }[];
  actors: readonly Actor[];
  /** True if a refund was written from an outdated remainder. */
  isBlind: boolean;
  /** True if a failed refund was counted again. */
  isTakenBack: boolean;
  /** The faults that may still occur; bounds the search. */
  budget: { dashboard: number; days: number; serverErrors: number; comingBack: number };
};

export type Scenario = {
  paid: number;
  wishes: readonly Wish[];
  reconcilers?: number;
  audits?: number;
  budget?: Partial<ModelState['budget']>;
};

export function initialState({
  wishes,
  reconcilers = 2,
  audits = 1,
  budget = {},
}: Scenario): ModelState {
  return {
    isSent: false,
    isCancelled: false,
    unitsBack: 0,
    lock: -1,
    rows: [],
    refunds: [],
    kept: [],
    late: [],
    actors: [
      ...wishes.map(
        (_wish, wish) =>
          ({ kind: 'call', wish, step: 'look', saw: 0, left: 0, sawInFlight: false }) as const,
      ),
      ...Array.from({ length: reconcilers }, () => IDLE),
      ...Array.from({ length: audits }, () => RESTING),
    ],
    isBlind: false,
    isTakenBack: false,
    budget: { dashboard: 0, days: 0, serverErrors: 0, comingBack: 0, ...budget },
  };
}

export const IDLE = {
  kind: 'reconciler',
  step: 'claim',
  row: -1,
  keyNo: 0,
  heard: [],
  answer: 'refused',
} as const satisfies Actor;

export const RESTING = { kind: 'audit', step: 'list', heard: [] } as const satisfies Actor;

export const isOpen = ({ state }: ModelRow): boolean =>
  state === 'requested' || state === 'sending';

export const sumOf = (all: readonly { state: string; amount: number }[]): number =>
  all.reduce((sum, { state, amount }) => (state === 'failed' ? sum : sum + amount), 0);

export function withRow(state: ModelState, index: number, change: Partial<ModelRow>): ModelState {
  const row = state.rows[index];
  if (row === undefined) throw new RangeError('no such row');
  return { ...state, rows: state.rows.with(index, { ...row, ...change }) };
}

export function withActor(state: ModelState, index: number, actor: Actor): ModelState {
  return { ...state, actors: state.actors.with(index, actor) };
}

export function nameOf(state: ModelState): string {
  const { isSent, isCancelled, unitsBack, lock, isBlind, isTakenBack, budget } = state;
  let name = `${Number(isSent)}${Number(isCancelled)}${unitsBack}${lock}${Number(isBlind)}${Number(isTakenBack)}`;
  name += `|${budget.dashboard}${budget.days}${budget.serverErrors}${budget.comingBack}`;
  for (const row of state.rows) {
    name += `|${row.key}${row.amount}${row.state}${row.lease},${row.keyNo},${row.at}`;
    name += `${Number(row.isKeyOld)}${Number(row.bringsRest)}`;
  }
  name += nameOfRefunds(state.refunds);
  for (const { row, keyNo, answer } of state.kept) name += `k${row},${keyNo}${answer}`;
  for (const { row, keyNo } of state.late) name += `l${row},${keyNo}`;
  for (const actor of state.actors) {
    name += `/${actor.step}`;
    if (actor.kind === 'call') name += `${actor.saw}${actor.left}${Number(actor.sawInFlight)}`;
    if (actor.kind === 'reconciler') name += `${actor.row},${actor.keyNo},${actor.answer}`;
    if (actor.kind !== 'call') name += nameOfRefunds(actor.heard);
  }
  return name;
}

function nameOfRefunds(refunds: Heard): string {
  let name = '.';
  for (const { amount, row, state } of refunds) name += `${amount}${row}${state}`;
  return name;
}
