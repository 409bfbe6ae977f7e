import type { Deps } from '@agres/core/context';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';

import { isInFlight } from './purchase-attempt.ts';

/**
 * A sale is counted once it is so old. Its time is that of the start of its transaction, and no
 * transaction lasts nearly so long: no sale that is older becomes visible after the count.
 */
const SETTLED_SECONDS = 300;
/** Options that changed so lately are looked at after each count, which is once an hour. */
const MENDED_SECONDS = 7200;

type CountDeps = Pick<Deps, 'db' | 'log' | 'clock'>;

/** SQL for the moment up to which sales are counted in `sold_units`. */
const COUNTED_UNTIL = Prisma.sql`(SELECT coalesce(max(until), '-infinity') FROM sold_units)`;

/**
 * SQL for the option of a sale `m`. No join: the planner cannot know how few sales are younger than the
 * count, and would read every purchase there ever was.
 */
const OPTION_OF_SALE = Prisma.sql`
  (SELECT a.option_id FROM purchase_attempt a WHERE a.id = m.attempt_id)`;

/**
 * SQL for the units that each option has sold (`option_id`, `units`), without reading every purchase:
 * the last count plus the sales since. Options without a sale have no row.
 */
export const SOLD_UNITS = Prisma.sql`(
  SELECT option_id, sum(units)::int AS units FROM (
    SELECT option_id, units FROM sold_units
    UNION ALL
    SELECT ${OPTION_OF_SALE}, 1 FROM money_audit m
    WHERE m.at >= ${COUNTED_UNTIL} AND m.to_state = 'paid') sales
  GROUP BY option_id)`;

/** SQL for the units that purchases under way hold (`option_id`, `units`). */
export const HELD_UNITS = Prisma.sql`(
  SELECT option_id, count(*)::int AS units FROM purchase_attempt WHERE ${isInFlight}
  GROUP BY option_id)`;

/** Adds the sales since the last count to `sold_units`; then counts anew the options whose count is wrong. */
export async function countSoldUnits({ db, log, clock }: CountDeps): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockCount(tx);
    await tx.$executeRaw`
      INSERT INTO sold_units AS s (option_id, units, until)
      SELECT sale.option_id, count(*)::int, now() - make_interval(secs => ${SETTLED_SECONDS}::float8)
      FROM (SELECT ${OPTION_OF_SALE} AS option_id FROM money_audit m
        WHERE m.at >= ${COUNTED_UNTIL} AND m.to_state = 'paid'
          AND m.at < (now() - make_interval(secs => ${SETTLED_SECONDS}::float8))::timestamptz(3)) sale
      GROUP BY sale.option_id
      ON CONFLICT (option_id) DO UPDATE SET units = s.units + EXCLUDED.units, until = EXCLUDED.until`;
  });
  const lately = new Date(clock().getTime() - MENDED_SECONDS * 1000);
  const { miscounted } = await findStockDifferences(db, lately);
  for (const optionId of miscounted) {
    log.warn({ optionId }, 'sold units were counted wrong, counting them anew');
    await countAnew(db, optionId);
  }
}

// guard: a sale is counted once
const lockCount = (tx: Tx) => tx.$executeRaw`LOCK TABLE sold_units IN SHARE ROW EXCLUSIVE MODE`;

/** An option whose units do not add up. */
export type StockDifference = {
  optionId: number;
  initial: number;
  adjusted: number;
  remaining: number;
  /** Held and sold. */
  taken: number;
};

/** An option's initial stock and its adjustments since. */
const STOCK_COLUMNS = Prisma.sql`
  o.id AS "optionId", o.initial_stock AS "initial", o.remaining,
  (SELECT coalesce(sum(delta), 0)::int FROM stock_adjustment s WHERE s.option_id = o.id) AS "adjusted"`;

/**
 * Options that changed since, and whose stock does not add up: initial plus adjusted must equal remaining
 * plus held plus sold. Those that do not by the counted sales are compared again by all of their purchases.
 * `broken`: the stock is wrong by these too. `miscounted`: only the count in `sold_units` is wrong.
 */
export async function findStockDifferences(
  db: Db,
  changedSince: Date,
): Promise<{ broken: StockDifference[]; miscounted: number[] }> {
  const suspects = await db.$queryRaw<StockDifference[]>`
    SELECT * FROM (
      SELECT ${STOCK_COLUMNS}, coalesce(sold.units, 0) + coalesce(held.units, 0) AS "taken"
      FROM item_option o
      LEFT JOIN ${SOLD_UNITS} sold ON sold.option_id = o.id
      LEFT JOIN ${HELD_UNITS} held ON held.option_id = o.id
      WHERE o.id IN (
        SELECT option_id FROM purchase_attempt WHERE updated_at >= ${changedSince}
        UNION SELECT option_id FROM stock_adjustment WHERE at >= ${changedSince})) stock
    WHERE "initial" + "adjusted" <> remaining + "taken"`;
  const suspected = suspects.map(({ optionId }) => optionId);
  const broken = suspected.length === 0 ? [] : await readEveryPurchase(db, suspected);
  const isBroken = new Set(broken.map(({ optionId }) => optionId));
  return { broken, miscounted: suspected.filter((id) => !isBroken.has(id)) };
}

/** Those of the options whose units do not add up, by all of their purchases. */
export async function readEveryPurchase(
  db: Db,
  optionIds: readonly number[],
): Promise<StockDifference[]> {
  return db.$queryRaw<StockDifference[]>`
    SELECT * FROM (
      SELECT ${STOCK_COLUMNS}, (
        SELECT count(*)::int FROM purchase_attempt a WHERE a.option_id = o.id
          AND a.state IN ('reserved', 'charging', 'requires_action', 'paid')) AS "taken"
      FROM item_option o WHERE o.id = ANY(${[...optionIds]}::int[])) stock
    WHERE "initial" + "adjusted" <> remaining + "taken"`;
}

/**
 * Corrects the count of an option: adds the difference between its paid purchases and the units that are
 * known, counted or since. `until` stays, so the next count adds the sales since as always.
 */
async function countAnew(db: Db, optionId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockCount(tx);
    await tx.$executeRaw`
      INSERT INTO sold_units AS s (option_id, units, until)
      SELECT ${optionId}::int, paid.units - coalesce(known.units, 0), ${COUNTED_UNTIL}
      FROM (SELECT count(*)::int AS units FROM purchase_attempt
        WHERE option_id = ${optionId}::int AND state = 'paid') paid
      LEFT JOIN ${SOLD_UNITS} known ON known.option_id = ${optionId}::int
      ON CONFLICT (option_id) DO UPDATE SET units = s.units + EXCLUDED.units`;
  });
}
