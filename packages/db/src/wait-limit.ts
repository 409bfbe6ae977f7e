import { AsyncLocalStorage } from 'node:async_hooks';

import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils';

import type { DatabaseFault } from './database-errors.ts';

/** So long a request waits for its database, all its statements together; see decision 118. */
const WAIT_LIMIT_MS = 2500;

/** The wait of one request: how much of it is used up. */
export type Wait = {
  /** In whole ms: 0 once it is over, no end where it was lifted. */
  left: () => number;
  begin: () => void;
  end: () => void;
  lift: () => void;
};

/** Why a statement was not sent, or is no longer waited for. */
class WaitOverError extends Error {
  /** That of a fault: see `databaseFault`. */
  readonly code: string;

  constructor(fault: Extract<DatabaseFault, 'away' | 'unknown'>) {
    super('the request has waited for the database as long as a request does');
    this.name = 'WaitOverError';
    this.code = fault === 'away' ? 'WAIT_OVER_NOTHING_DONE' : 'WAIT_OVER_UNKNOWN';
  }
}

const current = new AsyncLocalStorage<Wait>();

/** The wait of a request that begins. What it asks at the same time counts once. */
export function createWait(limitMs: number = WAIT_LIMIT_MS): Wait {
  let most = limitMs;
  let waitedMs = 0;
  let asking = 0;
  let sinceMs = 0;
  return {
    left: () => {
      const now = asking > 0 ? performance.now() - sinceMs : 0;
      return Math.max(0, Math.floor(most - waitedMs - now));
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
      most = Number.POSITIVE_INFINITY;
    },
  };
}

/** Does the work of a request, which waits for the database so long in all. */
export function underWait<T>(wait: Wait, work: () => T): T {
  return current.run(wait, work);
}

/**
 * From here on the request that is worked for waits for each statement to its end: it has begun what has to
 * be brought to an end, as a purchase that asks for money.
 */
export function liftDatabaseDeadline(): void {
  current.getStore()?.lift();
}

/** Waits for a result that another request has requested, no longer than for a statement of one's own. */
export function waitForShared<Answer>(asked: Promise<Answer>): Promise<Answer> {
  return waitFor(current.getStore(), { ask: () => asked, faultInFlight: 'away' });
}

/**
 * Limits the waits for a PostgreSQL adapter: for a connection, and for its statements.
 * Prisma begins a transaction in its caller's context; its statements, and each `findUnique`, it sends once a
 * tick, all in the context of the first caller (decision 118).
 */
export function limitWaits<Adapter extends SqlDriverAdapter>(adapter: Adapter): Adapter {
  const queryRaw = adapter.queryRaw.bind(adapter);
  const executeRaw = adapter.executeRaw.bind(adapter);
  const startTransaction = adapter.startTransaction.bind(adapter);
  return Object.assign(adapter, {
    queryRaw: (query) =>
      waitFor(current.getStore(), { ask: () => queryRaw(query), faultInFlight: 'unknown' }),
    executeRaw: (query) =>
      waitFor(current.getStore(), { ask: () => executeRaw(query), faultInFlight: 'unknown' }),
    startTransaction: (level) => {
      const wait = current.getStore();
      const ask = async () => limitTransaction(await startTransaction(level), wait);
      return waitFor(wait, { ask, faultInFlight: 'away', takeLate: discard });
    },
  } satisfies Partial<SqlDriverAdapter>);
}

/**
 * Until it is committed nothing of a transaction is done. Its `COMMIT` is waited for: who asks for it wants
 * to know what became of it.
 */
function limitTransaction(transaction: Transaction, wait: Wait | undefined): Transaction {
  const queryRaw = transaction.queryRaw.bind(transaction);
  const executeRaw = transaction.executeRaw.bind(transaction);
  const rollback = transaction.rollback.bind(transaction);
  const isOver = () => wait?.left() === 0;
  const inTime = <Answer>(ask: () => Promise<Answer>) =>
    // guard: a transaction keeps the deadline of its own caller, whose context may not be the present one
    waitFor(wait, { ask, faultInFlight: 'away' });
  let rollingBack: Promise<unknown> = Promise.resolve();
  return Object.assign(transaction, {
    queryRaw: (query) => inTime(() => queryRaw(query)),
    executeRaw: (query) => {
      if (query.sql === 'COMMIT') return executeRaw(query);
      if (query.sql !== 'ROLLBACK') return inTime(() => executeRaw(query));
      const ended = executeRaw(query);
      rollingBack = ended.catch(() => undefined);
      // Behind a statement whose caller has stopped waiting.
      return isOver() ? Promise.resolve(0) : ended;
    },
    // Returns the connection, which must not be reused before.
    rollback: async () => {
      const givenBack = rollingBack.then(rollback);
      if (!isOver()) return givenBack;
      givenBack.catch(() => undefined);
    },
  } satisfies Partial<Transaction>);
}

/** Ends a transaction that began after its caller had stopped waiting. */
async function discard(transaction: Transaction): Promise<void> {
  try {
    await transaction.executeRaw({ sql: 'ROLLBACK', args: [], argTypes: [] });
  } finally {
    await transaction.rollback();
  }
}

type Asking<Answer> = {
  ask: () => Promise<Answer>;
  /** What the failure is once it was asked. */
  faultInFlight: 'away' | 'unknown';
  takeLate?: (answer: Answer) => Promise<void>;
};

/** Asks, if there is time left, and waits as long as there is; what is no longer waited for goes on. */
function waitFor<Answer>(
  wait: Wait | undefined,
  { ask, faultInFlight, takeLate }: Asking<Answer>,
): Promise<Answer> {
  if (wait === undefined) return ask();
  const leftMs = wait.left();
  if (leftMs === Number.POSITIVE_INFINITY) return ask();
  if (leftMs === 0) return Promise.reject(new WaitOverError('away'));
  return new Promise((resolve, reject) => {
    let isWaiting = true;
    const stop = () => {
      isWaiting = false;
      clearTimeout(timer);
      wait.end();
    };
    const giveUp = () => {
      if (!isWaiting) return;
      const stillMs = wait.left();
      if (stillMs === Number.POSITIVE_INFINITY) return;
      // A timer counts from the last time that the process looked at its clock, and may be early.
      if (stillMs > 0) return giveUpIn(stillMs);
      stop();
      reject(new WaitOverError(faultInFlight));
    };
    // A process that was busy itself hears first what has arrived meanwhile.
    const giveUpIn = (ms: number) => {
      timer = setTimeout(() => setImmediate(giveUp), ms);
    };
    let timer: NodeJS.Timeout | undefined;
    giveUpIn(leftMs);
    wait.begin();
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
