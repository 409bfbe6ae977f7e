import type { Move, Protocol } from '../checkout/search.ts';
import { carryOut } from './provider.ts';
import {
  IDLE,
  isOpen,
  nameOf,
  RESTING,
  sumOf,
  withActor,
  withRow,
  type Actor,
  type Heard,
  type ModelRow,
  type ModelState,
  type ProviderRefund,
  type Scenario,
} from './state.ts';
import type { Variant } from './variants.ts';

type Step<Kind extends Actor['kind']> = {
  state: ModelState;
  index: number;
  actor: Extract<Actor, { kind: Kind }>;
  scenario: Scenario;
  variant: Variant;
};

/** Returns the refunds of one order (docs/decisions/053-refund-protocol.md, R1 to R3) as a graph to search. */
export function refundProtocol(scenario: Scenario, variant: Variant): Protocol<ModelState> {
  return {
    nameOf,
    movesOf: (state) => movesOf(state, scenario, variant),
    brokenInvariant: (state) => brokenInvariant(state, scenario),
    stuckInvariant: (state) => stuckInvariant(state, scenario),
  };
}

function* movesOf(
  state: ModelState,
  scenario: Scenario,
  variant: Variant,
): Generator<Move<ModelState>> {
  const others = [...movesOfOthers(state, scenario, variant)];
  yield* others;
  // If nothing else can happen, an audit that finds nothing new is not a move, so that the state is final.
  const isOver =
    others.length === 0 && nameOf(auditOf(state, { scenario, variant })) === nameOf(state);
  for (const [index, actor] of state.actors.entries()) {
    if (actor.kind !== 'audit' || (actor.step === 'list' && isOver)) continue;
    for (const next of stepsOf(state, index, { scenario, variant })) {
      yield { label: `audit ${index}: ${actor.step}`, state: next };
    }
  }
}

/**
 * Yields every other possible event: an actor takes its next step, loses the provider's response before or
 * after the effect, or dies; a lease expires, its holder alive or not; a call arrives late; a bank decides;
 * the dashboard refunds; a day passes.
 */
function* movesOfOthers(
  state: ModelState,
  scenario: Scenario,
  variant: Variant,
): Generator<Move<ModelState>> {
  for (const [index, actor] of state.actors.entries()) {
    const name = `${actor.kind} ${index}`;
    if (!isResting(actor)) yield { label: `${name} dies`, state: die(state, index) };
    if (actor.kind === 'audit') continue;
    for (const next of stepsOf(state, index, { scenario, variant })) {
      yield { label: `${name}: ${actor.step}`, state: next };
    }
  }
  for (const [index, row] of state.rows.entries()) {
    if (row.lease === -1) continue;
    yield { label: `lease ${index} ends`, state: withRow(state, index, { lease: -1 }) };
  }
  for (const call of state.late) {
    const arrived = { ...state, late: state.late.filter((one) => one !== call) };
    for (const carried of carryOut(arrived, scenario.paid, call)) {
      yield { label: `a late call of ${call.row} arrives`, state: carried.state };
    }
  }
  yield* movesOfBanks(state);
  yield* movesFromOutside(state, scenario);
}

function* movesOfBanks(state: ModelState): Generator<Move<ModelState>> {
  const { budget } = state;
  for (const [index, refund] of state.refunds.entries()) {
    const become = (next: ProviderRefund['state']): ModelState => ({
      ...state,
      refunds: state.refunds.with(index, { ...refund, state: next }),
    });
    if (refund.state === 'pending') {
      yield { label: `refund ${index} succeeds`, state: become('succeeded') };
    }
    if (refund.state !== 'failed' && budget.comingBack > 0) {
      const spent = { ...budget, comingBack: budget.comingBack - 1 };
      yield { label: `refund ${index} comes back`, state: { ...become('failed'), budget: spent } };
    }
  }
}

