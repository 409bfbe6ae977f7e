import { databaseFault } from './database-errors.ts';
import type { Db, Tx } from './db.ts';

/**
 * Runs work in one transaction: READ COMMITTED, two seconds to get a connection, five to finish;
 * once more from the start when it lost against another transaction (40001, 40P01). Work holds no
 * call to the outside, and uses `tx` alone: on PGlite a statement of `db` would wait for ever.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.$transaction(work);
  } catch (error) {
    if (databaseFault(error) !== 'conflict') throw error;
    return db.$transaction(work);
  }
}
