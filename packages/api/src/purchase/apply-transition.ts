import { Prisma, type Db, type Tx } from '@shop/db/db';

import type { AttemptState } from './purchase-attempt.ts';

/** Who changes an attempt: the buyer's own call, a later one of the same buyer, background work, the shop owner. */
export type Actor = 'request' | 'newer_request' | 'reconciler' | 'audit' | 'owner';

type Transition = {
  attemptId: string;
  from: AttemptState;
  to: AttemptState;
  by: Actor;
  /** What the provider says of the payment, where it was asked. */
  intentState: string | null;
  /** What must hold beside the state: whose lease, or which payment. */
  fence: Prisma.Sql;
  /** What else changes, as assignments. */
  set: readonly Prisma.Sql[];
};

/** What becomes of the unit of stock that an attempt holds. */
type Unit = 'kept' | 'returned';

/**
 * Takes an attempt from one state to another if it is still as expected, with the line in the money
 * audit and, where it gives up its unit, the stock: one statement, so all or nothing. Answers
 * whether it happened.
 */
export async function applyTransition(
  tx: Db | Tx,
  { attemptId, from, to, by, intentState, fence, set }: Transition,
  unit: Unit,
): Promise<boolean> {
  const assignments = Prisma.join([Prisma.sql`state = ${to}`, ...set], ', ');
  // guard: a unit goes back with a refused card
  const stock =
    unit === 'returned'
      ? Prisma.sql`, stock AS (
          UPDATE item_option SET remaining = remaining + 1
          FROM moved WHERE item_option.id = moved.option_id)`
      : Prisma.empty;
  // guard: an attempt changes only from the state it was read in
  const moved = await tx.$queryRaw<{ id: string }[]>`
    WITH moved AS (
      UPDATE purchase_attempt SET ${assignments}
      WHERE id = ${attemptId}::uuid AND state = ${from} AND ${fence}
      RETURNING id, option_id),
    noted AS (
      INSERT INTO money_audit (attempt_id, from_state, to_state, by, pi_status)
      SELECT id, ${from}, ${to}, ${by}, ${intentState}::text FROM moved)
    ${stock}
    SELECT id::text FROM moved`;
  return moved.length === 1;
}