function* movesFromOutside(state: ModelState, { paid }: Scenario): Generator<Move<ModelState>> {
  const { budget } = state;
  const left = paid - sumOf(state.refunds);
  if (budget.dashboard > 0) {
    const spent = { ...budget, dashboard: budget.dashboard - 1 };
    for (const amount of new Set([1, left])) {
      if (amount < 1 || amount > left) continue;
      const refunds = [...state.refunds, { amount, row: -1, state: 'succeeded' } as const];
      yield { label: `${amount} in the dashboard`, state: { ...state, refunds, budget: spent } };
    }
  }
  // No call outlasts its lease, and none is in flight after a day.
  if (budget.days > 0 && state.late.length === 0) {
    yield {
      label: 'a day passes',
      state: {
        ...state,
        kept: [],
        rows: state.rows.map((row) => ({
          ...row,
          lease: -1,
          isKeyOld: row.isKeyOld || row.state === 'sending',
        })),
        actors: state.actors.map((actor) => (actor.kind === 'reconciler' ? IDLE : actor)),
        budget: { ...budget, days: budget.days - 1 },
      },
    };
  }
}

function isResting({ step }: Actor): boolean {
  return step === 'claim' || step === 'list' || step === 'over';
}

/** The transaction of the actor is rolled back; its lease remains. */
function die(state: ModelState, index: number): ModelState {
  const unlocked = state.lock === index ? { ...state, lock: -1 } : state;
  return withActor(unlocked, index, restOf(state.actors[index]));
}

/** Resets an actor: a call ends for good, background work starts over. */
function restOf(actor: Actor | undefined): Actor {
  if (actor?.kind === 'reconciler') return IDLE;
  if (actor?.kind === 'call')
    return { ...actor, step: 'over', saw: 0, left: 0, sawInFlight: false };
  return RESTING;
}

function stepsOf(
  state: ModelState,
  index: number,
  given: { scenario: Scenario; variant: Variant },
): ModelState[] {
  const actor = state.actors[index];
  switch (actor?.kind) {
    case 'call':
      return stepsOfCall({ state, index, actor, ...given });
    case 'reconciler':
      return given.variant === 'no_reconciler'
        ? []
        : stepsOfReconciler({ state, index, actor, ...given });
    case 'audit':
      return given.variant === 'no_audit' ? [] : stepsOfAudit({ state, index, actor, ...given });
    case undefined:
      return [];
  }
}

// A staff member's call ---------------------------------------------------------------------------

function stepsOfCall(step: Step<'call'>): ModelState[] {
  const { state, index, actor, scenario } = step;
  const wish = scenario.wishes[actor.wish];
  const over = (next: ModelState) =>
    withActor(next.lock === index ? { ...next, lock: -1 } : next, index, restOf(actor));
  if (wish === undefined || actor.step === 'over') return [];
  const left = scenario.paid - sumOf(state.rows);
  if (actor.step === 'look')
    return [withActor(state, index, { ...actor, step: 'decide', saw: left })];
  if (state.lock !== -1 && state.lock !== index) return [];
  if (wish.what === 'send') return [over(state.isCancelled ? state : { ...state, isSent: true })];
  return actor.step === 'decide' ? decide(step, over) : write(step, over);
}

/** R1 reads under the order's lock, and decides from this read. */
function decide(
  { state, index, actor, scenario, variant }: Step<'call'>,
  over: (state: ModelState) => ModelState,
): ModelState[] {
  const wish = scenario.wishes[actor.wish];
  if (wish === undefined || wish.what === 'send') return [];
  const left = scenario.paid - sumOf(state.rows);
  const sawInFlight = state.rows.some(isOpen);
  const isKnown = state.rows.some(({ key, state: at }) => key === wish.key && at !== 'failed');
  const amount = amountOf(wish, left);
  const isRefused =
    wish.what === 'refund'
      ? isKnown ||
        sawInFlight ||
        amount < 1 ||
        amount > left ||
        (left !== actor.saw && variant !== 'left_not_compared')
      : state.isSent && variant !== 'cancelled_without_sent_check';
  if (isRefused) return [over(state)];
  const lock = variant === 'no_order_lock' ? state.lock : index;
  return [withActor({ ...state, lock }, index, { ...actor, step: 'write', left, sawInFlight })];
}

