import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { liftDatabaseDeadline } from './database-deadline.ts';
import { databaseFault } from './database-errors.ts';
import type { Db, Tx } from './db.ts';

/**
 * Runs work in one transaction: READ COMMITTED, two seconds to get a connection, five to finish; retried
 * once, after a short pause, on a serialization failure or deadlock (40001, 40P01). Work makes no external
 * calls and uses only `tx`: a statement on `db` would not be part of the transaction.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retryOnConflict(() => db.$transaction(work));
}

/** Runs one transaction or one standalone statement; retries it once after a 40001 or 40P01. */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (databaseFault(error) !== 'conflict') throw error;
    // An immediate retry can take the row before the other transaction wakes up, and both conflict again.
    await sleep(randomInt(20, 80));
    return run();
  }
}

/**
 * Runs work in one transaction whose outcome must be known: if the connection breaks at its end, `isDone`
 * checks whether it was committed, and the result of `work` is then returned. Otherwise a caller's retry
 * would find the work already done.
 */
export async function inFoundTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  isDone: (result: T) => Promise<boolean>,
): Promise<T> {
  const ended: T[] = [];
  try {
    return await inTransaction(db, async (tx) => {
      ended.length = 0;
      const result = await work(tx);
      ended.push(result);
      return result;
    });
  } catch (error) {
    if (databaseFault(error) !== 'unknown') throw error;
    // guard: the outcome of a broken commit is read without a database deadline
    liftDatabaseDeadline();
    for (const result of ended) {
      if (await isDone(result)) return result;
    }
    throw error;
  }
}
