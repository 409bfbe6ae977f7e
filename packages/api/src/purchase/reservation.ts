import { Prisma, type Db, type Tx } from '@shop/db/db';
import { inTransaction } from '@shop/db/in-transaction';
import { isUniqueViolation } from '@shop/db/errors';
import { chargedCents } from '@shop/domain/shop';

import { findAttempt, findAttemptByKey, secondsFromNow, type Attempt } from './attempt.ts';
import { LEASE_SECONDS } from './lease.ts';
import type { PurchaseRequest } from './request.ts';

/**
 * What came of asking for a unit of stock. `taken`: this key has an attempt already, or the buyer
 * has another one in flight; nothing was changed.
 */
export type Reservation =
  | { outcome: 'reserved'; attempt: Attempt }
  | { outcome: 'sold_out' }
  | { outcome: 'unknown_option' }
  | { outcome: 'taken' };

/**
 * Begins an attempt and takes a unit of stock for it, both or neither. The attempt comes first: a
 * second click stops at its unique key and never reaches the stock.
 */
export async function reserve(db: Db, request: PurchaseRequest): Promise<Reservation> {
  return takeUnit(db, request, beginning(request));
}

/**
 * Begins an expired attempt again, with the item as it is now and under the next payment, so that
 * nothing of the former one can reach it.
 */
export async function reserveAgain(
  db: Db,
  request: PurchaseRequest,
  attempt: Attempt,
): Promise<Reservation> {
  try {
    return await takeUnit(db, request, beginningAgain(request, attempt));
  } catch (error) {
    // Another attempt of the same buyer came first.
    if (isUniqueViolation(error)) return { outcome: 'taken' };
    throw error;
  }
}

type Taken = { optionId: number | null; attemptId: string | null; hasStock: boolean };

async function takeUnit(
  db: Db,
  request: PurchaseRequest,
  attempt: Prisma.Sql,
): Promise<Reservation> {
  try {
    const taken = await inTransaction(db, async (tx) => {
      const row = await takeUnitIn(tx, request, attempt);
      if (row.attemptId !== null && !row.hasStock) throw new SoldOut();
      return row;
    });
    if (taken.optionId === null) return { outcome: 'unknown_option' };
    const reserved = taken.attemptId === null ? null : await findAttempt(db, taken.attemptId);
    return reserved === null ? { outcome: 'taken' } : { outcome: 'reserved', attempt: reserved };
  } catch (error) {
    if (error instanceof SoldOut) return { outcome: 'sold_out' };
    return foundAfterAll(db, request, error);
  }
}