/** R1 writes in the same transaction. */
function write(
  { state, actor, scenario, variant }: Step<'call'>,
  over: (state: ModelState) => ModelState,
): ModelState[] {
  const wish = scenario.wishes[actor.wish];
  if (wish === undefined || wish.what === 'send') return [];
  let next = state;
  if (wish.what === 'cancel') next = { ...next, isCancelled: true };
  if (wish.what === 'cancel' && actor.sawInFlight) {
    const rows = next.rows.map((row) => (isOpen(row) ? { ...row, bringsRest: true } : row));
    next = { ...next, rows };
  } else {
    const isBlind = wish.what === 'refund' && actor.saw !== actor.left;
    const written = insert(next, wish.key, amountOf(wish, actor.left));
    next = { ...written, isBlind: next.isBlind || (isBlind && written !== next) };
  }
  if (wish.what === 'cancel' || wish.unitIsBack === true) next = restock(next, variant);
  return [over(next)];
}

function amountOf(wish: { what: 'refund' | 'cancel'; amount?: number | 'all' }, left: number) {
  return wish.what === 'cancel' || wish.amount === 'all' ? left : (wish.amount ?? left);
}

const NEW_ROW = {
  key: '',
  state: 'requested',
  lease: -1,
  keyNo: 0,
  isKeyOld: false,
  at: -1,
  bringsRest: false,
} as const satisfies Partial<ModelRow>;

/** Inserts a row unless one is in flight or has that key, as the database's two unique indexes enforce. */
function insert(state: ModelState, key: string, amount: number): ModelState {
  const isThere = state.rows.some(
    (row) => isOpen(row) || (row.key === key && row.state !== 'failed'),
  );
  if (amount < 1 || isThere) return state;
  const row: ModelRow = { ...NEW_ROW, key, amount };
  return { ...state, rows: [...state.rows, row] };
}

/** Restocks the order's unit at most once, as the database's unique index enforces. */
function restock(state: ModelState, variant: Variant): ModelState {
  const isUnique = variant !== 'restocked_without_unique';
  return { ...state, unitsBack: isUnique ? 1 : state.unitsBack + 1 };
}

// The reconciler ----------------------------------------------------------------------------------

function stepsOfReconciler(step: Step<'reconciler'>): ModelState[] {
  switch (step.actor.step) {
    case 'claim':
      return claim(step);
    case 'list':
      return [
        withActor(step.state, step.index, {
          ...step.actor,
          step: 'note',
          heard: step.state.refunds,
        }),
        leave(step),
      ];
    case 'note':
      return note(step);
    case 'create':
      return create(step);
    case 'apply':
      return apply(step);
    case 'rotate':
      return rotate(step);
  }
}

/** R2 claims a row whose lease has expired, and replaces a key that the provider is about to forget. */
function claim({ state, index, variant }: Step<'reconciler'>): ModelState[] {
  const first = variant === 'created_without_list' ? 'create' : 'list';
  return state.rows.flatMap((row, rowIndex) => {
    if (!isOpen(row) || row.lease !== -1) return [];
    const keyNo = row.isKeyOld ? row.keyNo + 1 : row.keyNo;
    const taken = withRow(state, rowIndex, {
      state: 'sending',
      lease: index,
      keyNo,
      isKeyOld: false,
    });
    return [withActor(taken, index, { ...IDLE, step: first, row: rowIndex, keyNo })];
  });
}

/** Decides by the provider's list: adopts and records an existing refund, refuses one above the remainder. */
function note(step: Step<'reconciler'>): ModelState[] {
  const { state, index, actor, scenario, variant } = step;
  const row = state.rows[actor.row];
  if (row === undefined || !isHeld(step)) return [leave(step)];
  if (isLocked(state, variant)) return [];
  const known = takeStates(state, actor.heard, variant);
  const own = actor.heard.findIndex((refund) => refund.row === actor.row);
  const found = actor.heard[own];
  let next: ModelState | null = null;
  if (found !== undefined)
    next = settle(known, { row: actor.row, state: found.state, at: own }, scenario);
  else if (row.amount > scenario.paid - sumOf(actor.heard)) {
    next = settle(known, { row: actor.row, state: 'failed', at: -1 }, scenario);
  }
  const decided = writeDown(next ?? known, actor.heard, step);
  return [
    next === null
      ? withActor(decided, index, { ...actor, step: 'create', heard: [] })
      : leave({ ...step, state: decided }),
    leave(step),
  ];
}

