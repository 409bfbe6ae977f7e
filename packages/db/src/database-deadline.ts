import { AsyncLocalStorage } from 'node:async_hooks';

import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils';

import type { DatabaseFault } from './database-errors.ts';

/** All statements of a request share one deadline (decision 118). */
const DEADLINE_MS = 2500;

/** The time that a request may still wait for its database. Only time spent in statements counts. */
export type Deadline = {
  /** Returns the whole ms left: 0 once exceeded, infinity once lifted. */
  leftMs: () => number;
  /** Call it when a statement is sent. */
  begin: () => void;
  /** Call it when a statement is answered. */
  end: () => void;
  lift: () => void;
};

/** The error of a statement that was not sent, or was answered too late. */
class DeadlineError extends Error {
  /** The code by which `databaseFault` recognizes the fault. */
  readonly code: string;

  constructor(fault: Extract<DatabaseFault, 'away' | 'unknown'>) {
    super('the request has exceeded its database deadline');
    this.name = 'DeadlineError';
    this.code = fault === 'away' ? 'DEADLINE_NOTHING_DONE' : 'DEADLINE_UNKNOWN';
  }
}

const current = new AsyncLocalStorage<Deadline>();

/** Creates the deadline of a request. Concurrent statements count once. */
export function createDeadline(limitMs: number = DEADLINE_MS): Deadline {
  let limit = limitMs;
  let waitedMs = 0;
  let asking = 0;
  let sinceMs = 0;
  return {
    leftMs: () => {
      const now = asking > 0 ? performance.now() - sinceMs : 0;
      return Math.max(0, Math.floor(limit - waitedMs - now));
    },
    begin: () => {
      if (asking === 0) sinceMs = performance.now();
      asking += 1;
    },
    end: () => {
      asking -= 1;
      if (asking === 0) waitedMs += performance.now() - sinceMs;
    },
    lift: () => {
      limit = Number.POSITIVE_INFINITY;
    },
  };
}

export function runWithDeadline<T>(deadline: Deadline, work: () => T): T {
  return current.run(deadline, work);
}

/**
 * Lifts the deadline of the current request: all later statements are awaited to their end. Call it before
 * work that must not stop half-way, such as a purchase that charges a card.
 */
export function liftDatabaseDeadline(): void {
  current.getStore()?.lift();
}

/** Awaits the result of another request's statement, within the current request's deadline. */
export function awaitShared<Answer>(asked: Promise<Answer>): Promise<Answer> {
  return waitFor(current.getStore(), { ask: () => asked, faultInFlight: 'away' });
}

/**
 * Applies deadlines to an adapter: to waiting for a connection, and to its statements. Prisma opens a
 * transaction in its caller's async context, but batches a transaction's statements, and all `findUnique`
 * calls, per tick and sends them in the context of the first caller. A transaction therefore keeps the
 * deadline with which it was opened (decision 118).
 */
export function enforceDeadline<Adapter extends SqlDriverAdapter>(adapter: Adapter): Adapter {
  const queryRaw = adapter.queryRaw.bind(adapter);
  const executeRaw = adapter.executeRaw.bind(adapter);
  const startTransaction = adapter.startTransaction.bind(adapter);
  return Object.assign(adapter, {
    queryRaw: (query) =>
      waitFor(current.getStore(), { ask: () => queryRaw(query), faultInFlight: 'unknown' }),
    executeRaw: (query) =>
      waitFor(current.getStore(), { ask: () => executeRaw(query), faultInFlight: 'unknown' }),
    startTransaction: (level) => {
      const deadline = current.getStore();
      const ask = async () => limitTransaction(await startTransaction(level), deadline);
      return waitFor(deadline, { ask, faultInFlight: 'away', takeLate: discard });
    },
  } satisfies Partial<SqlDriverAdapter>);
}

/**
 * Applies the deadline to a transaction. Before `COMMIT` nothing is done, so a statement past the deadline
 * leaves no doubt. `COMMIT` itself is awaited to its end: its caller needs the outcome.
 */
function limitTransaction(transaction: Transaction, deadline: Deadline | undefined): Transaction {
  const queryRaw = transaction.queryRaw.bind(transaction);
  const executeRaw = transaction.executeRaw.bind(transaction);
  const rollback = transaction.rollback.bind(transaction);
  const isOver = () => deadline?.leftMs() === 0;
  const inTime = <Answer>(ask: () => Promise<Answer>) =>
    // guard: a transaction keeps the deadline of the call that began it
    waitFor(deadline, { ask, faultInFlight: 'away' });
  let rollingBack: Promise<unknown> = Promise.resolve();
  return Object.assign(transaction, {
    queryRaw: (query) => inTime(() => queryRaw(query)),
    executeRaw: (query) => {
      if (query.sql === 'COMMIT') return executeRaw(query);
      if (query.sql !== 'ROLLBACK') return inTime(() => executeRaw(query));
      const ended = executeRaw(query);
      rollingBack = ended.catch(() => undefined);
      // The rollback queues behind a statement whose caller has stopped waiting.
      return isOver() ? Promise.resolve(0) : ended;
    },
    // Returns the connection to the pool, only after the `ROLLBACK`.
    rollback: async () => {
      const givenBack = rollingBack.then(rollback);
      if (!isOver()) return givenBack;
      givenBack.catch(() => undefined);
    },
  } satisfies Partial<Transaction>);
}

/** Rolls back a transaction that started after its caller had stopped waiting. */
async function discard(transaction: Transaction): Promise<void> {
  try {
    await transaction.executeRaw({ sql: 'ROLLBACK', args: [], argTypes: [] });
  } finally {
    await transaction.rollback();
  }
}

type PendingStatement<Answer> = {
  ask: () => Promise<Answer>;
  /** The fault if the deadline passes after the statement was sent. */
  faultInFlight: 'away' | 'unknown';
  takeLate?: (answer: Answer) => Promise<void>;
};

/** Sends a statement if time is left, and rejects at the deadline. The statement itself continues. */
function waitFor<Answer>(
  deadline: Deadline | undefined,
  { ask, faultInFlight, takeLate }: PendingStatement<Answer>,
): Promise<Answer> {
  if (deadline === undefined) return ask();
  const leftMs = deadline.leftMs();
  if (leftMs === Number.POSITIVE_INFINITY) return ask();
  if (leftMs === 0) return Promise.reject(new DeadlineError('away'));
  return new Promise((resolve, reject) => {
    let isWaiting = true;
    const stop = () => {
      isWaiting = false;
      clearTimeout(timer);
      deadline.end();
    };
    const giveUp = () => {
      if (!isWaiting) return;
      const stillMs = deadline.leftMs();
      if (stillMs === Number.POSITIVE_INFINITY) return;
      // Timers count from the start of the event loop's turn, so they may fire early.
      if (stillMs > 0) return giveUpIn(stillMs);
      stop();
      reject(new DeadlineError(faultInFlight));
    };
    // Results that arrived while this process was busy are handled first.
    const giveUpIn = (ms: number) => {
      timer = setTimeout(() => setImmediate(giveUp), ms);
    };
    let timer: NodeJS.Timeout | undefined;
    giveUpIn(leftMs);
    deadline.begin();
    const asked = ask();
    asked.then(resolve, reject);
    asked
      .then((answer) => (isWaiting ? undefined : takeLate?.(answer)))
      .catch(() => undefined)
      .finally(() => {
        if (isWaiting) stop();
      })
      .catch(() => undefined);
  });
}