/** Creates the refund at the provider; the response may be lost, or the call may arrive later. */
function create(step: Step<'reconciler'>): ModelState[] {
  const { state, index, actor, scenario } = step;
  const call = { row: actor.row, keyNo: actor.keyNo };
  const carried = carryOut(state, scenario.paid, call).flatMap(({ state: next, answer }) => [
    answer === 'server_error'
      ? withActor(next, index, { ...actor, step: 'rotate' })
      : withActor(next, index, { ...actor, step: 'apply', answer }),
    unanswered({ ...step, state: next }),
  ]);
  const isLate = state.late.some(({ row, keyNo }) => row === call.row && keyNo === call.keyNo);
  const later = isLate ? state : { ...state, late: [...state.late, call] };
  return [...carried, unanswered(step), unanswered({ ...step, state: later })];
}

/** Keeps the key for a retry when there was no response, because the call may still be running. */
function unanswered(step: Step<'reconciler'>): ModelState {
  const { state, actor, variant } = step;
  const row = state.rows[actor.row];
  const isNew = variant === 'new_key_after_no_answer' && row !== undefined && row.keyNo < 2;
  return leave(
    isNew ? { ...step, state: withRow(state, actor.row, { keyNo: row.keyNo + 1 }) } : step,
  );
}

/** R3 records the outcome, or fails to write it. */
function apply(step: Step<'reconciler'>): ModelState[] {
  const { state, actor, scenario, variant } = step;
  if (!isHeld(step)) return [leave(step)];
  if (isLocked(state, variant)) return [];
  // Taken when the response was made; a bank may have decided since.
  const made = actor.answer === 'refused' ? undefined : state.refunds[actor.answer];
  const outcome =
    made === undefined || actor.answer === 'refused'
      ? ({ state: 'failed', at: -1 } as const)
      : { state: made.state, at: actor.answer };
  return [
    leave({ ...step, state: settle(state, { row: actor.row, ...outcome }, scenario) }),
    leave(step),
  ];
}

/** A stored failure needs another key, which is written before its use; the next round lists first. */
function rotate(step: Step<'reconciler'>): ModelState[] {
  const { state, actor } = step;
  const row = state.rows[actor.row];
  if (row === undefined || !isHeld(step) || row.keyNo !== actor.keyNo) return [leave(step)];
  const rotated = withRow(state, actor.row, { keyNo: row.keyNo + 1 });
  return [leave({ ...step, state: rotated }), leave(step)];
}

/** True if the actor still holds the row's lease. */
function isHeld({ state, index, actor }: Step<'reconciler'>): boolean {
  const row = state.rows[actor.row];
  return row?.state === 'sending' && row.lease === index;
}

/** Ends a round and releases its lease. */
function leave({ state, index, actor }: Step<'reconciler'>): ModelState {
  const held = state.rows[actor.row]?.lease === index;
  return withActor(held ? withRow(state, actor.row, { lease: -1 }) : state, index, IDLE);
}

function isLocked({ lock }: ModelState, variant: Variant): boolean {
  return lock !== -1 && variant !== 'outcome_without_order_lock';
}

/** Records a refund's outcome, and then the rest of a cancelled order. */
function settle(
  state: ModelState,
  { row, ...outcome }: Pick<ModelRow, 'state' | 'at'> & { row: number },
  { paid }: Scenario,
): ModelState {
  const bringsRest = state.rows[row]?.bringsRest === true;
  const settled = withRow(state, row, { ...outcome, lease: -1, bringsRest: false });
  return bringsRest ? insert(settled, 'rest', paid - sumOf(settled.rows)) : settled;
}

// The audit ---------------------------------------------------------------------------------------

/** Compares the provider's list with ours in one transaction, hourly or when an event wakes the audit. */
function stepsOfAudit(step: Step<'audit'>): ModelState[] {
  const { state, index, actor, variant } = step;
  if (actor.step === 'list') {
    return [withActor(state, index, { kind: 'audit', step: 'write', heard: state.refunds })];
  }
  if (isLocked(state, variant)) return [];
  return [withActor(auditOf(state, step, actor.heard), index, RESTING)];
}

/** Returns the audit's result for a list; default: the current one. */
function auditOf(
  state: ModelState,
  given: { scenario: Scenario; variant: Variant },
  heard: Heard = state.refunds,
): ModelState {
  return writeDown(takeStates(state, heard, given.variant), heard, given);
}

/** Takes over the provider's decisions on known refunds; a failed refund stays failed. */
function takeStates(state: ModelState, heard: Heard, variant: Variant): ModelState {
  let next = state;
  for (const [rowIndex, row] of state.rows.entries()) {
    const refund = heard[row.at];
    if (refund === undefined || refund.state === row.state) continue;
    const isFinal = row.state === 'failed' && variant !== 'failure_taken_back';
    const isOlder = row.state === 'succeeded' && refund.state === 'pending';
    if (isFinal || isOlder) continue;
    const isTakenBack = next.isTakenBack || row.state === 'failed';
    next = { ...withRow(next, rowIndex, { state: refund.state }), isTakenBack };
  }
  return next;
}

/**
 * Records refunds without a row: those of the dashboard, and one that a late call made after its row was
 * given up. A refund above the remainder of our rows waits for the next list.
 */
function writeDown(
  state: ModelState,
  heard: Heard,
  { scenario, variant }: { scenario: Scenario; variant: Variant },
): ModelState {
  const rows = [...state.rows];
  for (const [at, refund] of heard.entries()) {
    const named = rows[refund.row];
    // The reconciler of a row in flight adopts the refund whose metadata names that row.
    const isLeft = named !== undefined && (isOpen(named) || variant === 'marked_refunds_left_out');
    if (isLeft || rows.some((row) => row.at === at)) continue;
    const fits = refund.state === 'failed' || refund.amount <= scenario.paid - sumOf(rows);
    const isUnchecked =
      variant === 'written_down_without_room' ||
      (variant === 'room_looked_at_only_beside_an_open_one' && !rows.some(isOpen));
    const { amount, state: now } = refund;
    if (fits || isUnchecked) rows.push({ ...NEW_ROW, amount, state: now, at });
  }
  return { ...state, rows };
}

// Invariants --------------------------------------------------------------------------------------

function brokenInvariant(state: ModelState, { paid }: Scenario): string | null {
  const { rows, refunds } = state;
  if (sumOf(refunds) > paid) return 'the provider gave more than it took';
  if (sumOf(rows) > paid) return 'more promised than paid';
  if (state.isSent && state.isCancelled) return 'cancelled and sent';
  if (state.unitsBack > 1) return 'the unit came back twice';
  if (state.isBlind) return 'given by what somebody had not seen';
  if (state.isTakenBack) return 'a failure was taken back';
  const named = refunds.flatMap(({ row }) => (row === -1 ? [] : [row]));
  if (new Set(named).size < named.length) return 'one promise given twice';
  const isMismatched = rows.some(({ at, amount }) => at !== -1 && refunds[at]?.amount !== amount);
  return isMismatched ? 'a refund that is another' : null;
}

function stuckInvariant(state: ModelState, { paid }: Scenario): string | null {
  const { rows, refunds } = state;
  if (rows.some(isOpen)) return 'stuck';
  const isUnknown = refunds.some(
    (refund, at) => !rows.some((row) => row.at === at && row.state === refund.state),
  );
  if (isUnknown) return 'not written down';
  const isOwed =
    state.isCancelled && sumOf(rows) < paid && rows.every((row) => row.state !== 'failed');
  return isOwed ? 'cancelled without its money' : null;
}
